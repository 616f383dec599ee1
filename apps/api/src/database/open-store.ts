import type { Logger } from "pino";
import { migrate } from "./migrate.js";
import { type Database, openDatabase } from "./open-database.js";

/**
 * Opens the store and brings its schema up to date: what the service and the command line both begin with.
 * @param signal abandons the opening
 * @throws {OperatorError} it cannot be opened; nothing is left open then, nor when it is abandoned
 */
export async function openStore(
  where: { readonly databaseUrl: string | undefined; readonly dataDir: string; readonly workers?: number },
  log: Logger,
  signal?: AbortSignal,
): Promise<Database> {
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
}
