import { BASE_PATH, type contract, type Pet } from "@petstore/contract";
import { inTransaction } from "../database/in-transaction.js";
import { type Query, queryOf } from "../database/query.js";
import type { Deps } from "../deps.js";
import type { AuditEntry } from "../operation/audit-trail.js";
import { batchMutations } from "../operation/batch-mutations.js";
import { insertPets, insertPetsAndCommit } from "../operation/insert-pets.js";
import { insertPetsOnce, type KeyedCreation } from "../operation/insert-pets-once.js";
import type { Operation, Shortcut } from "../operation/operation.js";
import { petTag } from "../operation/pet-row.js";
import { lockCategories } from "./lock-categories.js";

const petCreated = (pet: Pet) =>
  ({ status: 201, body: pet, headers: { Location: `${BASE_PATH}/pets/${pet.id}`, ETag: petTag(pet) } }) as const;

const creationOf = (pet: Pet): AuditEntry => ({
  action: "pet.create",
  subject: { kind: "pet", id: pet.id },
  before: null,
  after: pet,
});

export const createPet =
  (deps: Pick<Deps, "config">): Operation<typeof contract.pets.createPet> =>
  async ({ body }, change) => {
    const { tx, record } = change;
    await lockCategories(change, deps.config, [{ place: "body.categoryId", categoryId: body.categoryId }]);
    const [pet] = (await insertPets(queryOf(tx), [body])) as [Pet];
    record(creationOf(pet));
    return petCreated(pet);
  };

/** No two creates wait for the same row. */
const MAX_IN_FLIGHT = 2;

const isKeyed = ({ keyed }: KeyedCreation) => keyed !== undefined;

/** Declines a create whose category it cannot lock, or whose key is in use or stored. */
export const createPetBatcher = (
  deps: Pick<Deps, "database" | "responseCache" | "lanes">,
): Shortcut<typeof contract.pets.createPet> => {
  const { pool } = deps.database;
  const query: Query = async (text, values) => (await pool.query({ name: "insert_pets", text, values })).rows;
  const insert = (creations: readonly KeyedCreation[]) =>
    creations.some(isKeyed)
      ? inTransaction(pool, "BEGIN", (tx) => insertPetsOnce(tx, creations, petCreated), [])
      : insertPetsAndCommit(query, creations);
  const run = async (creations: readonly KeyedCreation[]) => {
    const pets = await insert(creations);
    return pets.map((pet) => pet && { answer: petCreated(pet), entries: [creationOf(pet)] });
  };
  const create = batchMutations(deps, run, MAX_IN_FLIGHT);
  return ({ body }, { actor, flow }, keyed) => create(flow, { pet: body, actor, keyed });
};
