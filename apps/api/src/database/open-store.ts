import type { Logger } from "pino";
import type { Tracing } from "../tracing/tracing.js";
import { explainDatabaseError } from "./explain-database-error.js";
import { migrate } from "./migrate.js";
import { type Database, openDatabase } from "./open-database.js";

export const openStore = async (
  where: { readonly databaseUrl: string | undefined; readonly dataDir: string; readonly workers?: number },
  log: Logger,
  signal?: AbortSignal,
  tracing?: Tracing,
  onOpen = () => {},
): Promise<Database> => {
  const database = await openDatabase({ ...where, log, signal, tracing });
  try {
    onOpen();
    signal?.throwIfAborted();
    await migrate(database.connection, log, undefined, signal);
    signal?.throwIfAborted();
    return database;
  } catch (error) {
    await database.close();
    throw explainDatabaseError(error, database);
  }
};
