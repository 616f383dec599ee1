import { randomUUID } from "node:crypto";
import type { Query } from "../database/query.js";

/** If a process dies, another takes over this long after the last renewal, at its next look. */
const LEASE_MS = 6_000;

export type Lease = {
  /**
   * Takes or renews the lease.
   * @returns whether this process sends, and the number of endpoints. It never sends while there are no endpoints
   */
  renew(): Promise<boolean>;
  isHeld(): boolean;
  /** Returns the holder and the token with which each write proves that this process has the lease. */
  proof(): { readonly holder: string; readonly token: string };
  release(): Promise<void>;
};

/**
 * Selects a row that locks the lease. A write that includes it happens before another process takes over, or not at
 * all.
 */
export const heldLease = `SELECT FROM webhook_lease WHERE holder = $1 AND token = $2::bigint AND expires_at > clock_timestamp() FOR SHARE`;

/** The places by which a copy of a store is recognised. */
export type LeasePlace = {
  /** The folder of a private store; empty for a store on a server. */
  readonly folder: string;
  /** The server of the store; empty for a private store. */
  readonly server: string;
  /** The standby of this server, which serves the same store after a failover. */
  readonly standby?: string | undefined;
};

type Seen = { readonly holder: string; readonly expiresAt: string; readonly isKnown: boolean };

/**
 * Another process that renews its lease shows that this store is the original, so the address by which this process
 * connects to it is only another name of its server. The lease in a copy is never renewed.
 */
const createNoteName = (query: Query, server: string) => {
  let seen: Seen | undefined;
  return async (): Promise<void> => {
    if (server === "" || seen?.isKnown === true) return;
    [seen] = await query<Seen>(
      `WITH noted AS (
         UPDATE webhook_lease SET places = places || $1::text
         WHERE holder = $2 AND expires_at > $3::timestamptz AND places <> '{}' AND $1::text <> ALL (places)
       )
       SELECT holder, expires_at::text AS "expiresAt", $1::text = ANY (places) AS "isKnown" FROM webhook_lease`,
      [server, seen?.holder ?? "", seen?.expiresAt ?? "infinity"],
    );
  };
};

/**
 * The lease ends by PostgreSQL's clock. Its holder trusts it for a shorter time, by its own clock. If the store has been
 * copied since the last lease, the statement that takes the lease also turns all endpoints off.
 */
export const createLease = (
  query: Query,
  { folder, server, standby = server }: LeasePlace = { folder: "", server: "" },
): Lease => {
  const holder = randomUUID();
  const noteName = createNoteName(query, server);
  let token = "0";
  let heldUntil = 0;
  return {
    renew: async () => {
      const askedAt = performance.now();
      const [row] = await query<{ token: string }>(
        `INSERT INTO webhook_lease AS lease (id, holder, token, expires_at, store, place, places)
         SELECT 1, $1, 1, clock_timestamp() + make_interval(secs => $2::float8 / 1000), webhook_store($3), $4, ARRAY[$4, $5]
         WHERE EXISTS (SELECT FROM webhook_endpoint)
           AND NOT EXISTS (SELECT FROM webhook_lease WHERE holder <> $1 AND expires_at > clock_timestamp())
         ON CONFLICT (id) DO UPDATE SET holder = EXCLUDED.holder, expires_at = EXCLUDED.expires_at, store = EXCLUDED.store,
           place = EXCLUDED.place,
           places = CASE WHEN lease.holder = EXCLUDED.holder OR EXCLUDED.place = ANY (lease.places)
             THEN ARRAY(SELECT DISTINCT unnest(lease.places || EXCLUDED.places)) ELSE EXCLUDED.places END,
           token = lease.token + (lease.holder <> EXCLUDED.holder OR lease.expires_at <= clock_timestamp())::integer
         WHERE lease.holder = EXCLUDED.holder OR lease.expires_at <= clock_timestamp()
         RETURNING token`,
        [holder, LEASE_MS, folder, server, standby],
        "renew_webhook_lease",
      );
      if (row === undefined) await noteName();
      token = row?.token ?? token;
      heldUntil = row === undefined ? 0 : askedAt + LEASE_MS;
      return row !== undefined;
    },
    isHeld: () => performance.now() < heldUntil,
    proof: () => ({ holder, token }),
    release: async () => {
      heldUntil = 0;
      // The token is 0 if this process never had the lease. Otherwise the lease is ended, even if `renew` has given it
      // up because there was no endpoint, so that no other process has to wait until it expires.
      if (token === "0") return;
      // The column has milliseconds. A time that is rounded up could be ahead of the clock, and the lease would still
      // be held.
      await query(
        "UPDATE webhook_lease SET expires_at = date_trunc('milliseconds', clock_timestamp()) WHERE holder = $1",
        [holder],
      );
    },
  };
};
