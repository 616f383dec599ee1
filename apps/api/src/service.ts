import type { Logger } from "pino";
import type { Config } from "./config.js";
import type { Database } from "./database/open-database.js";
import { closeDeps, createDeps } from "./deps.js";
import { type FirstStart, prepareFirstStart } from "./first-start.js";
import { drain, listen } from "./listen.js";
import type { Peers } from "./peers.js";
import { createServer } from "./server.js";

export type Listening = {
  readonly address: string;
  /** Ends gracefully: requests under way are answered, what is pending is written, the private PostgreSQL is stopped. */
  stop(): Promise<void>;
};

export type Service = Listening & {
  /** What the first start of this store made, where this was the first. */
  readonly firstStart: FirstStart | undefined;
};

/**
 * Listens on a store that is open and migrated.
 * @param database - It is closed with the service, and when the start fails.
 * @throws OperatorError where the address cannot be had.
 */
export const listenOn = async (config: Config, log: Logger, database: Database, peers?: Peers): Promise<Listening> => {
  const deps = await createDeps(config, log, database, peers).catch(async (error: unknown) => {
    await database.close();
    throw error;
  });
  const server = createServer(deps);
  const stop = async () => {
    deps.life.isStopping = true;
    if (server.listening) await drain(server);
    await closeDeps(deps);
  };
  try {
    return { address: await listen(server, config), stop };
  } catch (error) {
    await stop();
    throw error;
  }
};

/**
 * Listens, and on the first start makes the first key: after the port is had, so that a start which fails makes no key
 * that nobody has seen.
 * @param database - Open and migrated. It is closed with the service, and when the start fails.
 * @throws OperatorError where the address cannot be had.
 */
export const startService = async (config: Config, log: Logger, database: Database): Promise<Service> => {
  const listening = await listenOn(config, log, database);
  try {
    return { ...listening, firstStart: await prepareFirstStart({ db: database.db, config, log, database }) };
  } catch (error) {
    await listening.stop();
    throw error;
  }
};
