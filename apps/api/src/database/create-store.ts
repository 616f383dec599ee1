import type { Client } from "pg";

/** The name of the store's database in a private server, and of the ordinary user that owns it. */
export const storeName = "petstore";

const setupLock = 5_028_842;

/** Makes the store's user and database where they are missing, by a superuser's connection. */
export async function createStore(client: Client): Promise<void> {
  await client.query("SELECT pg_advisory_lock($1)", [setupLock]);
  const { rowCount: hasRole } = await client.query("SELECT FROM pg_roles WHERE rolname = $1", [storeName]);
  if (hasRole === 0) {
    // The parameter is for imports, which hold the foreign key by locks of their own (docs/decisions/0006-imports.md).
    await client.query(
      `CREATE ROLE ${storeName} LOGIN; GRANT SET ON PARAMETER session_replication_role TO ${storeName}`,
    );
  }
  const { rowCount: hasDatabase } = await client.query("SELECT FROM pg_database WHERE datname = $1", [storeName]);
  if (hasDatabase === 0) {
    await client.query(`CREATE DATABASE ${storeName} OWNER ${storeName}`);
  }
  await client.query("SELECT pg_advisory_unlock($1)", [setupLock]);
}
