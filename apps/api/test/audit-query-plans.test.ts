import { historyKinds } from "@petstore/contract/routes";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { auditEventListing } from "../src/audit/audit-event-listing.js";
import { actionListing } from "../src/audit/list-actions.js";
import type { Position } from "../src/operation/listing/position.js";
import type { Prisma } from "../src/generated/client.js";
import type { Listing } from "../src/operation/listing/listing.js";
import { pageStatement } from "../src/operation/listing/paging.js";
import { statisticsStatement } from "../src/audit/get-statistics.js";
import { explain, indexesIn, indexesOf, type Plan, scansOf, sortsOf } from "./support/plans.js";
import { createTestDatabase, type TestDatabase } from "./support/test-database.js";

const events = 100_000;

type Filters = Parameters<typeof auditEventListing>[0];

const middle = "2026-02-05T00:00:00.000Z";
const window = { createdFrom: "2026-02-04T00:00:00.000Z", createdTo: "2026-02-07T00:00:00.000Z" };

const walks: [string, Filters][] = [
  ["nothing", {}],
  ["a common actor", { actor: "key:1" }],
  ["an unknown actor", { actor: "key:99" }],
  ["the system", { actor: "system" }],
  ["a common action", { action: "pet.update" }],
  ["a rare action", { action: "api_key.create" }],
  ["a common kind", { subject: "pet" }],
  ["a rare kind", { subject: "api_key" }],
  ["the catalogue", { subject: "catalogue" }],
  ["one thing", { subject: "pet:7" }],
  ["one thing with many events", { subject: "category:1" }],
];

const mixtures: [string, Filters][] = [
  ["a common actor and a rare action", { actor: "key:1", action: "api_key.create" }],
  ["a rare actor and a common action", { actor: "key:4", action: "pet.update" }],
  ["a rare actor and a common kind", { actor: "key:4", subject: "pet" }],
  ["a common actor and a rare kind", { actor: "key:1", subject: "api_key" }],
  ["one thing, an actor and an action", { subject: "pet:7", actor: "key:1", action: "pet.update" }],
];

/** If a listing has several parts, sorting one or two pages of their rows costs no more than merging them. */
const MOST_SORTED = 200;

/** Near the end of a listing, there are fewer rows left than a page has, and any index is good enough to find them. */
const MOST_COST = 150;

/** Recognises a sort of the pages that several walks have returned. */
const isOfPages = ({ Plans: [inner] = [] }: Plan) => inner?.["Node Type"] === "Nested Loop";

const largeSortsOf = (nodes: Plan[]) =>
  sortsOf(nodes).filter(({ Plans = [] }) => Plans.some((inner) => inner["Plan Rows"] > MOST_SORTED));

