import { IDEMPOTENCY_HOURS, type Pet } from "@petstore/contract";
import type { Query } from "../database/query.js";
import { eventInsert } from "./audit-trail.js";
import { lockedSql, type PetCreation, withStatus } from "./insert-pets.js";
import { type KeyedRequest, lockIdOf } from "./keyed-request.js";
import type { AnyAnswer } from "./operation.js";

/** `keyed` is undefined for a request without an `Idempotency-Key`. */
export type KeyedCreation = PetCreation & { readonly keyed?: KeyedRequest | undefined };

/** Before any table is touched: a statement may wait for one, and a repeat must find the key in use meanwhile. */
const lockKeysSql = "SELECT id::text AS id FROM unnest($1::bigint[]) AS id WHERE pg_try_advisory_xact_lock(id)";

/** Skips keys that are stored, even if expired, and categories that are missing or locked. */
const drawSql = `
  WITH requested AS MATERIALIZED (
    SELECT * FROM jsonb_to_recordset($1::jsonb) AS (place int, category_id bigint, account_id bigint, idempotency_key text)
  ), ${lockedSql}, free AS MATERIALIZED (
    SELECT place FROM requested JOIN locked ON locked.id = category_id
    WHERE NOT EXISTS (SELECT FROM stored_outcome AS stored
      WHERE stored.account_id = requested.account_id AND stored.idempotency_key = requested.idempotency_key)
    ORDER BY place
  )
  SELECT place, nextval('pet_id_seq')::text AS id FROM free`;

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

/** @returns those that it has locked. */
const tryLocks = async (query: Query, ids: readonly string[]): Promise<ReadonlySet<string>> =>
  new Set((await query<{ id: string }>(lockKeysSql, [`{${ids.join(",")}}`])).map(({ id }) => id));

const drawnFieldsOf = ({ pet, keyed }: KeyedCreation, place: number) => ({
  place,
  category_id: pet.categoryId,
  account_id: keyed && String(keyed.accountId),
  idempotency_key: keyed?.idempotencyKey,
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
  const lockIds = creations.map(({ keyed }) => keyed && String(lockIdOf(keyed)));
  const locked = await tryLocks(
    query,
    lockIds.filter((id) => id !== undefined),
  );
  const isOurs = (id: string | undefined) => id === undefined || locked.has(id);
  const requested = creations.map(drawnFieldsOf).filter(({ place }) => isOurs(lockIds[place]));
  const drawn = await query<{ place: number; id: string }>(drawSql, [JSON.stringify(requested)]);
  const ids = new Map(drawn.map(({ place, id }) => [place, Number(id)]));
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
