import { transact } from "../../src/database/transact.js";
import type { TestDatabase } from "./test-database.js";

/**
 * Empties tables and restarts their ids. Background tasks of a running service read the tables too, so PostgreSQL may
 * end the statement because of a deadlock. In that case it is tried again.
 * @param tables - Names separated by commas.
 */
export const emptyTables = async ({ db }: Pick<TestDatabase, "db">, tables: string): Promise<void> => {
  await transact(db, (tx) => tx.$executeRawUnsafe(`TRUNCATE ${tables} RESTART IDENTITY CASCADE`));
};
