import type { Actor, NewPet, Pet } from "@petstore/contract/routes";
import type { Query } from "../../database/query.js";
import { eventInsert } from "../../operation/audit-trail.js";
import { columnNames, columnsOfJson, jsonColumns, jsonFields, toFields } from "./pet-table.js";

/** MATERIALIZED draws ids only once. */
const insertSql = `
  WITH drawn AS MATERIALIZED (
    SELECT nextval('pet_id_seq') AS drawn_id, new.* FROM jsonb_to_recordset($1::jsonb) AS new (${jsonColumns})
  ), inserted AS (
    INSERT INTO pet (id, ${columnNames}) SELECT drawn_id, ${jsonFields} FROM drawn
  )
  SELECT json_agg(drawn_id ORDER BY drawn_id)::text AS ids FROM drawn`;

/** @param query - Of a transaction. @param pets - At least one; their categories exist. @returns In the same order. */
export const insertPets = async (query: Query, pets: readonly NewPet[]): Promise<Pet[]> => {
  const rows = pets.map(toFields);
  const [inserted] = await query<{ ids: string }>(insertSql, [JSON.stringify(rows)]);
  const ids = JSON.parse(inserted?.ids ?? "[]") as number[];
  return rows.map((pet, at) => ({ id: ids[at] as number, ...pet }));
};

/** The pets of one request: all are inserted, or none. */
export type PetCreation = { readonly pets: readonly NewPet[]; readonly actor: Actor };

/**
 * Inserts pets with their events. Skips creations with a category that is missing, or locked by a delete or merge: it
 * never waits, so it cannot deadlock. MATERIALIZED locks and draws only once.
 */
const insertCreationsSql = `
  WITH requested AS MATERIALIZED (
    SELECT place, creation, pet, actor, (pet->>'categoryId')::bigint AS category_id
    FROM ROWS FROM (jsonb_to_recordset($1::jsonb) AS (creation int, pet jsonb, actor jsonb))
      WITH ORDINALITY AS one (creation, pet, actor, place)
  ), locked AS MATERIALIZED (
    SELECT id FROM category WHERE id = ANY (ARRAY(SELECT category_id FROM requested))
    ORDER BY id FOR KEY SHARE SKIP LOCKED
  ), drawn AS MATERIALIZED (
    SELECT nextval('pet_id_seq') AS id, ready.*
    FROM (SELECT * FROM requested WHERE creation NOT IN (
      SELECT creation FROM requested WHERE category_id NOT IN (SELECT id FROM locked)
    ) ORDER BY place) AS ready
  ), inserted AS (
    INSERT INTO pet (id, ${columnNames}) SELECT id, ${columnsOfJson} FROM drawn
  ), recorded AS (
    ${eventInsert(`SELECT actor, 'pet.create' AS action, jsonb_build_object('kind', 'pet', 'id', id) AS subject,
      NULL::jsonb AS before, pet || jsonb_build_object('id', id) AS after, place FROM drawn`)}
  )
  SELECT place::integer AS place, id::text AS id FROM drawn ORDER BY place`;

/** @returns The pets at the index of each creation; undefined if skipped. */
export const insertCreations = async (
  query: Query,
  creations: readonly PetCreation[],
): Promise<(Pet[] | undefined)[]> => {
  const rows = creations.flatMap(({ pets, actor }, creation) =>
    pets.map((pet) => ({ creation, pet: toFields(pet), actor })),
  );
  const inserted = await query<{ place: number; id: string }>(
    insertCreationsSql,
    [JSON.stringify(rows)],
    "insert_pets",
  );
  const created: Pet[][] = [];
  for (const { place, id } of inserted) {
    const { creation, pet } = rows[place - 1] as (typeof rows)[number];
    (created[creation] ??= []).push({ id: Number(id), ...pet });
  }
  return creations.map((_, at) => created[at]);
};
