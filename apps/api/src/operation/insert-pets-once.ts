import type { Pet } from "@petstore/contract";
import type { Query } from "../database/query.js";
import { eventInsert } from "./audit-trail.js";
import { lockedSql, type PetCreation, withStatus } from "./insert-pets.js";
import type { KeyedRequest } from "./keyed-request.js";
import type { AnyAnswer } from "./operation.js";
import { hasNoOutcome, outcomeFieldsOf, outcomeInsert, outcomeKeyOf, tryLockKeys } from "./store-outcomes.js";

/** `keyed` is undefined for a request without an `Idempotency-Key`. */
export type KeyedCreation = PetCreation & { readonly keyed?: KeyedRequest | undefined };

/** Skips keys that are stored, even if expired, and categories that are missing or locked. */
const drawSql = `
  WITH requested AS MATERIALIZED (
    SELECT * FROM jsonb_to_recordset($1::jsonb) AS (place int, category_id bigint, account_id bigint, idempotency_key text)
  ), ${lockedSql}, free AS MATERIALIZED (
    SELECT place FROM requested JOIN locked ON locked.id = category_id
    WHERE ${hasNoOutcome} ORDER BY place
  )
  SELECT place, nextval('pet_id_seq')::text AS id FROM free`;

const insertSql = `
  WITH requested AS MATERIALIZED (
    SELECT place, pet, actor, keyed
    FROM ROWS FROM (jsonb_to_recordset($1::jsonb) AS (pet jsonb, actor jsonb, keyed jsonb))
      WITH ORDINALITY AS creation (pet, actor, keyed, place)
  ), stored AS (
    ${outcomeInsert("requested")}
  ), ready AS MATERIALIZED (
    SELECT place, pet, actor, (pet->>'id')::bigint AS id FROM requested
    WHERE keyed IS NULL OR keyed->>'body' IN (SELECT body FROM stored)
  ), inserted AS (
    INSERT INTO pet (id, name, category_id, status)
    SELECT id, pet->>'name', (pet->>'categoryId')::bigint, (pet->>'status')::pet_status FROM ready ORDER BY place
  ), recorded AS (
    ${eventInsert(`SELECT actor, 'pet.create' AS action, jsonb_build_object('kind', 'pet', 'id', id) AS subject,
      NULL::jsonb AS before, pet AS after, place FROM ready`)}
  )
  SELECT id::text AS id FROM ready`;

const drawnFieldsOf = ({ pet, keyed }: KeyedCreation, place: number) => ({
  place,
  category_id: pet.categoryId,
  ...outcomeKeyOf(keyed),
});

/**
 * Stores the outcome of each key with its pet: a crash keeps both or neither. The ids are drawn first, because the
 * outcome contains them.
 * @param query - Of a transaction. @param answerOf - The outcome to store.
 * @returns A pet at the index of each creation; undefined if skipped.
 */
export const insertPetsOnce = async (
  query: Query,
  creations: readonly KeyedCreation[],
  answerOf: (pet: Pet) => AnyAnswer,
): Promise<(Pet | undefined)[]> => {
  const isOurs = await tryLockKeys(query, creations);
  const requested = creations.map(drawnFieldsOf).filter(({ place }) => isOurs[place]);
  const drawn = await query<{ place: number; id: string }>(drawSql, [JSON.stringify(requested)], "draw_pets");
  const ids = new Map(drawn.map(({ place, id }) => [place, Number(id)]));
  const rows = creations.flatMap(({ pet: body, actor, keyed }, at) => {
    const id = ids.get(at);
    if (id === undefined) return [];
    const pet = { id, ...withStatus(body) };
    return [{ at, pet, actor, keyed: keyed && outcomeFieldsOf(keyed, answerOf(pet)) }];
  });
  if (rows.length === 0) return [];
  const inserted = new Set(
    (await query<{ id: string }>(insertSql, [JSON.stringify(rows)], "insert_pets_once")).map(({ id }) => Number(id)),
  );
  const pets = new Map(rows.filter(({ pet }) => inserted.has(pet.id)).map(({ at, pet }) => [at, pet]));
  return creations.map((_, at) => pets.get(at));
};
