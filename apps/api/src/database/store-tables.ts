import { tables } from "./schema-dump.js";

/**
 * The tables of all schema versions; any others in the same schema belong to somebody else. `_prisma_migrations`, which
 * is not listed, says how far the schema is migrated. When a migration drops a table, add the table here.
 */
export const storeTables: readonly string[] = tables;
