import type { Command } from "commander";
import { type BackupSummary, writeBackup } from "./backup/write-backup.js";
import type { Config } from "../config/config.js";
import type { Database } from "../database/open-database.js";
import { OperatorError } from "../config/operator-error.js";
import { jsonOption } from "./json-option.js";
import { OWNER_ONLY, writeOutputFile } from "./output-file.js";
import { createProgress } from "./progress.js";
import { print, remark, type Shell, writeTo } from "./shell.js";
import { openExistingUnmigrated, withStore } from "./with-store.js";
import { plural, secondsSince } from "./words.js";

const rowsOf = ({ tables }: Pick<BackupSummary, "tables">): number => tables.reduce((sum, { rows }) => sum + rows, 0);

/** Asks PostgreSQL for the name: DATABASE_URL may have a password in it. */
const nameStore = async ({ pool, isPrivate }: Database, { dataDir }: Config): Promise<string> => {
  if (isPrivate) return `the store in "${dataDir}"`;
  const { rows } = await pool.query<{ database: string; host: string | null; port: number | null }>(
    "SELECT current_database() AS database, host(inet_server_addr()) AS host, inet_server_port() AS port",
  );
  const [{ database, host, port } = { database: "", host: null, port: null }] = rows;
  return `database "${database}"${host === null ? "" : ` at ${host}:${port}`}`;
};

const summarize = (summary: BackupSummary, startedAt: number, store: string): string => {
  const { tables, bytes, leftOut } = summary;
  const what = `${plural(rowsOf(summary), "row")} of ${plural(tables.length, "table")}`;
  const others = leftOut.length === 0 ? "" : ` Not Pet Store's, and left out: ${leftOut.join(", ")}.`;
  return `Backed up ${store}: ${what} (${plural(bytes, "byte")}) in ${secondsSince(startedAt)}.${others}`;
};

const backUpToOutput = async (shell: Shell): Promise<void> => {
  if (shell.stdout.isTTY === true) {
    throw new OperatorError("unwritable_file", "A backup is no text for a terminal;", "name a file, or pipe it.");
  }
  // Not migrated: the backup before an upgrade is of the schema before it.
  const work = async (store: Database, config: Config) => {
    const startedAt = performance.now();
    const write = writeTo(shell.stdout, shell.signal);
    const summary = await writeBackup(store.connection, write, { signal: shell.signal });
    await remark(shell, summarize(summary, startedAt, await nameStore(store, config)));
  };
  await withStore(shell, work, openExistingUnmigrated);
};

const backUpToFile = (shell: Shell, file: string): Promise<void> => {
  const work = async (store: Database, config: Config) => {
    const startedAt = performance.now();
    const progress = createProgress(shell, "rows");
    const settings = { signal: shell.signal, onRows: progress.update };
    const summary = await writeOutputFile(file, false, (write) => writeBackup(store.connection, write, settings), {
      canForce: false,
      mode: OWNER_ONLY,
    }).finally(progress.stop);
    const text = summarize(summary, startedAt, await nameStore(store, config));
    await print(shell, { text, json: { file, ...summary } });
  };
  return withStore(shell, work, openExistingUnmigrated);
};

const help = `
The backup is one consistent snapshot, taken while the service runs and writes: pets,
categories, orders, accounts, hashes of keys, the audit trail, saved views. The file appears
under its name when it is complete, and only its owner may read it. \`petstore restore\`
reads it, also with another version of PostgreSQL.

The secret that signs cookies is not in it (AUTH_SECRET, or auth-secret in DATA_DIR):
without it, staff sign in again.

Examples:
  petstore backup /mnt/backups/store-$(date +%F).gz
  petstore backup - | ssh backup@example.com 'cat > store.gz'
  petstore restore --dry-run store.gz          # verifies the file, and writes nothing

(Through pnpm, write \`npx pnpm --silent petstore backup -\`: pnpm prints lines of its own.)`;

export const addBackup = (program: Command, shell: Shell): void => {
  program
    .command("backup")
    .summary("write the whole store to a file")
    .description("Writes the whole store to a file that `petstore restore` reads.")
    .argument("<file>", "the file to write, or - for standard output")
    .addOption(
      jsonOption(
        "a JSON object: file, createdAt, bytes, tables (name, rows, sha256), leftOut. For -, nothing but the backup",
      ),
    )
    .addHelpText("after", help)
    .action((file: string) => (file === "-" ? backUpToOutput(shell) : backUpToFile(shell, file)));
};
