import { tables } from "./schema-dump.js";

/**
 * The tables of all schema versions; others in the same schema belong to somebody else. Beside them `_prisma_migrations`
 * says how far the schema is migrated. A table that a migration drops is added here.
 */
export const storeTables: readonly string[] = tables;
