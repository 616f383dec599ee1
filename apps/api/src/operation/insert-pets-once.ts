import { IDEMPOTENCY_HOURS, type Pet } from "@petstore/contract";
import type { Query } from "../database/query.js";
import { eventInsert } from "./audit-trail.js";
import { lockedSql, type PetCreation, withStatus } from "./insert-pets.js";
import { type KeyedRequest, lockIdOf } from "./keyed-request.js";
import type { AnyAnswer } from "./operation.js";

/** `keyed` is undefined for a request without an `Idempotency-Key`. */
export type KeyedCreation = PetCreation & { readonly keyed?: KeyedRequest | undefined };

/**
 * Skips keys that are in use or stored, even if expired, and categories that are missing or locked; nothing waits. A
 * statement of its own: its locks are held before the next one waits for anything.
 */
const drawSql = `
  WITH requested AS MATERIALIZED (
    SELECT * FROM ROWS FROM (
      jsonb_to_recordset($1::jsonb) AS (category_id bigint, account_id bigint, idempotency_key text, lock_id bigint)
    ) WITH ORDINALITY AS creation (category_id, account_id, idempotency_key, lock_id, place)
  ), ${lockedSql}, free AS MATERIALIZED (
    SELECT place FROM requested JOIN locked ON locked.id = category_id
    WHERE lock_id IS NULL OR (
      NOT EXISTS (SELECT FROM stored_outcome AS stored
        WHERE stored.account_id = requested.account_id AND stored.idempotency_key = requested.idempotency_key)
      AND pg_try_advisory_xact_lock(lock_id)
    )
    ORDER BY place
  )
  SELECT place::integer AS place, nextval('pet_id_seq')::text AS id FROM free`;

/** Another holder of a key's lock may have committed since `drawSql` looked: the primary key of stored_outcome decides. */
const insertSql = `
  WITH requested AS MATERIALIZED (
    SELECT place, pet, actor, keyed
    FROM ROWS FROM (jsonb_to_recordset($1::jsonb) AS (pet jsonb, actor jsonb, keyed jsonb))
      WITH ORDINALITY AS creation (pet, actor, keyed, place)
  ), stored AS (
    INSERT INTO stored_outcome (account_id, idempotency_key, fingerprint, status, headers, body, expires_at)
    SELECT (keyed->>'accountId')::bigint, keyed->>'idempotencyKey', decode(keyed->>'fingerprint', 'hex'),
      (keyed->>'status')::smallint, keyed->'headers', keyed->>'body', now() + interval '${IDEMPOTENCY_HOURS} hours'
    FROM requested WHERE keyed IS NOT NULL ORDER BY place
    ON CONFLICT DO NOTHING RETURNING body
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

const drawnFieldsOf = ({ pet, keyed }: KeyedCreation) => ({
  category_id: pet.categoryId,
  account_id: keyed && String(keyed.accountId),
  idempotency_key: keyed?.idempotencyKey,
  lock_id: keyed && String(lockIdOf(keyed)),
});

const storedFieldsOf = (keyed: KeyedRequest, { status, headers = {}, body }: AnyAnswer) => ({
  accountId: String(keyed.accountId),
  idempotencyKey: keyed.idempotencyKey,
  fingerprint: Buffer.from(keyed.fingerprint).toString("hex"),
  status,
  headers,
  body: JSON.stringify(body),
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
  const drawn = await query<{ place: number; id: string }>(drawSql, [JSON.stringify(creations.map(drawnFieldsOf))]);
  const ids = new Map(drawn.map(({ place, id }) => [place - 1, Number(id)]));
  const rows = creations.flatMap(({ pet: body, actor, keyed }, at) => {
    const id = ids.get(at);
    if (id === undefined) return [];
    const pet = { id, ...withStatus(body) };
    return [{ at, pet, actor, keyed: keyed && storedFieldsOf(keyed, answerOf(pet)) }];
  });
  if (rows.length === 0) return [];
  const inserted = new Set(
    (await query<{ id: string }>(insertSql, [JSON.stringify(rows)])).map(({ id }) => Number(id)),
  );
  const pets = new Map(rows.filter(({ pet }) => inserted.has(pet.id)).map(({ at, pet }) => [at, pet]));
  return creations.map((_, at) => pets.get(at));
};
