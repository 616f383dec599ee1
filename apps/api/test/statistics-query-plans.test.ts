import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { longPendingStatement, statisticsStatement } from "../src/audit/get-statistics.js";
import { localDays } from "../src/audit/local-days.js";
import { explain, type Plan, scansOf } from "./support/plans.js";
import { createTestDatabase, type TestDatabase } from "./support/test-database.js";

const events = 100_000;
const now = new Date("2026-10-01T12:00:00Z");
const momentsOf = (days: number) => localDays(now, days, "Europe/Berlin").moments;

describe(`the query plan of GET /statistics at ${events} events`, () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
    // There are two years of events, and every second update is a sale.
    await database.pool.query(
      `INSERT INTO audit_event (at, actor_kind, actor_id, actor_name, action, subject_kind, subject_id, before, after)
       SELECT '2024-11-22T00:00:00Z'::timestamptz + n * interval '10 minutes', 'key', 1, 'test', action,
         split_part(action, '.', 1), CASE WHEN action NOT LIKE 'catalogue%' THEN n END, '{"status": "available"}',
         jsonb_build_object('status', CASE WHEN n % 2 = 0 THEN 'sold' ELSE 'pending' END, 'imported', 1000)
       FROM generate_series(1, $1) AS n, LATERAL (SELECT CASE WHEN n % 2000 = 0 THEN 'catalogue.import'
         WHEN n % 5 = 0 THEN 'order.create' WHEN n % 3 = 0 THEN 'pet.create' ELSE 'pet.update' END AS action)`,
      [events],
    );
    await database.pool.query(`INSERT INTO category (id) VALUES (1);
      INSERT INTO pet (id, name, category_id) SELECT n, 'Rex', 1 FROM generate_series(1, 50000) AS n;
      INSERT INTO store_order (pet_id, status, price_amount, price_currency, paid_at, paid_by)
      SELECT n, 'delivered', 100, 'EUR', '2024-11-22T00:00:00Z'::timestamptz + n * interval '20 minutes', 'cash'
      FROM generate_series(1, 50000) AS n`);
    await database.pool.query("VACUUM ANALYZE audit_event, pet, store_order");
  });
  afterAll(() => database.drop());

  it.each([7, 30, 90])("reads %i days from indexes, without a scan of the table", async (days) => {
    const nodes = await explain(database.pool, statisticsStatement(momentsOf(days)));
    expect(scansOf(nodes, "audit_event")).toEqual([]);
  });

  it.each(["day", "category"] as const)("reads the sales by %s from indexes, without a scan of a table", async (by) => {
    const nodes = await explain(database.pool, statisticsStatement(momentsOf(30), { by, hasSales: true }));
    expect(["audit_event", "pet", "store_order"].flatMap((table) => scansOf(nodes, table))).toEqual([]);
    expect(nodes.map((node) => node["Index Name"])).toContain("store_order_paid_at_idx");
  });

  it("finds the newest event of each pending pet along an index", async () => {
    const nodes = await explain(database.pool, longPendingStatement(now));
    expect(scansOf(nodes, "audit_event")).toEqual([]);
  });

  it("counts orders without reading events, and finds sales by their index", async () => {
    const nodes = await explain(database.pool, statisticsStatement(momentsOf(90)));
    const counting = nodes.filter((node) => node["Index Cond"]?.includes("order.create"));
    expect(new Set(counting.map((node) => node["Node Type"]))).toEqual(new Set(["Index Only Scan"]));
    expect(nodes.map((node) => node["Index Name"])).toContain("audit_event_sold_idx");
  });

  it.each([
    ["day", false],
    ["day", true],
    ["category", true],
  ] as const)("joins no events with events, by %s with sales %s", async (by, hasSales) => {
    // A wrong estimate of such a join could loop over all events.
    const nodes = await explain(database.pool, statisticsStatement(momentsOf(90), { by, hasSales }));
    const events = (plan: Plan): number =>
      (plan["Relation Name"]?.startsWith("audit_event") === true ? 1 : 0) +
      (plan.Plans ?? []).reduce((sum, inner) => sum + events(inner), 0);
    const joins = nodes.filter((node) => /Join|Nested Loop/.test(node["Node Type"]));
    const between = joins.filter(({ Plans = [] }) => Plans.filter((plan) => events(plan) > 0).length > 1);
    expect(between).toEqual([]);
  });
});
