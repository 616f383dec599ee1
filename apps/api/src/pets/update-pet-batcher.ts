import type { Actor, contract, Pet, PetChange } from "@petstore/contract/routes";
import { inTransaction } from "../database/in-transaction.js";
import type { Query } from "../database/query.js";
import type { Deps } from "../deps.js";
import { petUpdate } from "../operation/audit-trail.js";
import { batchMutations } from "../operation/batch-mutations.js";
import type { Shortcut } from "../operation/operation.js";
import { isPetMatch } from "../operation/pet-row.js";
import { tryLockPets } from "../operation/try-lock-pets.js";
import { createBatchWrite } from "../operation/write-batch.js";
import { applyChange, petUpdated } from "./update-pet.js";

type Update = {
  readonly petId: number;
  readonly ifMatch: string | undefined;
  readonly change: PetChange;
  readonly actor: Actor;
};

const write = createBatchWrite("write_pets");

const reservedSql = `SELECT held_pet_id::text AS id FROM store_order WHERE held_pet_id = ANY ($1::bigint[])`;

/** Call it after the statement that locks the pets, whose snapshot misses the orders that were committed meanwhile. */
const findReserved = async (query: Query, ids: readonly number[]): Promise<ReadonlySet<number>> => {
  if (ids.length === 0) return new Set();
  const rows = await query<{ id: string }>(reservedSql, [ids], "find_reserved_pets");
  return new Set(rows.map(({ id }) => Number(id)));
};

/** Declines a new category: it must be locked before its pets. */
const judge = ({ ifMatch, change }: Update, before: Pet, isReserved: boolean): Pet | undefined => {
  const after = applyChange(before, change);
  const isPossible = after.categoryId === before.categoryId && (after.status === before.status || !isReserved);
  return isPossible && isPetMatch(ifMatch, before) ? after : undefined;
};

/** Updates of one pet follow each other, as if each had a transaction of its own. */
const updateAll = async (query: Query, updates: readonly Update[]) => {
  const pets = await tryLockPets(
    query,
    updates.map(({ petId }) => petId),
  );
  const restated = updates.filter(({ petId, change: { status } }) => status && status !== pets.get(petId)?.status);
  const reserved = await findReserved(
    query,
    restated.map(({ petId }) => petId),
  );
  const results = updates.map((update) => {
    const before = pets.get(update.petId);
    const after = before && judge(update, before, reserved.has(before.id));
    if (before === undefined || after === undefined) return undefined;
    pets.set(after.id, after);
    return { answer: petUpdated(after), entries: [{ ...petUpdate(before, after), actor: update.actor }] };
  });
  const done = results.filter((result) => result !== undefined);
  const written = new Map(done.map(({ answer: { body } }) => [body.id, body]));
  await write(query, { pets: [...written.values()], entries: done.flatMap(({ entries }) => entries) });
  return results;
};

/** Declines what it cannot do without waiting, and what would be refused. */
export const updatePetBatcher = (
  deps: Pick<Deps, "database" | "responseCache" | "lanes">,
): Shortcut<typeof contract.pets.updatePet> => {
  const update = batchMutations(
    deps,
    (updates: readonly Update[]) =>
      inTransaction(deps.database.pool, "BEGIN", (query) => updateAll(query, updates), []),
    { name: "updatePet" },
  );
  return ({ params: { petId }, headers, body }, { actor, flow }) =>
    update(flow, { petId, ifMatch: headers["if-match"], change: body, actor });
};
