import { BASE_PATH, type contract, type Pet } from "@petstore/contract/routes";
import { inTransaction } from "../database/in-transaction.js";
import { type Query, queryOf } from "../database/query.js";
import type { Deps } from "../deps.js";
import { petCreation } from "../operation/audit-trail.js";
import { batchMutations, type BatchOptions } from "../operation/batch-mutations.js";
import { insertPets, insertPetsAndCommit } from "../operation/insert-pets.js";
import { insertPetsOnce, type KeyedCreation } from "../operation/insert-pets-once.js";
import type { AnyAnswer, Operation, Shortcut } from "../operation/operation.js";
import { petTag } from "../operation/pet-row.js";
import { lockCategories } from "./lock-categories.js";

const petCreated = (pet: Pet) =>
  ({ status: 201, body: pet, headers: { Location: `${BASE_PATH}/pets/${pet.id}`, ETag: petTag(pet) } }) as const;

export const createPet =
  (deps: Pick<Deps, "config">): Operation<typeof contract.pets.createPet> =>
  async ({ body }, change) => {
    const { tx, record } = change;
    await lockCategories(change, deps.config, [{ place: "body.categoryId", categoryId: body.categoryId }]);
    const [pet] = (await insertPets(queryOf(tx), [body])) as [Pet];
    record(petCreation(pet));
    return petCreated(pet);
  };

export type BatchDeps = Pick<Deps, "database" | "responseCache" | "lanes">;

/** No two creates wait for the same row. */
const MAX_IN_FLIGHT = 2;

const isKeyed = ({ keyed }: KeyedCreation) => keyed !== undefined;

/** @param answerOf - To a request whose pets are stored. */
export const createInBatches = <Answer extends AnyAnswer>(
  deps: BatchDeps,
  answerOf: (pets: Pet[]) => Answer,
  options: BatchOptions<KeyedCreation>,
) => {
  const { pool } = deps.database;
  const query: Query = async (text, values) => (await pool.query({ name: "insert_pets", text, values })).rows;
  const insert = (creations: readonly KeyedCreation[]) =>
    creations.some(isKeyed)
      ? inTransaction(pool, "BEGIN", (tx) => insertPetsOnce(tx, creations, answerOf), [])
      : insertPetsAndCommit(query, creations);
  const run = async (creations: readonly KeyedCreation[]) => {
    const created = await insert(creations);
    return created.map((pets) => pets && { answer: answerOf(pets), entries: pets.map(petCreation) });
  };
  return batchMutations(deps, run, { maxInFlight: MAX_IN_FLIGHT, ...options });
};

/** Declines a create whose category it cannot lock, or whose key is in use or stored. */
export const createPetBatcher = (deps: BatchDeps): Shortcut<typeof contract.pets.createPet> => {
  const create = createInBatches(deps, ([pet]) => petCreated(pet as Pet), { name: "createPet" });
  return ({ body }, { actor, flow }, keyed) => create(flow, { pets: [body], actor, keyed });
};
