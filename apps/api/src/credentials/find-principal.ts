import { setTimeout as delay } from "node:timers/promises";
import type { Scope } from "@petstore/contract/routes";
import type { Pool } from "pg";
import { createBatcher } from "../concurrency/batcher.js";
import type { Lane } from "../concurrency/lane.js";
import { systemFlow } from "../concurrency/lanes.js";
import { sessionEndSql } from "./session-lifetime.js";
import type { AccountRole } from "../generated/client.js";
import { effectiveScope } from "./scopes.js";
import type { Principal } from "../operation/principal.js";

export type FindPrincipal = (hash: string) => Promise<Principal | undefined>;

/**
 * The time between two queries. However many invented keys are sent, the database gets no more queries than this
 * allows.
 */
const INTERVAL_MS = 10;
const MAX_BATCH_SIZE = 1_000;
const lookups = systemFlow("key look-ups");

type Row = {
  readonly hash: string;
  readonly keyId: string | null;
  readonly sessionId: string | null;
  readonly name: string;
  readonly scope: Scope;
  readonly expiresAt: Date | null;
  readonly accountId: string;
  readonly role: AccountRole;
  readonly counterKey: string;
  readonly accountCounterKey: string;
};

// $2 is the time of this process. If its clock is wrong, the expiry of an API key is moved by the difference, because the
// clock of the database decides: otherwise a key that has expired would work again. Sessions and their keys are not moved,
// because the service makes them, by its own clock.
const findPrincipals = `
  WITH clock AS (
    SELECT CASE WHEN abs(extract(epoch FROM ahead)) > 5 THEN ahead ELSE '0' END AS ahead
    FROM (SELECT $2::timestamptz - clock_timestamp() AS ahead) AS measured
  ),
  wanted AS (SELECT given, decode(given, 'base64') AS hash FROM unnest($1::text[]) AS given),
  active AS (SELECT *, concat('account ', id, ' ', created_at) AS account_counter_key FROM account WHERE NOT banned OR ban_expires <= now())
  SELECT given AS hash, api_key.id AS "keyId", NULL::bigint AS "sessionId", api_key.name, scope, expires_at + (SELECT ahead FROM clock) AS "expiresAt", active.id AS "accountId",
    role, given AS "counterKey",
    account_counter_key AS "accountCounterKey"
  FROM wanted JOIN api_key USING (hash) JOIN active ON active.id = api_key.account_id
  WHERE revoked_at IS NULL
  UNION ALL
  SELECT given, NULL, session.id, active.email, scope,
    least(session_key.expires_at, session.expires_at, ${sessionEndSql("active.role")}), active.id,
    role, account_counter_key, account_counter_key
  FROM wanted JOIN session_key USING (hash) JOIN session ON session.id = session_id
    JOIN active ON active.id = session.account_id`;

const toPrincipal = ({
  keyId,
  sessionId,
  name,
  scope,
  expiresAt,
  accountId,
  role,
  counterKey,
  accountCounterKey,
}: Row): Principal => ({
  keyId: keyId === null ? undefined : BigInt(keyId),
  ...(sessionId !== null && { sessionId: BigInt(sessionId) }),
  account: { id: BigInt(accountId), role },
  scope: effectiveScope(scope, role),
  expiresAt,
  actor: keyId === null ? { kind: "account", id: Number(accountId), name } : { kind: "key", id: Number(keyId), name },
  flow: { account: accountCounterKey, key: counterKey },
});

export const createFindPrincipal = (pool: Pool, lane: Lane): FindPrincipal => {
  let interval = Promise.resolve();
  const find = createBatcher<string, Principal | undefined>(
    lane,
    async (hashes) => {
      await interval;
      interval = delay(INTERVAL_MS);
      const { rows } = await pool.query<Row>(findPrincipals, [[...new Set(hashes)], new Date()]);
      const found = new Map(rows.map((row) => [row.hash, toPrincipal(row)]));
      return hashes.map((hash) => found.get(hash));
    },
    { name: "findPrincipal", maxBatchSize: MAX_BATCH_SIZE, maxInFlight: 1 },
  );
  return (hash) => find(lookups, hash);
};
