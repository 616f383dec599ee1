import { setTimeout as sleep } from "node:timers/promises";
import type { Query } from "../database/query.js";

const LOCK_POLL_MS = 250;
/** Two imports that make the same categories in another order would wait for each other for ever. */
const IMPORT_LOCK = 0x70657469;

type Waiting = {
  readonly signal: AbortSignal;
  /** Another import is under way, and this one waits for it. */
  readonly onWait: () => void;
};

/** Waits until no other import is under way, and keeps others waiting until the transaction ends. */
export const takeImportLock = async (query: Query, { signal, onWait }: Waiting): Promise<void> => {
  for (let attempt = 0; ; attempt += 1) {
    const rows = await query<{ isOurs: boolean }>('SELECT pg_try_advisory_xact_lock($1) AS "isOurs"', [IMPORT_LOCK]);
    if (rows[0]?.isOurs === true) return;
    if (attempt === 0) onWait();
    await sleep(LOCK_POLL_MS, undefined, { signal });
  }
};
