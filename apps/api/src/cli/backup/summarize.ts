import type { Config } from "../../config/config.js";
import type { Database } from "../../database/open-database.js";
import { plural, rowsOf } from "../words.js";
import type { BackupSummary } from "./write-backup.js";

/** Asks PostgreSQL for the name, because DATABASE_URL may contain a password. */
const nameStore = async ({ pool, isPrivate }: Database, { dataDir }: Config): Promise<string> => {
  if (isPrivate) return `the store in "${dataDir}"`;
  const { rows } = await pool.query<{ database: string; host: string | null; port: number | null }>(
    "SELECT current_database() AS database, host(inet_server_addr()) AS host, inet_server_port() AS port",
  );
  const [{ database, host, port } = { database: "", host: null, port: null }] = rows;
  return `database "${database}"${host === null ? "" : ` at ${host}:${port}`}`;
};

/** Says what was backed up: the store, its rows, and what is missing. */
export const summarize = async (
  { tables, bytes, leftOut, missingFiles }: BackupSummary,
  time: string,
  store: Database,
  config: Config,
): Promise<string> => {
  const others =
    leftOut.length === 0 ? "" : ` Left out, because they do not belong to Pet Store: ${leftOut.join(", ")}.`;
  const missing =
    missingFiles === 0 ? "" : ` Missing: ${plural(missingFiles, "photo file")}. Run \`petstore check\` to list them.`;
  return `Backed up ${await nameStore(store, config)}: ${rowsOf(tables)} (${plural(bytes, "byte")}) in ${time}.${others}${missing}`;
};
