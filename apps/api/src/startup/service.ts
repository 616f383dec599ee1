import { setTimeout as delay } from "node:timers/promises";
import type { Logger } from "pino";
import type { Config } from "../config.js";
import type { Database } from "../database/open-database.js";
import { useStandby } from "../database/use-standby.js";
import { closeDeps, createDeps, type Deps } from "../deps.js";
import { announceClose } from "../gate/connections.js";
import { createServer } from "../server.js";
import { type FirstStart, prepareFirstStart } from "./first-start.js";
import { drain, listen } from "./listen.js";
import { untilAborted } from "./shutdown-signals.js";

export type Listening = {
  readonly address: string;
  markReady(): void;
  stop(): Promise<void>;
};

export type Service = {
  readonly address: string;
  readonly firstStart: FirstStart | undefined;
  stop(): Promise<void>;
};

export type StartOptions = {
  readonly signal: AbortSignal;
  readonly isTerminal: boolean;
};

/** Closes the store with the service, and when the start fails or is abandoned. */
export type StartService = (config: Config, log: Logger, database: Database, options: StartOptions) => Promise<Service>;

const orClose = async <Result>(database: Database, work: () => Promise<Result>): Promise<Result> => {
  try {
    return await work();
  } catch (error) {
    await database.close();
    throw error;
  }
};

export const listenOn = async (
  config: Config,
  log: Logger,
  database: Database,
  { signal, workerBus }: { readonly signal: AbortSignal; readonly workerBus?: Deps["workerBus"] },
): Promise<Listening> => {
  const store = await orClose(database, () => useStandby(database, config, log));
  const deps = await orClose(store, () => createDeps(config, log, store, workerBus));
  const server = createServer(deps);
  const stop = async () => {
    const wasReady = deps.life.state === "ready";
    deps.life.state = "stopping";
    if (server.listening) {
      announceClose(server);
      // A load balancer sends requests until it sees /readyz fail.
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

/** Listens before the first start: a start that fails must not create a key that it cannot show. */
export const startService: StartService = async (config, log, database, options) => {
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
