import { setTimeout as sleep } from "node:timers/promises";
import type { Query } from "../database/query.js";

const LOCK_POLL_MS = 250;
/** The lock is needed because two imports that create the same categories in different orders would otherwise deadlock. */
const IMPORT_LOCK = 0x70657469;

type Waiting = {
  readonly signal: AbortSignal;
  readonly onWait: () => void;
};

export const takeImportLock = async (query: Query, { signal, onWait }: Waiting): Promise<void> => {
  for (let attempt = 0; ; attempt += 1) {
    const rows = await query<{ isAcquired: boolean }>('SELECT pg_try_advisory_xact_lock($1) AS "isAcquired"', [
      IMPORT_LOCK,
    ]);
    if (rows[0]?.isAcquired === true) return;
    if (attempt === 0) onWait();
    await sleep(LOCK_POLL_MS, undefined, { signal });
  }
};
