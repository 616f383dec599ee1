import { BASE_PATH, type contract, type Pet } from "@petstore/contract";
import { DatabaseError } from "pg";
import { createBatcher } from "../concurrency/batcher.js";
import { inTransaction } from "../database/in-transaction.js";
import { isDatabaseUnavailable, withCode } from "../database/errors.js";
import { type Query, queryOf } from "../database/query.js";
import type { Deps } from "../deps.js";
import { insertPets, insertPetsAndCommit } from "../operation/insert-pets.js";
import { insertPetsOnce, type KeyedCreation } from "../operation/insert-pets-once.js";
import type { Operation, Shortcut } from "../operation/operation.js";
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
    record({ action: "pet.create", subject: { kind: "pet", id: pet.id }, before: null, after: pet });
    return petCreated(pet);
  };

const batchLimits = { maxBatchSize: 64, maxInFlight: 2 };
/** PostgreSQL's connection_failure: pg's own errors about a lost connection have no code. */
const CONNECTION_LOST = "08006";

/** Only an error of PostgreSQL proves a rollback: after a lost connection the outcome is unknown. */
const isRefused = (error: unknown) => error instanceof DatabaseError && !isDatabaseUnavailable(error);

const isKeyed = ({ keyed }: KeyedCreation) => keyed !== undefined;

/**
 * Declines a create whose category it cannot lock, or whose key is in use or stored.
 * @throws if the connection is lost: a retry could create twice.
 */
export const createPetBatcher = ({
  database: { pool },
  responseCache,
  lanes,
}: Pick<Deps, "database" | "responseCache" | "lanes">): Shortcut<typeof contract.pets.createPet> => {
  const query: Query = async (text, values) => (await pool.query({ name: "insert_pets", text, values })).rows;
  const run = (creations: readonly KeyedCreation[]) =>
    creations.some(isKeyed)
      ? inTransaction(pool, "BEGIN", (tx) => insertPetsOnce(tx, creations, petCreated), [])
      : insertPetsAndCommit(query, creations);
  const insert = async (creations: readonly KeyedCreation[]) => {
    const pets = await run(creations).catch((error: unknown) => {
      if (isRefused(error)) return [];
      throw withCode(error, CONNECTION_LOST);
    });
    const created = pets.flatMap((pet) => pet ?? []);
    if (created.length > 0) await responseCache.invalidate(created.map((pet) => ({ before: null, after: pet })));
    return pets;
  };
  const create = createBatcher<KeyedCreation, Pet | undefined>(lanes.writes, insert, batchLimits);
  return async ({ body }, { actor, flow }, keyed) => {
    const pet = await create(flow, { pet: body, actor, keyed });
    return pet && petCreated(pet);
  };
};
