import type { Logger } from "pino";
import type { Config } from "./config.js";
import type { Database } from "./database/open-database.js";
import { closeDeps, createDeps } from "./deps.js";
import { type FirstStart, prepareFirstStart } from "./first-start.js";
import { drain, listen } from "./listen.js";
import { createServer } from "./server.js";

export type Service = {
  readonly address: string;
  /** What the first start of this store made, where this was the first. */
  readonly firstStart: FirstStart | undefined;
  /** Ends gracefully: requests under way are answered, what is pending is written, the private PostgreSQL is stopped. */
  stop(): Promise<void>;
};

/**
 * Listens, and on the first start makes the first key: after the port is had, so that a start which fails makes no key
 * that nobody has seen.
 * @param database - Open and migrated. It is closed with the service, and when the start fails.
 * @throws OperatorError where the address cannot be had.
 */
export const startService = async (config: Config, log: Logger, database: Database): Promise<Service> => {
  const deps = await createDeps(config, log, database).catch(async (error: unknown) => {
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
    const address = await listen(server, config);
    const firstStart = await prepareFirstStart(deps);
    return { address, firstStart, stop };
  } catch (error) {
    await stop();
    throw error;
  }
};
