import type { Command } from "commander";
import { type BackupSummary, writeBackup } from "./backup/write-backup.js";
import type { Config } from "../config/config.js";
import type { Database } from "../database/open-database.js";
import { OperatorError } from "../config/operator-error.js";
import { photoBucketOf } from "../pets/photos/object-store.js";
import { jsonOption } from "./json-option.js";
import { OWNER_ONLY, writeOutput } from "./output-file.js";
import type { Shell } from "./shell.js";
import { openExistingUnmigrated, withStore } from "./with-store.js";
import { plural, rowsOf } from "./words.js";

/** Asks PostgreSQL for the name, because DATABASE_URL may contain a password. */
const nameStore = async ({ pool, isPrivate }: Database, { dataDir }: Config): Promise<string> => {
  if (isPrivate) return `the store in "${dataDir}"`;
  const { rows } = await pool.query<{ database: string; host: string | null; port: number | null }>(
    "SELECT current_database() AS database, host(inet_server_addr()) AS host, inet_server_port() AS port",
  );
  const [{ database, host, port } = { database: "", host: null, port: null }] = rows;
  return `database "${database}"${host === null ? "" : ` at ${host}:${port}`}`;
};

const summarize = ({ tables, bytes, leftOut, missingFiles }: BackupSummary, time: string, store: string): string => {
  const others =
    leftOut.length === 0 ? "" : ` Left out, because they do not belong to Pet Store: ${leftOut.join(", ")}.`;
  const missing =
    missingFiles === 0 ? "" : ` Missing: ${plural(missingFiles, "photo file")}. Run \`petstore check\` to list them.`;
  return `Backed up ${store}: ${rowsOf(tables)} (${plural(bytes, "byte")}) in ${time}.${others}${missing}`;
};

const backUp = async (shell: Shell, file: string): Promise<void> => {
  if (file === "-" && shell.stdout.isTTY === true) {
    throw new OperatorError("unwritable_file", "A backup cannot be written to a terminal;", "name a file, or pipe it.");
  }
  const work = (store: Database, config: Config) =>
    writeOutput(shell, file, {
      unit: "rows",
      mode: OWNER_ONLY,
      produce: (write, onRows) =>
        writeBackup(store.connection, write, { signal: shell.signal, onRows, objects: photoBucketOf(config) }),
      report: async (summary, time) => {
        const text = summarize(summary, time, await nameStore(store, config));
        return { text, json: { file, ...summary } };
      },
    });
  // The store is not migrated, because a backup before an upgrade has the schema from before it.
  await withStore(shell, work, openExistingUnmigrated);
};

const help = `
The backup is one consistent snapshot: pets, categories, orders, accounts, hashes of keys,
the audit trail and saved views. The service may run and write in the meantime. The file
appears under its name when it is complete, and only its owner may read it.
\`petstore restore\` can read it into another version of PostgreSQL as well.

The backup does not contain the secret that signs cookies (AUTH_SECRET, or auth-secret in
DATA_DIR). If you restore it without that secret, staff have to sign in again.

Examples:
  petstore backup /mnt/backups/store-$(date +%F).gz
  petstore backup - | ssh backup@example.com 'cat > store.gz'
  petstore restore --dry-run store.gz          # verifies the file, and writes nothing

(Through pnpm, write \`npx pnpm --silent petstore backup -\`, because pnpm itself prints lines.)`;

export const addBackup = (program: Command, shell: Shell): void => {
  program
    .command("backup")
    .summary("write the whole store to a file")
    .description("Writes the whole store to a file that `petstore restore` reads.")
    .argument("<file>", "the file to write, or - for standard output")
    .addOption(
      jsonOption(
        "a JSON object: file, createdAt, bytes, tables (name, rows, sha256), leftOut, missingFiles. With -, only the backup is printed",
      ),
    )
    .addHelpText("after", help)
    .action((file: string) => backUp(shell, file));
};
