import type { Pet } from "@petstore/contract/routes";
import type { Query } from "../database/query.js";
import { eventInsert } from "./audit-trail.js";
import { groupBy } from "./group-by.js";
import { hasItsCategories, lockedSql, type PetCreation, rowsOf } from "./insert-pets.js";
import type { KeyedRequest } from "./keyed-request.js";
import type { AnyAnswer } from "./operation.js";
import { columnNames, columnsOfJson } from "./pet-columns.js";
import { hasNoOutcome, outcomeFieldsOf, outcomeInsert, outcomeKeyOf, tryLockKeys } from "./store-outcomes.js";

/** `keyed` is undefined for a request without an `Idempotency-Key`. */
export type KeyedCreation = PetCreation & { readonly keyed?: KeyedRequest | undefined };

/** Skips keys that are stored, even if expired, and creations with a category that is missing or locked. */
const drawSql = `
  WITH requested AS MATERIALIZED (
    SELECT * FROM jsonb_to_recordset($1::jsonb)
      AS (place int, creation int, category_id bigint, account_id bigint, idempotency_key text)
  ), ${lockedSql}, free AS MATERIALIZED (
    SELECT place FROM requested WHERE ${hasItsCategories} AND ${hasNoOutcome} ORDER BY place
  )
  SELECT place, nextval('pet_id_seq')::text AS id FROM free`;

const insertSql = `
  WITH requested AS MATERIALIZED (
    SELECT * FROM ROWS FROM (jsonb_to_recordset($1::jsonb) AS (creation int, pet jsonb, actor jsonb))
      WITH ORDINALITY AS one (creation, pet, actor, place)
  ), outcomes AS MATERIALIZED (
    SELECT creation AS place, keyed FROM jsonb_to_recordset($2::jsonb) AS (creation int, keyed jsonb)
  ), stored AS (
    ${outcomeInsert("outcomes")}
  ), ready AS MATERIALIZED (
    SELECT place, pet, actor, (pet->>'id')::bigint AS id FROM requested
    WHERE creation NOT IN (SELECT place FROM outcomes WHERE keyed->>'body' NOT IN (SELECT body FROM stored))
  ), inserted AS (
    INSERT INTO pet (id, ${columnNames}) SELECT id, ${columnsOfJson} FROM ready ORDER BY place
  ), recorded AS (
    ${eventInsert(`SELECT actor, 'pet.create' AS action, jsonb_build_object('kind', 'pet', 'id', id) AS subject,
      NULL::jsonb AS before, pet AS after, place FROM ready`)}
  )
  SELECT id::text AS id FROM ready`;

/**
 * Stores the outcome of each key with its pets: a crash keeps all or none. The ids are drawn first, because the outcome
 * contains them.
 * @param query - Of a transaction. @param answerOf - The outcome to store.
 * @returns The pets at the index of each creation; undefined if skipped.
 */
export const insertPetsOnce = async (
  query: Query,
  creations: readonly KeyedCreation[],
  answerOf: (pets: Pet[]) => AnyAnswer,
): Promise<(Pet[] | undefined)[]> => {
  const isOurs = await tryLockKeys(query, creations);
  const rows = rowsOf(creations);
  const requested = rows.flatMap(({ creation, pet }, place) =>
    isOurs[creation]
      ? [{ place, creation, category_id: pet.categoryId, ...outcomeKeyOf(creations[creation]?.keyed) }]
      : [],
  );
  // The next statement may wait for a table, and these requests must get their 409 meanwhile.
  if (requested.length === 0) return [];
  const drawn = await query<{ place: number; id: string }>(drawSql, [JSON.stringify(requested)]);
  const ids = new Map(drawn.map(({ place, id }) => [place, Number(id)]));
  const ready = rows.flatMap((row, place) => {
    const id = ids.get(place);
    return id === undefined ? [] : [{ ...row, pet: { id, ...row.pet } }];
  });
  if (ready.length === 0) return [];
  const byCreation = groupBy(ready, ({ creation }) => creation);
  const outcomes = [...byCreation].flatMap(([creation, own]) => {
    const keyed = creations[creation]?.keyed;
    return keyed === undefined
      ? []
      : [{ creation, keyed: outcomeFieldsOf(keyed, answerOf(own.map(({ pet }) => pet))) }];
  });
  const values = [JSON.stringify(ready), JSON.stringify(outcomes)];
  const inserted = new Set(
    (await query<{ id: string }>(insertSql, values, "insert_pets_once")).map(({ id }) => Number(id)),
  );
  return creations.map((_, at) => {
    const pets = (byCreation.get(at) ?? []).map(({ pet }) => pet);
    return pets[0] !== undefined && inserted.has(pets[0].id) ? pets : undefined;
  });
};
