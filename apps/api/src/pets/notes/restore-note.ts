import type { contract } from "@petstore/contract/routes";
import { queryOf } from "../../database/query.js";
import { noteNeverDeleted } from "../../errors.js";
import type { Operation } from "../../operation/operation.js";
import type { Row } from "../../operation/resource-rows.js";
import { requirePet } from "../require-pet.js";
import { findDeletedNote, noteColumns, requireRoom, restoreNotes, toNote } from "../store/note-table.js";

export const restoreNote =
  (): Operation<typeof contract.notes.restoreNote> =>
  async ({ body: { id } }, { tx, record }) => {
    const query = queryOf(tx);
    const known = await findDeletedNote(query, id);
    if (known === undefined) throw noteNeverDeleted(id);
    await requirePet(query, { petId: known.petId, ifMatch: undefined, lockedFor: "change" });
    const [existing] = await query<Row>(`SELECT ${noteColumns.sql} FROM note WHERE id = $1::bigint`, [id]);
    if (existing !== undefined) return { status: 200, body: toNote(existing) };
    await requireRoom(query, known.petId);
    // Under the lock: somebody may have restored and deleted it meanwhile.
    const deleted = (await findDeletedNote(query, id)) ?? known;
    const [restored = deleted] = await restoreNotes({ query, record }, [deleted]);
    return { status: 200, body: restored };
  };
