import type { Actor, contract } from "@petstore/contract/routes";
import { type Query, queryOf } from "../../database/query.js";
import type { Operation } from "../../operation/operation.js";
import { requirePet } from "../require-pet.js";
import { requireRoom } from "../store/note-table.js";
import type { NoteResource } from "./note-resource.js";

/** The audit trail names an account by the address that it signs in with, which is not for everyone who reads notes. */
const authorOf = async (query: Query, actor: Actor): Promise<Actor> => {
  if (actor.kind !== "account") return actor;
  const [account] = await query<{ name: string }>("SELECT name FROM account WHERE id = $1::bigint", [actor.id]);
  return { ...actor, name: account?.name ?? `account ${actor.id}` };
};

export const createNote =
  (notes: NoteResource): Operation<typeof contract.notes.createNote> =>
  async ({ params, body }, context) => {
    const query = queryOf(context.tx);
    await requirePet(query, { petId: params.petId, ifMatch: undefined, lockedFor: "change" });
    await requireRoom(query, params.petId);
    const author = await authorOf(query, context.caller.actor);
    return notes.create({ params, body: { ...body, author } }, context);
  };