describe(`the query plans of GET /audit-events at ${events} events`, () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
    // The table has two partitions of two weeks, and one for all other times, into which the test writes nothing.
    await database.pool.query(`DROP TABLE audit_event_oldest;
      SELECT add_audit_partition('audit_event_oldest', NULL, '2026-01-01');
      SELECT add_audit_partition('audit_event_part_' || week, start, start + interval '14 days')
      FROM generate_series(0, 5) AS week, LATERAL (SELECT '2026-01-01Z'::timestamptz + week * interval '14 days') AS one (start)`);
    // There is one event per minute for 69 days. Events of the rare kinds are the oldest.
    await database.pool.query(
      `INSERT INTO audit_event (at, actor_kind, actor_id, actor_name, action, subject_kind, subject_id, after)
       SELECT '2026-01-01T00:00:00Z'::timestamptz + n * interval '1 minute',
         CASE WHEN n % 1000 = 0 THEN 'system' WHEN n < 100 THEN 'account' ELSE 'key' END::actor_kind,
         CASE WHEN n % 1000 = 0 THEN NULL WHEN n < 100 THEN 3 WHEN n % 10 = 0 THEN 2 ELSE 1 END,
         'somebody', action, split_part(action, '.', 1),
         CASE WHEN action LIKE 'catalogue%' THEN NULL WHEN action LIKE 'category%' THEN 1 ELSE 1 + hashint4(n) & 16383 END,
         '{"name": "Frank"}'
       FROM generate_series(1, $1) AS n,
         LATERAL (SELECT CASE WHEN n < 50 THEN 'api_key.create' WHEN n % 2000 = 0 THEN 'catalogue.import'
           WHEN n % 20 = 1 THEN 'category.update' WHEN n % 3 = 0 THEN 'pet.create' ELSE 'pet.update' END AS action)`,
      [events],
    );
    // Account 3 has two keys: one with a tenth of all events, and one without events.
    await database.pool.query(
      `INSERT INTO account (id, email, name, role) VALUES (3, 'sam@petstore.test', 'Sam', 'owner');
       INSERT INTO api_key (id, account_id, name, scope, hash, prefix, last_four)
       SELECT id, 3, 'Key', 'read', decode(lpad(id::text, 64, '0'), 'hex'), 'pets_live_', 'abcd' FROM generate_series(2, 4, 2) AS id;
       ANALYZE api_key`,
    );
    const client = await database.pool.connect();
    // The sample covers all rows, so that every run has the same statistics.
    await client.query("SET default_statistics_target = 1000");
    await client.query("VACUUM ANALYZE audit_event");
    client.release(true);
  });
  afterAll(() => database.drop());

  /**
   * Covers the first page, pages far from the start in both directions, the last pages, and the other side of an empty
   * page.
   */
  const statementsOf = (listing: Listing): Prisma.Sql[] => {
    const at = (side: Position["side"], key: Position["key"]): Position => ({ side, key });
    const positions = [
      at("after", [middle, 50_400]),
      at("before", [middle, 50_400]),
      at("after", ["2026-01-01T01:00:00.000Z", 60]),
      at("before", ["2026-03-11T00:00:00.000Z", 99_960]),
    ];
    const edges = [at("atLeast", [middle, 50_400]), at("atMost", [middle, 50_400])];
    return [
      pageStatement(listing, undefined, 21),
      pageStatement(listing, undefined, 101),
      ...[...positions, ...edges].map((position) => pageStatement(listing, position, 21)),
    ];
  };
  const plansOf = (filters: Filters, kinds?: typeof historyKinds): Promise<Plan[][]> =>
    Promise.all(statementsOf(auditEventListing(filters, kinds)).map((statement) => explain(database.pool, statement)));

  describe.each([
    ["without a time range", {}],
    ["in three days", window],
  ])("%s", (_when, range) => {
    it.each(walks)("with a filter by %s, reads one index in order", async (_what, filters) => {
      for (const nodes of await plansOf({ ...filters, ...range })) {
        expect([...scansOf(nodes, "audit_event"), ...largeSortsOf(nodes)]).toEqual([]);
        // The rows of a page may be filtered by their size.
        const isOfPage = ({ Filter: filter = "" }: Plan) => filter.startsWith("(weighed.ahead <");
        const filtering = nodes.filter(
          (node) => node.Filter !== undefined && !isOfPage(node) && node["Total Cost"] > MOST_COST,
        );
        // The row of the position is looked up by its key. This is a single row, so its other columns may be filtered.
        expect(
          filtering.filter(({ "Index Cond": condition = "" }) => !/^\(\(at = .* AND \(id = /.test(condition)),
        ).toEqual([]);
      }
    });

    it("GET /history without a filter reads one index per kind in order, and no events of other kinds", async () => {
      for (const nodes of await plansOf(range, historyKinds)) {
        expect([...scansOf(nodes, "audit_event"), ...largeSortsOf(nodes).filter((sort) => !isOfPages(sort))]).toEqual(
          [],
        );
        const indexes = nodes.flatMap((node) => node["Index Name"] ?? []);
        // The names of the accounts on a page are looked up by id, and the orders by the time of the event.
        expect(new Set(indexes)).toEqual(
          new Set(["audit_event_subject_kind_at_id_idx", "account_pkey", "action_pkey", "audit_event_pkey"]),
        );
      }
    });

    it.each(walks.filter(([, { actor }]) => actor !== undefined))(
      "GET /history with a filter by %s reads the index of the actor",
      async (_what, filters) => {
        for (const nodes of await plansOf({ ...filters, ...range }, historyKinds)) {
          expect([...scansOf(nodes, "audit_event"), ...largeSortsOf(nodes)]).toEqual([]);
        }
      },
    );

    it.each<[string, Filters]>([
      ["an account with keys", { actor: "account:3" }],
      ["an account without keys", { actor: "account:9" }],
      ["an account with keys and an action", { actor: "account:3", action: "pet.update" }],
    ])("with a filter by %s, reads at most one page of each actor from the actor's index", async (_what, filters) => {
      for (const kinds of [undefined, historyKinds]) {
        for (const nodes of await plansOf({ ...filters, ...range }, kinds)) {
          expect(scansOf(nodes, "audit_event")).toEqual([]);
          // The row of the position, and the few rows before the end, are looked up by their keys in any index.
          const walked = nodes.filter(
            ({ "Index Cond": condition = "", "Total Cost": cost }) => !condition.includes("(id = ") && cost > MOST_COST,
          );
          const indexes = walked.flatMap((node) => node["Index Name"] ?? []).filter((name) => name.includes("audit"));
          expect(indexes.filter((name) => !name.includes("actor"))).toEqual([]);
          expect(largeSortsOf(nodes).filter((sort) => !isOfPages(sort))).toEqual([]);
        }
      }
    });

    it.each(mixtures)(
      "with a filter by %s, reads only the rows that the more selective index finds",
      async (_what, filters) => {
        for (const nodes of await plansOf({ ...filters, ...range })) {
          expect(scansOf(nodes, "audit_event")).toEqual([]);
          for (const { Plans = [] } of sortsOf(nodes)) expect(Plans[0]?.["Plan Rows"]).toBeLessThan(events * 0.05);
        }
      },
    );
  });

  it("reads the actions in order, and only one event of each action", async () => {
    for (const statement of statementsOf(actionListing({}))) {
      const nodes = await explain(database.pool, statement);
      const read = [...indexesIn([nodes])].filter((name) => name.startsWith("audit_event"));
      // A partition without rows may be scanned.
      const scans = scansOf(nodes, "audit_event").filter(({ "Total Cost": cost }) => cost > 1);
      expect([scans, largeSortsOf(nodes)]).toEqual([[], []]);
      expect(read).toContain("audit_event_actions_idx");
    }
  });

  it("each index of the table serves some query, so that no write pays for an unused one", async () => {
    const listed = await Promise.all(walks.map(([, filters]) => plansOf(filters)));
    const history = await plansOf({}, historyKinds);
    const statistics = await explain(
      database.pool,
      statisticsStatement([new Date(window.createdFrom), new Date(window.createdTo)]),
    );
    const ofActions = [...statementsOf(actionListing({})), ...statementsOf(auditEventListing({ actionId: "1-1" }))];
    const actions = await Promise.all(ofActions.map((statement) => explain(database.pool, statement)));
    const read = indexesIn([...listed.flat(), ...history, ...actions, statistics]);
    const ofTrail = [...read].filter((name) => name.startsWith("audit_event"));
    expect(new Set(ofTrail)).toEqual(await indexesOf(database.pool, "audit_event"));
  });

  it.each(walks)("with a filter by %s and a time range, reads nothing outside that range", async (_what, filters) => {
    const { text, values } = pageStatement(auditEventListing({ ...filters, ...window }), undefined, 101);
    const { rows } = await database.pool.query(`EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${text}`, values);
    const [{ Plan: plan }] = rows[0]["QUERY PLAN"];
    // A scan that began at the newest event would read hundreds of blocks.
    expect(plan["Shared Hit Blocks"] + plan["Shared Read Blocks"]).toBeLessThan(100);
  });
});
