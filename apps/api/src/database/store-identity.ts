import type { ClientBase, Pool } from "pg";

/** The identity is the same on a primary and its physical standbys, and different everywhere else. */
export type StoreIdentity = { readonly cluster: string; readonly database: string; readonly schema: string };

const text = `
  SELECT (pg_control_system()).system_identifier AS cluster, current_schema() AS schema,
    (SELECT oid FROM pg_database WHERE datname = current_database()) AS database`;

export const readStoreIdentity = async (connection: Pool | ClientBase): Promise<StoreIdentity> => {
  const { rows } = await connection.query<StoreIdentity>(text);
  return rows[0] as StoreIdentity;
};

export const findDifference = (primary: StoreIdentity, standby: StoreIdentity): string | undefined => {
  if (standby.cluster !== primary.cluster) return "belongs to another PostgreSQL cluster";
  if (standby.database !== primary.database) return "is another database of the primary";
  if (standby.schema !== primary.schema) return `opens the schema "${standby.schema}", not "${primary.schema}"`;
  return undefined;
};
