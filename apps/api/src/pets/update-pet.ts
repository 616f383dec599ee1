import type { contract, Pet } from "@petstore/contract/routes";
import type { Query } from "../database/query.js";
import type { Config } from "../config/config.js";
import { petNotFound, petReserved, preconditionFailed } from "../errors.js";
import { petUpdate } from "../operation/audit-trail.js";
import { findReserved, lockPets } from "./store/lock-pets.js";
import type { Call, LockMode, Mutation } from "../operation/mutation.js";
import { updated } from "../operation/resource-answers.js";
import { applyChange, petColumns, type PetRow, toPet } from "./store/pet-table.js";
import { isPetMatch } from "./store/pet-tags.js";
import { type ActorEntry, createBatchWrite } from "./store/write-batch.js";
import { lockCategories } from "./store/lock-categories.js";
import { checkPet } from "./require-pet.js";

type Route = typeof contract.pets.updatePet;
type Update = Call<Route>;
type ReadPets = ReadonlyMap<number, Pet>;

const write = createBatchWrite("write_pets");

const idOf = ({ input: { params } }: Update) => params.petId;

/**
 * A merge locks categories before pets, so the opposite order could deadlock. A 404 or a 412 still takes precedence.
 */
const lockCategoryFor = async (query: Query, { config }: { readonly config: Config }, { input, caller }: Update) => {
  const { params, headers, body } = input;
  if (body.categoryId === undefined) return [];
  const [row] = await query<PetRow>(`SELECT ${petColumns.sql} FROM pet WHERE id = $1::bigint`, [params.petId]);
  checkPet(row && toPet(row), params.petId, headers["if-match"]);
  const references = [{ place: "body.categoryId" as const, categoryId: body.categoryId }];
  const registered = await lockCategories(query, config, references);
  return registered.map((entry) => ({ ...entry, actor: caller.actor }));
};

/** While an open order reserves a pet, only the order may change its status. */
const findReservedOf = (query: Query, pets: ReadPets, updates: readonly Update[]) => {
  const isRestated = (update: Update) => {
    const { status } = update.input.body;
    return status !== undefined && status !== pets.get(idOf(update))?.status;
  };
  return findReserved(query, updates.filter(isRestated).map(idOf));
};

const judge = (update: Update, pets: ReadPets, reserved: ReadonlyMap<number, number>, mode: LockMode) => {
  const { headers, body } = update.input;
  const petId = idOf(update);
  const before = pets.get(petId);
  if (before === undefined) return mode === "skip" ? "again" : petNotFound(petId);
  if (!isPetMatch(headers["if-match"], before)) return preconditionFailed("pet");
  const after = applyChange(before, body);
  if (mode === "skip" && after.categoryId !== before.categoryId) return "again";
  const orderId = after.status === before.status ? undefined : reserved.get(petId);
  return orderId === undefined ? { before, after } : petReserved(petId, orderId);
};

/** Updates of the same pet are applied one after the other, as if each had its own transaction. */
const updateAll = async (
  query: Query,
  updates: readonly Update[],
  mode: LockMode,
  registered: readonly ActorEntry[],
) => {
  const pets = await lockPets(query, updates.map(idOf), mode);
  const reserved = await findReservedOf(query, pets, updates);
  const verdicts = updates.map((update) => {
    const verdict = judge(update, pets, reserved, mode);
    if (verdict === "again" || !("after" in verdict)) return verdict;
    const { before, after } = verdict;
    pets.set(after.id, after);
    const entries = [...registered, { ...petUpdate(before, after), actor: update.caller.actor }];
    return { answer: updated(after), entries };
  });
  const done = verdicts.filter((verdict) => verdict !== "again" && "answer" in verdict);
  const written = new Map(done.map(({ answer: { body } }) => [body.id, body]));
  await write(query, { pets: [...written.values()], entries: done.flatMap(({ entries }) => entries) });
  return verdicts;
};

export const updatePet = (deps: { readonly config: Config }): Mutation<Route> => ({
  share: {},
  run: async (query, updates, mode) => {
    const [alone] = updates;
    const registered = mode === "wait" && alone ? await lockCategoryFor(query, deps, alone) : [];
    return updateAll(query, updates, mode, registered);
  },
});
