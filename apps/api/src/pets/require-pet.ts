import type { Pet } from "@petstore/contract/routes";
import type { Query } from "../database/query.js";
import { petNotFound, preconditionFailed } from "../errors.js";
import { Prisma } from "../generated/client.js";
import { petColumns, type PetRow, toPet } from "./store/pet-table.js";
import { isPetMatch } from "./store/pet-tags.js";

export const petLocks = {
  nothing: Prisma.empty,
  // Allows concurrent references to the pet: its id does not change.
  change: Prisma.sql`FOR NO KEY UPDATE`,
  deletion: Prisma.sql`FOR UPDATE`,
};

type PetRequest = {
  readonly petId: number;
  readonly ifMatch: string | undefined;
  readonly lockedFor: keyof typeof petLocks;
};

/** @throws AppError 404; 412 if `If-Match` does not match. */
export const requirePet = async (query: Query, { petId, ifMatch, lockedFor }: PetRequest): Promise<Pet> => {
  const sql = `SELECT ${petColumns.sql} FROM pet WHERE id = $1::bigint ${petLocks[lockedFor].sql}`;
  const [row] = await query<PetRow>(sql, [petId]);
  if (row === undefined) throw petNotFound(petId);
  const pet = toPet(row);
  if (!isPetMatch(ifMatch, pet)) throw preconditionFailed("pet");
  return pet;
};
