import { IDEMPOTENCY_HOURS } from "@petstore/contract/routes";
import type { Query } from "../database/query.js";
import { type KeyedRequest, lockIdOf } from "./keyed-request.js";
import type { AnyAnswer } from "./operation.js";

/** Before any table is touched: a statement may wait for one, and a repeat must find the key in use meanwhile. */
const lockKeysSql = "SELECT id::text AS id FROM unnest($1::bigint[]) AS id WHERE pg_try_advisory_xact_lock(id)";

/** @returns for each request whether it may go on: it has no key, or its key was free. */
export const tryLockKeys = async (
  query: Query,
  requests: readonly { readonly keyed?: KeyedRequest | undefined }[],
): Promise<readonly boolean[]> => {
  const ids = requests.map(({ keyed }) => keyed && String(lockIdOf(keyed)));
  const wanted = ids.filter((id) => id !== undefined);
  if (wanted.length === 0) return ids.map(() => true);
  const locked = new Set((await query<{ id: string }>(lockKeysSql, [wanted], "lock_keys")).map(({ id }) => id));
  return ids.map((id) => id === undefined || locked.has(id));
};

/**
 * Of a relation `requested` with these columns. False even for an expired outcome, which Express replaces. Do not
 * prepare its statement: planned while stored_outcome is empty, it would read all of it from then on.
 */
export const hasNoOutcome = `NOT EXISTS (SELECT FROM stored_outcome AS stored
  WHERE stored.account_id = requested.account_id AND stored.idempotency_key = requested.idempotency_key)`;

export const outcomeKeyOf = (keyed: KeyedRequest | undefined) => ({
  account_id: keyed && String(keyed.accountId),
  idempotency_key: keyed?.idempotencyKey,
});

/**
 * Another holder of a key's lock may have committed meanwhile: the primary key of stored_outcome decides.
 * @param requested - A relation with the columns `place` and `keyed`, which is null or what `outcomeFieldsOf` returns.
 */
export const outcomeInsert = (requested: string): string =>
  `INSERT INTO stored_outcome (account_id, idempotency_key, fingerprint, status, headers, body, expires_at)
   SELECT (keyed->>'accountId')::bigint, keyed->>'idempotencyKey', decode(keyed->>'fingerprint', 'hex'),
     (keyed->>'status')::smallint, keyed->'headers', keyed->>'body', now() + interval '${IDEMPOTENCY_HOURS} hours'
   FROM ${requested} WHERE keyed IS NOT NULL ORDER BY place
   ON CONFLICT DO NOTHING RETURNING body`;

export const outcomeFieldsOf = (keyed: KeyedRequest, { status, headers = {}, body }: AnyAnswer) => ({
  accountId: String(keyed.accountId),
  idempotencyKey: keyed.idempotencyKey,
  fingerprint: Buffer.from(keyed.fingerprint).toString("hex"),
  status,
  headers,
  body: JSON.stringify(body),
});

const storeSql = outcomeInsert(
  "ROWS FROM (jsonb_to_recordset($1::jsonb) AS (keyed jsonb)) WITH ORDINALITY AS requested (keyed, place)",
);

type Outcome = { readonly keyed?: KeyedRequest | undefined; readonly answer: AnyAnswer };

/** @param outcomes - No two with the same body. @returns those that it stored, and those without a key. */
export const storeOutcomes = async <One extends Outcome>(query: Query, outcomes: readonly One[]): Promise<One[]> => {
  const rows = outcomes.flatMap(({ keyed, answer }) => (keyed ? [{ keyed: outcomeFieldsOf(keyed, answer) }] : []));
  if (rows.length === 0) return [...outcomes];
  const stored = await query<{ body: string }>(storeSql, [JSON.stringify(rows)], "store_outcomes");
  const bodies = new Set(stored.map(({ body }) => body));
  return outcomes.filter(({ keyed, answer }) => keyed === undefined || bodies.has(JSON.stringify(answer.body)));
};
