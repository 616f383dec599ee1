import { HistoryAction } from "@petstore/contract/routes";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../test/support/test-database.js";
import { queryOfPool } from "../database/query.js";
import { type FeedFilter, matchOf, maySelect } from "./event-filter.js";
import { type EventRow, numberEvents, readRows } from "./read-feed.js";

const filters: readonly FeedFilter[] = [
  { types: ["pet.created"] },
  { types: ["attribute.deleted", "order.updated"] },
  { types: ["note.created", "pet.deleted"], subject: "pet" },
  { types: ["category.merged"] },
  { subject: "pet:2" },
];

describe("the filter of the feed", () => {
  let database: TestDatabase;
  let read: (filter?: FeedFilter) => Promise<readonly EventRow[]>;

  // Each action occurs without a state before, without a state after, and with both.
  beforeAll(async () => {
    database = await createTestDatabase();
    const query = queryOfPool(database.pool);
    const before = await numberEvents(query);
    await database.pool.query(
      `INSERT INTO audit_event (at, actor_kind, actor_name, action, subject_kind, subject_id, before, after)
       SELECT now(), 'system', 'test', action, kind, CASE WHEN kind <> 'catalogue' THEN id END, before::jsonb, after::jsonb
       FROM unnest($1::text[]) AS action, split_part(action, '.', 1) AS kind, (VALUES (1, NULL, '{}'), (2, '{}', NULL), (3, '{}', '{}')) AS state (id, before, after)`,
      [HistoryAction.options],
    );
    const head = await numberEvents(query);
    read = async (filter = {}) => {
      const found = await readRows(query, before.position, head, { most: 1_000, filter: matchOf(filter)?.rows });
      return found.rows;
    };
  });
  afterAll(() => database.drop());

  it.each(filters)("selects in memory exactly the rows that PostgreSQL selects: %o", async (filter) => {
    const all = await read();
    expect(all).toHaveLength(3 * HistoryAction.options.length);
    const { rows } = matchOf(filter) ?? expect.fail("it selects everything");
    const selected = await read(filter);
    expect(selected.length).toBeGreaterThan(0);
    expect(all.filter((row) => maySelect(rows, row))).toEqual(selected);
  });
});
