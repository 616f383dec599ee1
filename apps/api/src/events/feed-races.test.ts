import { setTimeout as delay } from "node:timers/promises";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { proofSize } from "../../test/support/proof-size.js";
import { createTestDatabase, type TestDatabase } from "../../test/support/test-database.js";
import { inTransaction } from "../database/transact.js";
import { type Query, queryOfPool } from "../database/query.js";
import { type EventRow, numberEvents, readRows } from "./read-feed.js";

/** A part of a transaction. If it is a savepoint that is rolled back, it must leave nothing behind. */
const Part = fc.record({
  subject: fc.integer({ min: 1, max: 3 }),
  events: fc.integer({ min: 1, max: 3 }),
  isUndone: fc.boolean(),
  pauseMs: fc.constantFrom(0, 0, 1, 15),
});
const Transaction = fc.record({ parts: fc.array(Part, { minLength: 1, maxLength: 3 }), isRolledBack: fc.boolean() });
const Writers = fc.array(fc.array(Transaction, { minLength: 1, maxLength: 4 }), { minLength: 2, maxLength: 6 });
type Writer = typeof Writers extends fc.Arbitrary<(infer One)[]> ? One : never;

/** The committed events of each subject, in the order of the commits. */
type Committed = Map<number, number[]>;

const NUMBERERS = 3;

describe("the feed", () => {
  let database: TestDatabase;
  let query: Query;
  let written = 0;
  beforeAll(async () => {
    database = await createTestDatabase();
    query = queryOfPool(database.pool);
  });
  afterAll(() => database.drop());

  /**
   * Writes events that wait for other events of their subject, as the events of a pet do. The lock lasts until the
   * commit.
   */
  const writePart = async (tx: Query, part: Writer[number]["parts"][number]): Promise<readonly [number, number][]> => {
    await tx("SELECT pg_advisory_xact_lock($1)", [part.subject]);
    await tx("SAVEPOINT part", []);
    const numbers = Array.from({ length: part.events }, () => (written += 1));
    await tx(
      `INSERT INTO audit_event (actor_kind, actor_name, action, subject_kind, subject_id, after)
       SELECT 'system', 'test', 'pet.update', 'pet', $1, jsonb_build_object('n', n) FROM unnest($2::int[]) AS n`,
      [part.subject, numbers],
    );
    await delay(part.pauseMs);
    if (part.isUndone) await tx("ROLLBACK TO SAVEPOINT part", []);
    return part.isUndone ? [] : numbers.map((number) => [part.subject, number] as [number, number]);
  };
  const rollBack = new Error("rolled back");
  const write = async (writer: Writer, committed: Committed) => {
    for (const { parts, isRolledBack } of writer) {
      await inTransaction(database.pool, "BEGIN", async (tx) => {
        const noted: [number, number][] = [];
        // All transactions take the locks in the same order, as in the service, so that there is no deadlock.
        for (const part of parts.toSorted((a, b) => a.subject - b.subject)) noted.push(...(await writePart(tx, part)));
        if (isRolledBack) throw rollBack;
        // The locks are still held at this point.
        for (const [subject, number] of noted) committed.set(subject, [...(committed.get(subject) ?? []), number]);
      }).catch((error: unknown) => {
        if (error !== rollBack) throw error;
      });
    }
  };
  const numberOf = ({ after }: EventRow) => (JSON.parse(after ?? "{}") as { n: number }).n;

  it("gives concurrent readers each event once, and the events of a subject in commit order", async () => {
    const start = await numberEvents(query);
    let { position } = start;
    await fc.assert(
      fc.asyncProperty(Writers, async (writers) => {
        const committed: Committed = new Map();
        const first = position;
        const seen: EventRow[] = [];
        const state = { isOver: false };
        const follow = async () => {
          const head = await numberEvents(query);
          const { rows } = await readRows(query, position, head, { most: 1_000 });
          expect(rows.map((row) => row.position)).toEqual(rows.map((_, at) => position + at + 1));
          position += rows.length;
          seen.push(...rows);
        };
        const reading = (async () => {
          while (!state.isOver) await follow();
        })();
        const numbering = Array.from({ length: NUMBERERS }, async () => {
          while (!state.isOver) {
            await query("SELECT FROM number_events(2)", []);
            await delay(1);
          }
        });
        await Promise.all(writers.map((writer) => write(writer, committed)));
        state.isOver = true;
        await Promise.all([reading, ...numbering]);
        await follow();

        const all = [...committed.values()].flat();
        expect(seen.map(numberOf).toSorted((a, b) => a - b)).toEqual(all.toSorted((a, b) => a - b));
        expect(position - first).toBe(all.length);
        for (const [subject, numbers] of committed) {
          expect(seen.filter(({ subjectId }) => Number(subjectId) === subject).map(numberOf)).toEqual(numbers);
        }
        const { rows: left } = await database.pool.query("SELECT FROM event_pending");
        expect(left).toEqual([]);
      }),
      { numRuns: proofSize("FEED_RUNS", { short: 15, full: 400 }) },
    );
  });

  it("misses no event that an old transaction commits after a reader has moved on", async () => {
    let end = () => {};
    const isToEnd = new Promise<void>((resolve) => (end = resolve));
    let begun = () => {};
    const hasBegun = new Promise<void>((resolve) => (begun = resolve));
    const insert = (tx: Query, n: number) =>
      tx(
        `INSERT INTO audit_event (actor_kind, actor_name, action, subject_kind, subject_id, after)
         VALUES ('system', 'test', 'pet.create', 'pet', $1::int, jsonb_build_object('n', $1::int))`,
        [n],
      );
    const { position } = await numberEvents(query);
    const slow = inTransaction(database.pool, "BEGIN", async (tx) => {
      await insert(tx, 1_000_001);
      begun();
      await isToEnd;
    });
    await hasBegun;
    await insert(query, 1_000_002);
    const { rows: early } = await readRows(query, position, await numberEvents(query), { most: 9 });
    end();
    await slow;
    const { rows: late } = await readRows(query, position, await numberEvents(query), { most: 9 });
    expect([early.map(numberOf), late.map(numberOf)]).toEqual([[1_000_002], [1_000_002, 1_000_001]]);
  });
});
