import { tables } from "./schema-dump.js";

/**
 * The tables of all schema versions. Any other table in the same schema belongs to another program.
 * `_prisma_migrations` is not listed; it tells which migrations the schema has. When a migration drops a table, add the
 * table here.
 */
export const storeTables: readonly string[] = tables;
