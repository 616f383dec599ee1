import { setTimeout as delay } from "node:timers/promises";
import type { Pool, PoolClient } from "pg";
import type { Logger } from "pino";
import { hasCode, isDatabaseUnavailable, isStatementTimeout } from "./errors.js";
import { OperatorError } from "../config/operator-error.js";
import { ServiceClient } from "./pool.js";
import { waitForReplay } from "./standby-position.js";
import { createStandbyState } from "./standby-state.js";
import type { AskPrimary } from "./wal-position.js";

export type Standby = {
  /** Tells whether reads use the standby. */
  isUsable(): boolean;
  /**
   * @returns Undefined if the primary must be used instead, because the standby is behind, failed, or cancelled the
   * work.
   */
  read<Result>(work: (client: PoolClient) => Promise<Result>): Promise<Result | undefined>;
  close(): Promise<void>;
};

type Options = {
  readonly askPrimary: AskPrimary;
  /** How long a read may wait for the standby. */
  readonly maxLagMs: number;
  /** Verifies a new connection. @throws OperatorError if it is connected to another store. */
  readonly verify: (client: PoolClient) => Promise<void>;
  readonly log: Logger;
};

const POLL_INTERVAL_MS = 250;
const SILENCE_MS = 1_000;
const LOCK_TIMEOUT = "55P03";

const explain = (error: unknown): string => {
  if (error instanceof OperatorError) return error.problem;
  return `it cannot be reached (${error instanceof Error && "code" in error ? String(error.code) : "unknown error"})`;
};

/**
 * @throws OperatorError if the standby does not belong to this store. A standby that cannot be reached yet is not an
 * error.
 */
export const openStandby = async (pool: Pool, { askPrimary, maxLagMs, verify, log }: Options): Promise<Standby> => {
  const closing = new AbortController();
  const state = createStandbyState(log);
  const clients = new Set<PoolClient>();
  const verified = new WeakSet<PoolClient>();
  let refusal: OperatorError | undefined;
  pool.on("connect", (client) => void clients.add(client));
  pool.on("remove", (client) => void clients.delete(client));
  // Repeats the reads in flight on the primary, because a standby that has gone or is silent must not block their
  // lanes.
  const cutAll = () => clients.forEach((client) => client instanceof ServiceClient && client.cut());

  const use = async <Result>(work: (client: PoolClient) => Promise<Result>): Promise<Result> => {
    const client = await pool.connect();
    let hasFailed = true;
    try {
      if (!verified.has(client)) await verify(client);
      verified.add(client);
      const result = await work(client);
      hasFailed = false;
      return result;
    } finally {
      client.release(hasFailed);
    }
  };
  const noteFailure = (error: unknown) => {
    if (error instanceof OperatorError) refusal = error;
    state.noteObstacle(explain(error));
  };
  const poll = async () => {
    const position = await askPrimary().catch(() => undefined);
    if (position === undefined) return;
    const silence = setTimeout(cutAll, SILENCE_MS + maxLagMs);
    try {
      const obstacle = await use((client) => waitForReplay(client, position, maxLagMs));
      if (obstacle === undefined) state.noteUsable();
      else state.noteObstacle(obstacle);
    } catch (error) {
      noteFailure(error);
      cutAll();
    } finally {
      clearTimeout(silence);
    }
  };
  const keepPolling = async () => {
    while (!closing.signal.aborted) {
      await delay(POLL_INTERVAL_MS, undefined, { signal: closing.signal, ref: false }).catch(() => {});
      if (!closing.signal.aborted) await poll();
    }
  };
  const close = async (polling?: Promise<void>) => {
    closing.abort();
    const silence = setTimeout(cutAll, SILENCE_MS);
    await polling;
    await pool.end();
    clearTimeout(silence);
  };
  await poll();
  if (refusal !== undefined) {
    await close();
    throw refusal;
  }
  const polling = keepPolling();
  return {
    isUsable: () => state.isUsable(),
    read: async (work) => {
      if (!state.isUsable()) return undefined;
      const position = await askPrimary().catch(() => undefined);
      if (position === undefined) return undefined;
      try {
        return await use(async (client) => {
          const obstacle = await waitForReplay(client, position, maxLagMs);
          if (obstacle === undefined) return work(client);
          state.noteObstacle(obstacle);
          return undefined;
        });
      } catch (error) {
        // The statement would take as long on the primary.
        if (isStatementTimeout(error)) throw error;
        // If the standby cancelled a statement because of the replay of its log, or because of a lock that the replay
        // held, the next statement may still succeed.
        const isOver =
          error instanceof OperatorError || (isDatabaseUnavailable(error) && !hasCode(error, LOCK_TIMEOUT));
        if (isOver) noteFailure(error);
        return undefined;
      }
    },
    close: () => close(polling),
  };
};
