import { type Command, Option } from "commander";
import { findBadRecipient } from "./backup/recipients.js";
import { parseRetention } from "./backup/retention.js";
import { backUpToPlace, type ToPlace } from "./backup/to-place.js";
import { SENSITIVE } from "./backup/sensitive.js";
import { summarize } from "./backup/summarize.js";
import { writeBackup } from "./backup/write-backup.js";
import type { Config } from "../config/config.js";
import type { Database } from "../database/open-database.js";
import { OperatorError } from "../config/operator-error.js";
import { photoBucketOf } from "../pets/photos/object-store.js";
import { jsonOption } from "./json-option.js";
import { OWNER_ONLY, writeOutput } from "./output-file.js";
import type { Shell } from "./shell.js";
import { openExistingUnmigrated, withStore } from "./with-store.js";

const backUp = async (shell: Shell, file: string, recipients: ToPlace["encryptTo"]): Promise<void> => {
  if (file === "-" && shell.stdout.isTTY === true) {
    throw new OperatorError("unwritable_file", "A backup cannot be written to a terminal;", "name a file, or pipe it.");
  }
  const work = (store: Database, config: Config) =>
    writeOutput(shell, file, {
      unit: "rows",
      mode: OWNER_ONLY,
      produce: (write, onRows) =>
        writeBackup(store.connection, write, {
          signal: shell.signal,
          onRows,
          objects: photoBucketOf(config),
          recipients,
        }),
      report: async (summary, time) => {
        const text = `${await summarize(summary, time, store, config)}\n${SENSITIVE}`;
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

With --to, the file gets a name with the time (UTC), such as
petstore-3f9a2c41-20261129T021500Z.gz, in a folder or a bucket; 3f9a2c41 stands for the
store. --keep then removes older ones of the same store: 7d,4w,12m keeps the newest backup of
each of the last 7 days, 4 weeks and 12 months that have one. A backup that fails removes
nothing. The key of a bucket is in BACKUP_AWS_ACCESS_KEY_ID and BACKUP_AWS_SECRET_ACCESS_KEY.

With --encrypt-to, only the owner of the secret key can read the backup, also with the program
age. Its name then ends with .gz.age. age-keygen makes the two keys.

Examples:
  petstore backup /mnt/backups/store.gz
  petstore backup --to /mnt/backups --keep 7d,4w,12m
  petstore backup --to 's3://bucket/prefix?region=eu-central-1' --keep 7d,4w,12m
  petstore backup store.gz.age --encrypt-to age1…
  petstore backup - | ssh backup@example.com 'cat > store.gz'
  petstore restore --dry-run store.gz          # verifies the file, and writes nothing

(Through pnpm, write \`npx --yes pnpm --silent petstore backup -\`, because pnpm itself prints lines.)`;

export const addBackup = (program: Command, shell: Shell): void => {
  program
    .command("backup")
    .summary("write the whole store to a file")
    .description("Writes the whole store to a file that `petstore restore` reads.")
    .argument("[file]", "the file to write, or - for standard output")
    .option("--to <place>", "write a file with the time in its name into this folder, or s3://bucket/prefix")
    .addOption(
      new Option("--keep <retention>", "with --to, remove older backups except these, such as 7d,4w,12m").argParser(
        parseRetention,
      ),
    )
    .option("--verify", "with --to, restore the backup into a scratch store and compare them before removing any")
    .option(
      "--encrypt-to <key>",
      "encrypt to a public key of age (age1…); give it again for another key",
      (key: string, keys: readonly string[] | undefined) => [...(keys ?? []), key],
    )
    .option("--identity <file>", "with --verify, the file with the secret key of an encrypted backup")
    .addOption(
      jsonOption(
        "a JSON object: file, createdAt, bytes, tables (name, rows, sha256), leftOut, missingFiles, and with --to removed, the names of the removed backups, and isVerified. With -, only the backup is printed",
      ),
    )
    .addHelpText("after", help)
    .action(async (file: string | undefined, { to, ...options }: Partial<ToPlace>, command: Command) => {
      if ((file === undefined) === (to === undefined)) command.error("error: name either a file or '--to'");
      const needsPlace = (["keep", "verify"] as const).find((name) => to === undefined && options[name] !== undefined);
      if (needsPlace !== undefined) command.error(`error: option '--${needsPlace}' needs '--to'`);
      const { encryptTo, identity, verify } = options;
      if (identity !== undefined && verify === undefined) command.error("error: option '--identity' needs '--verify'");
      if (encryptTo !== undefined && verify !== undefined && identity === undefined) {
        command.error(
          "error: option '--verify' needs '--identity' to read an encrypted backup; on a machine without it, leave out '--verify'",
        );
      }
      const badRecipient = await findBadRecipient(encryptTo ?? []);
      if (badRecipient !== undefined) command.error(`error: option '--encrypt-to' ${badRecipient}`);
      return file === undefined ? backUpToPlace(shell, { to: to ?? "", ...options }) : backUp(shell, file, encryptTo);
    });
};
