import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../test/support/test-database.js";
import { queryOf } from "../../database/query.js";
import type { AuditEntry } from "../../operation/audit-trail.js";
import { restoreNotesOf } from "./note-table.js";

const PETS = 100;
const NOTES = 1_000;

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  // Each pet had ten notes. All were deleted at the same time, except that the first pet was deleted again later.
  await database.pool.query(
    `INSERT INTO category (id) VALUES (1);
     INSERT INTO pet (id, name, category_id) OVERRIDING SYSTEM VALUE SELECT id, 'Rex', 1 FROM generate_series(1, ${PETS}) AS id;
     INSERT INTO audit_event (at, actor_kind, actor_name, action, subject_kind, subject_id, before)
     SELECT timestamptz '2026-11-28T08:00:00Z', 'system'::actor_kind, 'x', 'pet.delete', 'pet', id, '{}'::jsonb FROM generate_series(1, ${PETS}) AS id
     UNION ALL SELECT timestamptz '2026-11-28T08:00:00Z', 'system', 'x', 'note.delete', 'note', id, jsonb_build_object('id', id,
       'petId', id % ${PETS} + 1, 'text', 'note ' || id, 'isWarning', false, 'isPinned', false, 'author', '{"kind":"system","id":null,"name":"x"}'::jsonb,
       'createdAt', '2026-11-27T08:00:00Z', 'updatedAt', '2026-11-27T08:00:00Z') FROM generate_series(1, ${NOTES}) AS id
     UNION ALL SELECT timestamptz '2026-11-28T09:00:00Z', 'system', 'x', 'pet.delete', 'pet', 1, '{}'`,
  );
});
afterAll(() => database.drop());

describe("the notes of restored pets", () => {
  it("are read once from the audit trail, however many pets are restored together", async () => {
    const entries: AuditEntry[] = [];
    const restored = await database.db.$transaction(async (tx) => {
      await restoreNotesOf(
        { tx, record: (entry) => void entries.push(entry) },
        Array.from({ length: PETS }, (_, at) => at + 1),
      );
      const [read] = await queryOf(tx)<{ count: number }>(
        `SELECT sum(coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::integer AS count
         FROM pg_stat_xact_user_tables WHERE relname LIKE 'audit_event%'`,
        [],
      );
      return read?.count ?? 0;
    });
    const notes = await database.db.note.findMany({ where: { petId: { in: [1n, 2n] } }, orderBy: { id: "asc" } });
    expect(notes.map(({ petId, text }) => [petId, text])).toEqual(
      Array.from({ length: NOTES / PETS }, (_, at) => [2, `note ${at * PETS + 1}`]),
    );
    expect(entries).toHaveLength(NOTES - NOTES / PETS);
    // The notes are read once to measure them and once to restore them. A look-up for each pet would have read 200,000.
    expect(restored).toBeGreaterThan(2 * NOTES);
    expect(restored).toBeLessThan(10 * NOTES);
  });
});
