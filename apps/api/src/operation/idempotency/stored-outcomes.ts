import { IDEMPOTENCY_HOURS } from "@petstore/contract/routes";
import type { Query } from "../../database/query.js";
import { idempotencyKeyInUse } from "../../errors.js";
import { type KeyedRequest, lockIdOf } from "./keyed-request.js";
import type { Outcome } from "./verdict.js";

/** The request with the key of each call, at the index of the call; undefined for a call without a key. */
export type Requests = readonly (KeyedRequest | undefined)[];

const keyOf = ({ accountId, idempotencyKey }: KeyedRequest) => ({ accountId: String(accountId), idempotencyKey });
const hexOf = ({ fingerprint }: KeyedRequest) => Buffer.from(fingerprint).toString("hex");

/**
 * Locks each key if it is free, and reads its outcome, in one round trip. It is not a prepared statement, because a
 * plan that was made while stored_outcome was empty would later read the whole table.
 */
const openSql = `SELECT place, pg_try_advisory_xact_lock("lockId") AS "isLocked", status, headers, body,
    fingerprint = decode(hex, 'hex') AS "isSame"
  FROM jsonb_to_recordset($1::jsonb)
    AS requested (place int, "lockId" bigint, "accountId" bigint, "idempotencyKey" text, hex text)
  LEFT JOIN stored_outcome ON account_id = "accountId" AND idempotency_key = "idempotencyKey" AND expires_at > now()`;

type Row = { readonly place: number; readonly isLocked: boolean; readonly isSame: boolean | null } & (
  | { readonly status: number; readonly headers: Record<string, string>; readonly body: string }
  | { readonly status: null }
);

export type StoredOutcome = Required<Outcome> & { readonly isSame: boolean };

/** `outcome` may lack what the previous holder of the lock has just committed. {@link storeOutcomes} detects that. */
export type OpenKey = { readonly isLocked: boolean; readonly outcome: StoredOutcome | undefined };

const outcomeOf = (row: Row): StoredOutcome | undefined => {
  if (row.status === null) return undefined;
  const { status, headers, body } = row;
  return { status, headers, body: JSON.parse(body) as unknown, isSame: row.isSame === true };
};

/**
 * Call it before any table is accessed. A statement may have to wait for a table, and during this time a repeat must
 * find the key in use.
 */
export const openKeys = async (query: Query, requests: Requests): Promise<ReadonlyMap<number, OpenKey>> => {
  const wanted = requests.flatMap((request, place) =>
    request === undefined ? [] : [{ place, lockId: String(lockIdOf(request)), ...keyOf(request), hex: hexOf(request) }],
  );
  const rows = await query<Row>(openSql, [JSON.stringify(wanted)]);
  return new Map(rows.map((row) => [row.place, { isLocked: row.isLocked, outcome: outcomeOf(row) }]));
};

const storeSql = `
  INSERT INTO stored_outcome AS stored
    (account_id, idempotency_key, fingerprint, status, headers, body, expires_at)
  SELECT "accountId", "idempotencyKey", decode(hex, 'hex'), status, headers, body,
    now() + interval '${IDEMPOTENCY_HOURS} hours'
  FROM jsonb_to_recordset($1::jsonb) AS outcome
    ("accountId" bigint, "idempotencyKey" text, hex text, status smallint, headers jsonb, body text)
  ON CONFLICT (account_id, idempotency_key) DO UPDATE SET fingerprint = excluded.fingerprint,
    status = excluded.status, headers = excluded.headers, body = excluded.body, expires_at = excluded.expires_at
  WHERE stored.expires_at <= now()
  RETURNING status`;

type KeyedOutcome = { readonly request: KeyedRequest; readonly outcome: Outcome };

/**
 * Stores outcomes. If advisory locks are not shared between nodes, a concurrent request may insert its outcome first.
 * The WHERE lets only one of them succeed.
 * @throws AppError 409; the transaction must then roll back.
 */
export const storeOutcomes = async (query: Query, outcomes: readonly KeyedOutcome[]): Promise<void> => {
  if (outcomes.length === 0) return;
  const rows = outcomes.map(({ request, outcome: { status, headers = {}, body } }) => ({
    ...keyOf(request),
    hex: hexOf(request),
    status,
    headers,
    body: JSON.stringify(body),
  }));
  const stored = await query(storeSql, [JSON.stringify(rows)], "store_outcomes");
  if (stored.length !== rows.length) throw idempotencyKeyInUse();
};
