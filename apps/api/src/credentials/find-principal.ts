import { setTimeout as delay } from "node:timers/promises";
import type { Scope } from "@petstore/contract";
import type { Pool } from "pg";
import { createBatcher } from "../concurrency/batcher.js";
import type { Lane } from "../concurrency/lane.js";
import { systemFlow } from "../concurrency/lanes.js";
import type { AccountRole } from "../generated/client.js";
import { effectiveScope } from "./scopes.js";
import type { Principal } from "./principal.js";

/** Finds the principal of a key by its hash; undefined if no key has it. */
export type FindPrincipal = (hash: string) => Promise<Principal | undefined>;

/** One query at a time, so far apart at least: made-up keys cost the database no more than this, however many come. */
const INTERVAL_MS = 10;
const MAX_BATCH_SIZE = 1_000;
const lookups = systemFlow("key look-ups");

type Row = {
  hash: string;
  keyId: string | null;
  name: string;
  scope: Scope;
  expiresAt: Date | null;
  accountId: string;
  role: AccountRole;
  counterKey: string;
  accountCounterKey: string;
};

const findCredentials = `
  WITH wanted AS (SELECT given, decode(given, 'base64') AS hash FROM unnest($1::text[]) AS given),
  active AS (SELECT *, concat('account ', id, ' ', created_at) AS account_counter_key FROM account WHERE NOT banned OR ban_expires <= now())
  SELECT given AS hash, api_key.id AS "keyId", api_key.name, scope, expires_at AS "expiresAt", active.id AS "accountId",
    role, given AS "counterKey",
    account_counter_key AS "accountCounterKey"
  FROM wanted JOIN api_key USING (hash) JOIN active ON active.id = api_key.account_id
  WHERE revoked_at IS NULL
  UNION ALL
  SELECT given, NULL, active.email, scope, least(session_key.expires_at, session.expires_at), active.id,
    role, account_counter_key, account_counter_key
  FROM wanted JOIN session_key USING (hash) JOIN session ON session.id = session_id
    JOIN active ON active.id = session.account_id`;

const toCredential = ({
  keyId,
  name,
  scope,
  expiresAt,
  accountId,
  role,
  counterKey,
  accountCounterKey,
}: Row): Principal => ({
  keyId: keyId === null ? undefined : BigInt(keyId),
  account: { id: BigInt(accountId), role },
  scope: effectiveScope(scope, role),
  expiresAt,
  actor: keyId === null ? { kind: "account", id: Number(accountId), name } : { kind: "key", id: Number(keyId), name },
  flow: { account: accountCounterKey, key: counterKey },
});

/** Looks keys up together: those that come while a query is under way are asked for in the next one. */
export const createFindPrincipal = (pool: Pool, lane: Lane): FindPrincipal => {
  let interval = Promise.resolve();
  const find = createBatcher<string, Principal | undefined>(
    lane,
    async (hashes) => {
      await interval;
      interval = delay(INTERVAL_MS);
      const { rows } = await pool.query<Row>(findCredentials, [[...new Set(hashes)]]);
      const found = new Map(rows.map((row) => [row.hash, toCredential(row)]));
      return hashes.map((hash) => found.get(hash));
    },
    { maxBatchSize: MAX_BATCH_SIZE, maxInFlight: 1 },
  );
  return (hash) => find(lookups, hash);
};
