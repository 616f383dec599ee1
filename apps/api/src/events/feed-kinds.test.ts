import { contract, historyKinds, listRoutes, subjectKinds } from "@petstore/contract/routes";
import { expect, it } from "vitest";
import { createTestDatabase } from "../../test/support/test-database.js";
import { showEvent, type StoredEvent } from "./show-event.js";

const withoutId: readonly string[] = ["catalogue", "audit_trail"];

it("the feed contains only events of the catalogue's kinds", async () => {
  const { pool } = await createTestDatabase();
  const noted: string[] = [];
  for (const kind of subjectKinds) {
    const { rows } = await pool.query<{ id: string }>(
      `INSERT INTO audit_event (actor_kind, actor_name, action, subject_kind, subject_id)
       VALUES ('system', 'test', $1, $2, $3) RETURNING id`,
      [`${kind}.update`, kind, withoutId.includes(kind) ? null : 1],
    );
    const { rowCount } = await pool.query("SELECT FROM event_pending WHERE $1::bigint = ANY (event_ids)", [
      rows[0]?.id,
    ]);
    if (rowCount !== 0) noted.push(kind);
  }
  expect(noted).toEqual(historyKinds);
});

it("the feed shows keys of scope read no kind of object that they cannot read themselves", () => {
  const routes = listRoutes(contract);
  const hidden = historyKinds.filter((kind) => {
    const get = routes.find(({ operationId }) => operationId.toLowerCase() === `get${kind.replaceAll("_", "")}`);
    return get !== undefined && get.metadata.scope !== "read";
  });
  const at = new Date();
  const actor = { kind: "system", id: null, name: "test" } as const;
  const shown = hidden.filter((kind) => {
    const stored = { at, action: `${kind}.create`, subject: { kind, id: 1 }, before: null, after: { id: 1 }, actor };
    return showEvent(stored as StoredEvent, "read", () => true) !== undefined;
  });
  expect(hidden).toContain("note");
  expect(shown).toEqual([]);
});
