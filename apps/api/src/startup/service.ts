import { setTimeout as delay } from "node:timers/promises";
import type { Logger } from "pino";
import type { Config } from "../config.js";
import type { Database } from "../database/open-database.js";
import { closeDeps, createDeps } from "../deps.js";
import { type FirstStart, prepareFirstStart } from "./first-start.js";
import { announceClose } from "../gate/connections.js";
import { drain, listen } from "./listen.js";
import type { WorkerBus } from "../cluster/worker-bus.js";
import { createServer } from "../server.js";
import { untilAborted } from "./shutdown-signals.js";

export type Listening = {
  readonly address: string;
  /** To be called once the first start is done: from then on `/readyz` answers 200. */
  markReady(): void;
  /** Ends gracefully: requests in flight are answered, what is pending is written, the private PostgreSQL is stopped. */
  stop(): Promise<void>;
};

export type Service = {
  readonly address: string;
  /** What the first start of this store made, where this was the first. */
  readonly firstStart: FirstStart | undefined;
  stop(): Promise<void>;
};

export type StartOptions = {
  /** Abandons the start. */
  readonly signal: AbortSignal;
  /** Whether the first key may be shown on standard output. */
  readonly isTerminal: boolean;
};

/**
 * Listens on a store that is open and migrated.
 * @param database - It is closed with the service, and when the start fails or is abandoned.
 * @throws OperatorError where the address cannot be had.
 */
export const listenOn = async (
  config: Config,
  log: Logger,
  database: Database,
  { signal, workerBus }: { readonly signal: AbortSignal; readonly workerBus?: WorkerBus },
): Promise<Listening> => {
  const deps = await createDeps(config, log, database, workerBus).catch(async (error: unknown) => {
    await database.close();
    throw error;
  });
  const server = createServer(deps);
  const stop = async () => {
    const wasReady = deps.life.state === "ready";
    deps.life.state = "stopping";
    if (server.listening) {
      announceClose(server);
      // A load balancer learns from /readyz that this replica is leaving, and goes on being answered meanwhile.
      if (wasReady) await delay(config.shutdownGraceSeconds * 1_000);
      await drain(server);
    }
    await closeDeps(deps);
  };
  const markReady = () => {
    if (deps.life.state === "starting") deps.life.state = "ready";
  };
  try {
    signal.throwIfAborted();
    const address = await untilAborted(signal, listen(server, config));
    return { address, markReady, stop };
  } catch (error) {
    await stop();
    throw error;
  }
};

/**
 * Listens, and on the first start makes the first key: after the port is had, so that a start which fails makes no key
 * that nobody has seen.
 * @param database - Open and migrated. It is closed with the service, and when the start fails or is abandoned.
 * @throws OperatorError where the address cannot be had.
 */
export const startService = async (
  config: Config,
  log: Logger,
  database: Database,
  options: StartOptions,
): Promise<Service> => {
  const listening = await listenOn(config, log, database, options);
  try {
    const firstStart = await prepareFirstStart({ db: database.db, config, log, database }, options);
    listening.markReady();
    return { ...listening, firstStart };
  } catch (error) {
    await listening.stop();
    throw error;
  }
};
