import type { Logger } from "pino";
import { migrate } from "./migrate.js";
import { type Database, openDatabase } from "./open-database.js";

/**
 * Opens the store and brings its schema up to date: what the service and the command line both begin with.
 * @throws {OperatorError} it cannot be opened; nothing is left open then
 */
export async function openStore(
  where: { readonly databaseUrl: string | undefined; readonly dataDir: string; readonly workers?: number },
  log: Logger,
): Promise<Database> {
  const database = await openDatabase({ ...where, log });
  try {
    await migrate(database.connection, log);
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}
