import type { Server } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import type { Logger } from "pino";
import type { Config } from "../config/config.js";
import { untilAborted } from "../database/until-aborted.js";
import { StartMustWait } from "../database/start-must-wait.js";
import { createWaitingServer } from "../gate/waiting-server.js";
import { listen } from "./listen.js";

const RETRY_MS = 1_000;
const LOG_INTERVAL_MS = 10_000;
/** How long responses in flight may take when the port is being released. */
const LINGER_MS = 1_000;

export type WaitingPort = {
  /** The port on which the service will listen. */
  readonly port: number;
  /** Call it just before the service listens. When it returns, the port is free. */
  readonly release: () => void;
  /** Call it when the database has been reached, so that `/readyz` reports it. */
  readonly noteReached: () => void;
};

const createWaiting = (config: Config, log: Logger) => {
  let server: Server | undefined;
  let port = config.port;
  let address: string | undefined;
  let reason = "";
  const release = () => {
    const closing = server;
    server = undefined;
    if (closing === undefined) return;
    closing.close();
    setTimeout(() => closing.closeAllConnections(), LINGER_MS).unref();
  };
  return {
    get port() {
      return port;
    },
    release,
    noteReached: () => {
      reason = "the database is being prepared";
    },
    /** @returns The address at which the server answers in the meantime. */
    answerWith: async (why: string, signal: AbortSignal): Promise<string> => {
      reason = why;
      if (server !== undefined && address !== undefined) return address;
      server = createWaitingServer(config, log, () => reason);
      address = await untilAborted(signal, listen(server, { host: config.host, port }));
      port = Number(new URL(address).port);
      return address;
    },
  };
};

/** Logs the first failure at once, and after that one line every ten seconds. */
const createNoteAway = (log: Logger) => {
  let loggedAt = -Infinity;
  return ({ message }: StartMustWait, address: string) => {
    if (performance.now() - loggedAt < LOG_INTERVAL_MS) return;
    loggedAt = performance.now();
    log.warn({ address }, `${message} The service tries again every second.`);
  };
};

/**
 * Repeats a start that fails because its database is away. Meanwhile the service listens, and answers 200 to `/healthz`
 * and 503 to everything else.
 * @param attempt - Starts the service. If it fails, it must leave nothing running.
 */
export const waitForDatabase = async <Result>(
  config: Config,
  log: Logger,
  signal: AbortSignal,
  attempt: (port: WaitingPort) => Promise<Result>,
): Promise<Result> => {
  const waiting = createWaiting(config, log);
  const noteAway = createNoteAway(log);
  try {
    for (;;) {
      try {
        return await attempt(waiting);
      } catch (error) {
        if (!(error instanceof StartMustWait) || config.databaseUrl === undefined) throw error;
        noteAway(error, await waiting.answerWith(error.reason, signal));
        await delay(RETRY_MS, undefined, { signal }).catch(() => signal.throwIfAborted());
      }
    }
  } finally {
    waiting.release();
  }
};
