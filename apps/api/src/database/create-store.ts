import type { Client } from "pg";

export const STORE_NAME = "petstore";

const SETUP_LOCK = 5_028_842;

export const createStore = async (client: Client): Promise<void> => {
  await client.query("SELECT pg_advisory_lock($1)", [SETUP_LOCK]);
  const { rowCount: hasRole } = await client.query("SELECT FROM pg_roles WHERE rolname = $1", [STORE_NAME]);
  if (hasRole === 0) {
    // Imports lock rows themselves and switch off foreign keys (docs/decisions/0006-imports.md).
    await client.query(
      `CREATE ROLE ${STORE_NAME} LOGIN; GRANT SET ON PARAMETER session_replication_role TO ${STORE_NAME}`,
    );
  }
  const { rowCount: hasDatabase } = await client.query("SELECT FROM pg_database WHERE datname = $1", [STORE_NAME]);
  if (hasDatabase === 0) {
    await client.query(`CREATE DATABASE ${STORE_NAME} OWNER ${STORE_NAME}`);
  }
  await client.query("SELECT pg_advisory_unlock($1)", [SETUP_LOCK]);
};
