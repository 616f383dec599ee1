import type { Actor, NewPet, Pet } from "@petstore/contract/routes";
import type { Query, StoredId } from "../../database/query.js";
import { eventInsert } from "../../operation/audit-trail.js";
import { columnNames, columnsOfJson, jsonColumns, jsonFields, toFields } from "./pet-table.js";

/** MATERIALIZED makes sure that ids are drawn only once. */
const insertSql = `
  WITH drawn AS MATERIALIZED (
    SELECT nextval('pet_id_seq') AS drawn_id, new.* FROM jsonb_to_recordset($1::jsonb) AS new (${jsonColumns})
  ), inserted AS (
    INSERT INTO pet (id, ${columnNames}) SELECT drawn_id, ${jsonFields} FROM drawn
  )
  SELECT json_agg(drawn_id ORDER BY drawn_id)::text AS ids FROM drawn`;

/**
 * @param query - Runs in a transaction.
 * @param pets - At least one. Their categories must exist.
 * @returns The inserted pets, in the same order.
 */
export const insertPets = async (query: Query, pets: readonly NewPet[]): Promise<Pet[]> => {
  const rows = pets.map(toFields);
  const [inserted] = await query<{ ids: string }>(insertSql, [JSON.stringify(rows)]);
  const ids = JSON.parse(inserted?.ids ?? "[]") as number[];
  return rows.map((pet, at) => ({ id: ids[at] as number, ...pet }));
};

/** The pets of one request. Either all of them are inserted or none. */
export type PetCreation = { readonly pets: readonly NewPet[]; readonly actor: Actor };

/** The statement for creations of several pets. Each creation is an action, whose events have the same time. */
const actions = {
  size: ", count(*) OVER (PARTITION BY creation) AS creation_size",
  drawn: "nextval('audit_event_id_seq') AS event_id, creation_size > 1 AS is_action, acted_at,",
  from: ", (SELECT clock_timestamp()::timestamptz(3) AS acted_at) AS acted",
  of: ", event_id, is_action, creation, acted_at",
  at: "acted_at",
  ids: ["event_id", "CASE WHEN is_action THEN min(event_id) OVER (PARTITION BY creation) END"],
  kept: `, kept AS (
    INSERT INTO action (id, at, events, parts)
    SELECT min(event_id), acted_at, count(*),
      jsonb_build_array(jsonb_build_object('action', 'pet.create', 'count', count(*)))
    FROM drawn WHERE is_action GROUP BY creation, acted_at
  )`,
};

const single = { size: "", drawn: "", from: "", of: "", at: "moment", ids: [], kept: "" };

/**
 * Inserts pets together with their events. It skips a creation whose category is missing, or locked by a deletion or a
 * merge. It never waits, so it cannot deadlock. MATERIALIZED makes sure that locks are taken and ids drawn only once.
 */
const insertCreationsSql = ({ size, drawn, from, of, at, ids, kept }: typeof actions | typeof single) => `
  WITH requested AS MATERIALIZED (
    SELECT place, creation, pet, actor, (pet->>'categoryId')::bigint AS category_id${size}
    FROM ROWS FROM (jsonb_to_recordset($1::jsonb) AS (creation int, pet jsonb, actor jsonb))
      WITH ORDINALITY AS one (creation, pet, actor, place)
  ), locked AS MATERIALIZED (
    SELECT id FROM category WHERE id = ANY (ARRAY(SELECT category_id FROM requested))
    ORDER BY id FOR KEY SHARE SKIP LOCKED
  ), drawn AS MATERIALIZED (
    SELECT nextval('pet_id_seq') AS id, ${drawn} ready.*
    FROM (SELECT * FROM requested WHERE creation NOT IN (
      SELECT creation FROM requested WHERE category_id NOT IN (SELECT id FROM locked)
    ) ORDER BY place) AS ready ${from}
  ), inserted AS (
    INSERT INTO pet (id, ${columnNames}) SELECT id, ${columnsOfJson} FROM drawn
  ), recorded AS (
    ${eventInsert(
      `SELECT actor, 'pet.create' AS action, jsonb_build_object('kind', 'pet', 'id', id) AS subject,
      NULL::jsonb AS before, pet || jsonb_build_object('id', drawn.id) AS after, place${of} FROM drawn`,
      at,
      ids,
    )}
  )${kept}
  SELECT place, id FROM drawn ORDER BY place`;

const insertSqls = { single: insertCreationsSql(single), actions: insertCreationsSql(actions) };

/** @returns The pets of each creation, at its index; undefined for a creation that was skipped. */
export const insertCreations = async (
  query: Query,
  creations: readonly PetCreation[],
): Promise<(Pet[] | undefined)[]> => {
  const rows = creations.flatMap(({ pets, actor }, creation) =>
    pets.map((pet) => ({ creation, pet: toFields(pet), actor })),
  );
  const isWithActions = creations.some(({ pets }) => pets.length > 1);
  const inserted = await query<{ place: StoredId; id: StoredId }>(
    isWithActions ? insertSqls.actions : insertSqls.single,
    [JSON.stringify(rows)],
    isWithActions ? "insert_pet_actions" : "insert_pets",
  );
  const created: Pet[][] = [];
  for (const { place, id } of inserted) {
    const { creation, pet } = rows[Number(place) - 1] as (typeof rows)[number];
    (created[creation] ??= []).push({ id: Number(id), ...pet });
  }
  return creations.map((_, at) => created[at]);
};
