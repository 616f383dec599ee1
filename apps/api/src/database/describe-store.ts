import { isAbsolute } from "node:path";
import { Client, type ClientConfig } from "pg";
import type { Database } from "./open-database.js";

/** Where a store is, for people and logs. It contains no password. */
export type StorePlace = {
  readonly isPrivate: boolean;
  /** The folder of a private store; otherwise `host:port/database`, or the folder of the server's socket. */
  readonly place: string;
  /** The version of PostgreSQL. */
  readonly postgres: string;
  /** Whether the connections use TLS. A private store needs none, because its socket is in its folder. */
  readonly hasTls: boolean;
};

const text = `SELECT current_database() AS database, current_setting('server_version') AS postgres,
  coalesce((SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()), false) AS "hasTls"`;

/** Returns `host:port`, or the folder of the server's socket. */
export const serverOf = (connection: ClientConfig): string => {
  const { host, port } = new Client(connection);
  return isAbsolute(host) ? host : `${host}:${port}`;
};

type Row = { readonly database: string; readonly postgres: string; readonly hasTls: boolean };

export const findStorePlace = async (
  { pool, connection, isPrivate }: Pick<Database, "pool" | "connection" | "isPrivate">,
  dataDir: string,
): Promise<StorePlace> => {
  const { rows } = await pool.query<Row>(text);
  const { database, postgres, hasTls } = rows[0] as Row;
  const [version = postgres] = postgres.split(" ");
  return { isPrivate, place: isPrivate ? dataDir : `${serverOf(connection)}/${database}`, postgres: version, hasTls };
};

/** Returns a place such as `private, in /srv/data (PostgreSQL 18.1)`. */
export const describeStorePlace = ({ isPrivate, place, postgres, hasTls }: StorePlace): string =>
  isPrivate
    ? `private, in ${place} (PostgreSQL ${postgres})`
    : `${place} (PostgreSQL ${postgres}, ${hasTls ? "with" : "without"} TLS)`;
