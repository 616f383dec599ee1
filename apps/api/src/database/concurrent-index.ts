import type { ClientBase } from "pg";
import type { Migration } from "./migrations.js";

const CREATE = /^CREATE (?:UNIQUE )?INDEX CONCURRENTLY (?:IF NOT EXISTS )?"([a-z0-9_]+)" ON [^;]+;?$/;
const DROP = /^DROP INDEX CONCURRENTLY IF EXISTS "([a-z0-9_]+)";?$/;

/**
 * The index of a migration that is one statement with CONCURRENTLY. PostgreSQL runs it outside a transaction, so that
 * it blocks nobody, and leaves an invalid index if it is cut off.
 */
export const concurrentIndexOf = ({ script }: Pick<Migration, "script">): string | undefined => {
  const lines = script.split("\n").filter((line) => !line.startsWith("--"));
  const statement = lines.join("\n").trim();
  return (CREATE.exec(statement) ?? DROP.exec(statement))?.[1];
};

/** What an earlier attempt left. @param index - From `concurrentIndexOf`: no character of it needs an escape. */
export const dropLeftIndex = async (client: ClientBase, index: string): Promise<void> => {
  await client.query(`DROP INDEX CONCURRENTLY IF EXISTS "${index}"`);
};
