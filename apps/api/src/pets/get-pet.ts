import type { contract } from "@petstore/contract";
import type { Deps } from "../deps.js";
import { petNotFound } from "../errors.js";
import type { Operation } from "../operation.js";
import { toPet } from "../pet-row.js";

/** Deprecated; the gate adds the header fields that say so to every answer of the path. */
export const getPet =
  (deps: Pick<Deps, "db">): Operation<typeof contract.pets.getPet> =>
  async ({ params: { petId } }) => {
    const row = await deps.db.pet.findUnique({ where: { id: petId } });
    if (row === null) throw petNotFound(petId);
    return { status: 200, body: toPet(row) };
  };
