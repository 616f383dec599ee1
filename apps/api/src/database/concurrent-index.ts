import type { ClientBase } from "pg";
import type { Migration } from "./migrations.js";

const CREATE = /^CREATE (?:UNIQUE )?INDEX CONCURRENTLY (?:IF NOT EXISTS )?"([a-z0-9_]+)" ON [^;]+;?$/;
const DROP = /^DROP INDEX CONCURRENTLY IF EXISTS "([a-z0-9_]+)";?$/;

/**
 * Finds the index of a migration that is one statement with CONCURRENTLY. PostgreSQL runs such a statement outside a
 * transaction, so it blocks no other statement. If it is interrupted, it leaves an invalid index.
 */
export const concurrentIndexOf = ({ script }: Pick<Migration, "script">): string | undefined => {
  const lines = script.split("\n").filter((line) => !line.startsWith("--"));
  const statement = lines.join("\n").trim();
  return (CREATE.exec(statement) ?? DROP.exec(statement))?.[1];
};

/**
 * Drops the index that an earlier attempt left behind.
 * @param index - A name from `concurrentIndexOf`, so it has no character that must be escaped.
 */
export const dropLeftIndex = async (client: ClientBase, index: string): Promise<void> => {
  await client.query(`DROP INDEX CONCURRENTLY IF EXISTS "${index}"`);
};
