import { transact } from "../../src/database/transact.js";
import type { TestDatabase } from "./test-database.js";

/**
 * Empties tables and restarts their ids. The tasks of a running service read them too: PostgreSQL may end the statement
 * as a deadlock, and it is tried again.
 * @param tables - Separated by commas.
 */
export const emptyTables = async ({ db }: Pick<TestDatabase, "db">, tables: string): Promise<void> => {
  await transact(db, (tx) => tx.$executeRawUnsafe(`TRUNCATE ${tables} RESTART IDENTITY CASCADE`));
};
