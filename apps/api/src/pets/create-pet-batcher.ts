import type { Actor, contract, Pet } from "@petstore/contract";
import { DatabaseError, type Pool } from "pg";
import { eventColumns } from "../operation/audit-trail.js";
import type { Deps } from "../deps.js";
import { isDatabaseUnavailable, withCode } from "../database/errors.js";
import { createBatcher } from "../concurrency/batcher.js";
import type { Shortcut } from "../operation/operation.js";
import { petAdded } from "./create-pet.js";

/** An animal to be added, all but its id, and by whom. */
type Addition = { readonly pet: Omit<Pet, "id">; readonly actor: Actor };

const batchLimits = { maxBatchSize: 64, maxInFlight: 2 };
/** PostgreSQL's connection_failure: what pg throws without a code is that the connection is gone or gives no answer. */
const CONNECTION_LOST = "08006";

/**
 * Left out is what has no category yet, or one that is being deleted or merged at this moment: `held` waits for nobody. Each
 * part is MATERIALIZED, so that categories are locked and ids drawn once, whoever reads of them.
 */
const insertPets = `
  WITH asked AS MATERIALIZED (
    SELECT place, pet, actor, (pet->>'categoryId')::bigint AS category_id
    FROM ROWS FROM (jsonb_to_recordset($1::jsonb) AS (pet jsonb, actor jsonb))
      WITH ORDINALITY AS addition (pet, actor, place)
  ), held AS MATERIALIZED (
    SELECT id FROM category WHERE id = ANY (ARRAY(SELECT category_id FROM asked))
    ORDER BY id FOR KEY SHARE SKIP LOCKED
  ), drawn AS MATERIALIZED (
    SELECT nextval('pet_id_seq') AS id, arrived.*
    FROM (SELECT asked.* FROM asked JOIN held ON held.id = category_id ORDER BY place) AS arrived
  ), made AS (
    INSERT INTO pet (id, name, category_id, status)
    SELECT id, pet->>'name', category_id, (pet->>'status')::pet_status FROM drawn
  ), noted AS (
    INSERT INTO audit_event (${eventColumns})
    SELECT moment, (actor->>'kind')::actor_kind, (actor->>'id')::bigint, actor->>'name', 'pet.create', 'pet', id,
      NULL, pet || jsonb_build_object('id', id)
    FROM drawn, clock_timestamp() AS moment ORDER BY place
  )
  SELECT place::integer AS place, id FROM drawn`;

/** Whether PostgreSQL itself refused the statement, of which nothing is left then. Of a lost connection nobody knows. */
const isRefused = (error: unknown) => error instanceof DatabaseError && !isDatabaseUnavailable(error);

/**
 * One statement, and so one transaction.
 * @returns The animal of each addition, at its place; undefined where it is left out, and where all are refused.
 * @throws What says that the database could not be reached, or was lost on the way: tried again, it could be done twice.
 */
const insertTogether = async (pool: Pool, additions: readonly Addition[]): Promise<(Pet | undefined)[]> => {
  const query = { name: "insert_pets", text: insertPets, values: [JSON.stringify(additions)] };
  const { rows } = await pool.query<{ place: number; id: string }>(query).catch((error: unknown) => {
    if (isRefused(error)) return { rows: [] };
    throw withCode(error, CONNECTION_LOST);
  });
  const ids = new Map(rows.map(({ place, id }) => [place - 1, id]));
  return additions.map(({ pet }, at) => {
    const id = ids.get(at);
    return id === undefined ? undefined : { id: Number(id), ...pet };
  });
};

const isThere = (pet: Pet | undefined): pet is Pet => pet !== undefined;

/**
 * Adds animals that come at the same moment in one statement, which is one commit. What is left out of it is not answered,
 * nor is any where it is refused, as by one bad row: each is then carried out on its own, in the ordinary way.
 */
export const createPetBatcher = ({
  database: { pool },
  responseCache,
  lanes,
}: Pick<Deps, "database" | "responseCache" | "lanes">): Shortcut<typeof contract.pets.createPet> => {
  const insert = async (additions: readonly Addition[]) => {
    const pets = await insertTogether(pool, additions);
    await responseCache.invalidate(pets.filter(isThere).map((pet) => ({ before: null, after: pet })));
    return pets;
  };
  const add = createBatcher<Addition, Pet | undefined>(lanes.writes, insert, batchLimits);
  return async ({ body: { name, categoryId, status = "available" } }, { actor, flow }) => {
    const pet = await add(flow, { pet: { name, categoryId, status }, actor });
    return pet && petAdded(pet);
  };
};
