import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Position } from "../src/operation/listing/position.js";
import { pageStatement } from "../src/operation/listing/paging.js";
import { customerListing } from "../src/orders/customers/list-customers.js";
import { explain, scansOf, sortsOf } from "./support/plans.js";
import { createTestDatabase, type TestDatabase } from "./support/test-database.js";

const customers = 100_000;

const people = [
  ["with a common name and a telephone number", { name: "Anna Müller", phone: "+49 30 0007919" }],
  ["with a rare name", { name: "Person 5001", phone: null }],
  ["with a name of two letters", { name: "Bo", phone: null }],
  ["with a name in another script", { name: "李伟", phone: null }],
  ["with a name without letters", { name: "?!", phone: "030 0007919" }],
] as const;

describe(`the query plans of GET /customers?sameAs at ${customers} customers`, () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
    await database.pool.query(
      `INSERT INTO customer (name, phone)
       SELECT CASE WHEN n % 100 = 0 THEN 'Anna Müller' ELSE 'Person ' || n END, '+49 30 ' || lpad((n * 7919 % 10000000)::text, 7, '0')
       FROM generate_series(1, $1::bigint) AS n`,
      [customers],
    );
    await database.pool.query("VACUUM ANALYZE customer");
  });
  afterAll(() => database.drop());

  it.each(people)("for somebody %s, reads only the customers that its index finds", async (_what, { name, phone }) => {
    const listing = customerListing({ limit: 20, sameAs: 1 }, { id: 1, name, phone });
    const at = (side: Position["side"]): Position => ({ side, key: [customers / 2] });
    for (const position of [undefined, at("after"), at("before")]) {
      const nodes = await explain(database.pool, pageStatement(listing, position, 21));
      expect(scansOf(nodes, "customer")).toEqual([]);
      expect(nodes.map((node) => node["Index Name"])).toContain("customer_search_trgm_idx");
      for (const { Plans = [] } of sortsOf(nodes)) expect(Plans[0]?.["Plan Rows"]).toBeLessThan(customers * 0.05);
    }
  });
});
