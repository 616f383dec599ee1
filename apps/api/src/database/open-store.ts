import type { Logger } from "pino";
import { migrate } from "./migrate.js";
import { type Database, openDatabase } from "./open-database.js";

/**
 * Opens the store and brings its schema up to date, for the service and for the command line.
 * @param signal - Abandons the opening; nothing stays open.
 * @throws OperatorError if it cannot be opened; nothing stays open.
 */
export const openStore = async (
  where: { readonly databaseUrl: string | undefined; readonly dataDir: string; readonly workers?: number },
  log: Logger,
  signal?: AbortSignal,
): Promise<Database> => {
  const database = await openDatabase({ ...where, log, signal });
  try {
    signal?.throwIfAborted();
    await migrate(database.connection, log, undefined, signal);
    signal?.throwIfAborted();
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
};
