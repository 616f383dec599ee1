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

/**
 * The lease ends by PostgreSQL's clock. Its holder trusts it for a shorter time, by its own clock. If the store has been
 * copied since the last lease, the statement that takes the lease also turns all endpoints off.
 * @param folder - The folder of a private store; empty for a store on a server.
 */
export const createLease = (query: Query, folder = ""): Lease => {
  const holder = randomUUID();
  let token = "0";
  let heldUntil = 0;
  return {
    renew: async () => {
      const askedAt = performance.now();
      const [row] = await query<{ token: string }>(
        `INSERT INTO webhook_lease AS lease (id, holder, token, expires_at, store)
         SELECT 1, $1, 1, clock_timestamp() + make_interval(secs => $2::float8 / 1000), webhook_store($3)
         WHERE EXISTS (SELECT FROM webhook_endpoint)
           AND NOT EXISTS (SELECT FROM webhook_lease WHERE holder <> $1 AND expires_at > clock_timestamp())
         ON CONFLICT (id) DO UPDATE SET holder = EXCLUDED.holder, expires_at = EXCLUDED.expires_at, store = EXCLUDED.store,
           token = lease.token + (lease.holder <> EXCLUDED.holder OR lease.expires_at <= clock_timestamp())::integer
         WHERE lease.holder = EXCLUDED.holder OR lease.expires_at <= clock_timestamp()
         RETURNING token`,
        [holder, LEASE_MS, folder],
        "renew_webhook_lease",
      );
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
