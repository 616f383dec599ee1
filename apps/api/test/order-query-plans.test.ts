import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Position } from "../src/operation/listing/position.js";
import { pageStatement } from "../src/operation/listing/paging.js";
import { orderListing } from "../src/orders/list-orders.js";
import { explain, scansOf, sortsOf } from "./support/plans.js";
import { createTestDatabase, type TestDatabase } from "./support/test-database.js";

const orders = 100_000;

/** The text in each of these cases occurs in one of the places that a search covers. */
const found: [string, string, string][] = [
  ["a reference", "26-9999", "store_order_reference_search_trgm_idx"],
  ["a note", "ring twice 7", "store_order_note_search_trgm_idx"],
  ["a customer", "person4999", "customer_search_trgm_idx"],
  ["a pet", "rex 4999", "pet_search_trgm_idx"],
  ["nothing", "nobody", "pet_search_trgm_idx"],
  ["a number", "#99998", "store_order_pkey"],
];

type Query = Parameters<typeof orderListing>[0];

const rare: [string, Partial<Query>][] = [
  ["a whole reference", { reference: "po-2026-99998" }],
  ["a rare part", { reference: "26-9999" }],
  ["an unknown part", { reference: "nobody" }],
  ["a part with wildcards", { reference: "9%_9" }],
  ["a rare part and a status", { reference: "26-9999", status: "cancelled" }],
];

const walks: [string, Partial<Query>, string][] = [
  ["a common part", { reference: "po" }, "store_order_pkey"],
  ["a customer", { customerId: 7 }, "store_order_customer_id_id_idx"],
  ["a pet", { petId: 7 }, "store_order_pet_id_id_idx"],
  ["a pet and a part", { petId: 7, reference: "po-2026" }, "store_order_pet_id_id_idx"],
  ["a status", { status: "cancelled" }, "store_order_status_id_idx"],
  ["a status, with the pets", { status: "cancelled", expand: ["pet", "customer"] }, "store_order_status_id_idx"],
];

describe(`the query plans of GET /orders at ${orders} orders`, () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
    await database.pool.query(
      `INSERT INTO store_order (pet_id, status, reference)
       SELECT 1 + n % 5000, (enum_range(NULL::order_status))[3 + n % 2],
         CASE WHEN n % 3 > 0 THEN CASE WHEN n < 30000 THEN 'PO-2025-' ELSE 'PO-2026-' END || n END
       FROM generate_series(1, $1) AS n`,
      [orders],
    );
    await database.pool.query(`INSERT INTO category (id) VALUES (1);
      INSERT INTO pet (id, name, category_id) SELECT n, 'Rex ' || n, 1 FROM generate_series(1, 5001) AS n;
      INSERT INTO customer (id, name, email) SELECT n, 'Ada', 'person' || n || '@example.com' FROM generate_series(1, 5000) AS n;
      UPDATE store_order SET customer_id = 1 + id % 5000, note = 'Ring twice ' || id WHERE id % 3 = 0`);
    await database.pool.query("VACUUM ANALYZE store_order, pet, customer");
  });
  afterAll(() => database.drop());

  /** Returns the plans of the first page, and of one page on each side of a position in the middle. */
  const plansOf = (query: Partial<Query>) => {
    const at = (side: Position["side"]): Position => ({ side, key: [orders / 2] });
    const listing = orderListing({ limit: 20, sort: "id", ...query }, "all");
    const statements = [undefined, at("after"), at("before")].map((position) => pageStatement(listing, position, 21));
    return Promise.all(statements.map((statement) => explain(database.pool, statement)));
  };

  describe.each(["id", "-id"] as const)("sorted by %s", (sort) => {
    it.each(rare)("with a filter by %s, reads only the references that contain it", async (_what, query) => {
      const [first = [], ...others] = await plansOf({ ...query, sort });
      expect(first.map((node) => node["Index Name"])).toContain("store_order_reference_search_trgm_idx");
      for (const nodes of [first, ...others]) {
        expect(scansOf(nodes, "store_order")).toEqual([]);
        for (const { Plans = [] } of sortsOf(nodes)) expect(Plans[0]?.["Plan Rows"]).toBeLessThan(orders * 0.01);
      }
    });

    it.each(walks)("with a filter by %s, reads one index", async (_what, query, index) => {
      for (const nodes of await plansOf({ ...query, sort })) {
        expect(scansOf(nodes, "store_order")).toEqual([]);
        for (const { Plans = [] } of sortsOf(nodes)) expect(Plans[0]?.["Plan Rows"]).toBeLessThan(orders * 0.001);
        const indexes = new Set(nodes.flatMap((node) => node["Index Name"] ?? []));
        for (const one of ["store_order_pkey", "pet_pkey", "customer_pkey"]) indexes.delete(one);
        expect([...indexes]).toEqual(index === "store_order_pkey" ? [] : [index]);
      }
    });

    it.each(found)("with a text that %s has, reads indexes", async (_what, q, index) => {
      for (const query of [{ q }, { q, status: "cancelled" as const }]) {
        for (const nodes of await plansOf({ ...query, sort })) {
          for (const table of ["store_order", "pet", "customer"]) expect(scansOf(nodes, table)).toEqual([]);
          expect(nodes.map((node) => node["Index Name"])).toContain(index);
        }
      }
    });
  });
});
