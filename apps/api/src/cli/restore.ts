import { type Command, Option } from "commander";
import { decrypted, readIdentities } from "./backup/identities.js";
import { openBackup } from "./backup/open-place.js";
import { type BackupSource, verifyBackup } from "./backup/read-backup.js";
import { restoreBackup } from "./backup/restore-backup.js";
import { verifyByRestore } from "./backup/verify-by-restore.js";
import { createLog } from "../startup/log.js";
import { migrationsOf } from "./backup/restore-target.js";
import { moveMedia } from "./move-media.js";
import { photoBucketOf, probe } from "../pets/photos/object-store.js";
import { type Config, parseConfig } from "../config/config.js";
import { type Query, queryOfPool } from "../database/query.js";
import { forgetShared } from "../database/shared-settings.js";
import { findAuthSecret } from "../startup/auth-secret.js";
import { compareSecret } from "../startup/check-shared-settings.js";
import { jsonOption } from "./json-option.js";
import { createProgress } from "./progress.js";
import { print, type Shell } from "./shell.js";
import { openUnmigrated, withStore } from "./with-store.js";
import { plural, rowsOf, secondsSince } from "./words.js";

type RestoreOptions = { dryRun?: boolean; verify?: boolean; identity?: string };

/** @param passes - How many times the file is read. */
const trackProgress = (shell: Shell, { size }: BackupSource, passes: number) => {
  const progress = createProgress(shell, "rows", size * passes);
  let done = 0;
  const onProgress = (rows: number, bytes: number) => {
    done += bytes;
    progress.update(rows, done);
  };
  return { settings: { signal: shell.signal, onProgress }, stop: progress.stop };
};

const verify = async (shell: Shell, backup: BackupSource, file: string): Promise<void> => {
  const startedAt = performance.now();
  const { settings, stop } = trackProgress(shell, backup, 1);
  const { head, tail } = await verifyBackup(backup, settings).finally(stop);
  await migrationsOf(head);
  const what = `${rowsOf(tail.tables)}, of ${head.createdAt}`;
  await print(shell, {
    text: `The backup is complete: ${what} (verified in ${secondsSince(startedAt)}). Nothing was written.`,
    json: { file, createdAt: head.createdAt, tables: tail.tables },
  });
};

const verifyInScratch = async (shell: Shell, backup: BackupSource, file: string): Promise<void> => {
  const startedAt = performance.now();
  const { settings, stop } = trackProgress(shell, backup, 2);
  const log = await createLog(shell.isJson ? "silent" : "warn");
  const { head, tail } = await verifyByRestore(backup, log, settings).finally(stop);
  const what = `${rowsOf(tail.tables)}, of ${head.createdAt}`;
  await print(shell, {
    text: `The backup was restored into a scratch store, and equals it: ${what} (in ${secondsSince(startedAt)}).`,
    json: { file, createdAt: head.createdAt, tables: tail.tables },
  });
};

/**
 * A restored store can be used with any secret, because a copy for a test must not get that of the original.
 * @returns false if the secret of this environment is not the one that the backup's store was used with
 */
const acceptSecret = async (query: Query, config: Config): Promise<boolean> => {
  const { isAccepted } = await compareSecret(query, await findAuthSecret(config));
  if (!isAccepted) await forgetShared(query, "AUTH_SECRET");
  return isAccepted;
};

/** Verifies the whole file before a store is opened or made. */
const restore = async (shell: Shell, backup: BackupSource, file: string): Promise<void> => {
  const startedAt = performance.now();
  const { settings, stop } = trackProgress(shell, backup, 2);
  try {
    const verified = { ...backup, ...(await verifyBackup(backup, settings)) };
    await migrationsOf(verified.head);
    await withStore(
      shell,
      async ({ connection, pool }, config, log) => {
        const bucket = photoBucketOf(config);
        const objects = bucket?.isReadOnly === false ? bucket : undefined;
        if (objects !== undefined) await probe(objects);
        const { head, tables, applied, webhooksOff } = await restoreBackup(connection, verified, log, settings).finally(
          stop,
        );
        const migrated = applied.length === 0 ? "" : ` Then applied ${plural(applied.length, "migration")}.`;
        const files = objects && (await moveMedia(pool, objects, { signal: shell.signal }));
        const moved =
          files === undefined
            ? ""
            : ` Moved ${plural(files.moved, "file")} of photos to the bucket; ${files.damaged.length} stayed.`;
        const off =
          webhooksOff === 0
            ? ""
            : ` Turned off ${plural(webhooksOff, "webhook endpoint")}, because a copy must not send events: in the admin, turn on those that this store should send events to.`;
        const hasSameSecret = await acceptSecret(queryOfPool(pool), config);
        const secret = hasSameSecret
          ? ""
          : " AUTH_SECRET is not the one of this backup: set that one before the first start, unless this store is a copy; with another one, staff sign in again, and authenticator apps, recovery codes and webhook secrets stop working.";
        const what = `${rowsOf(tables)}, of ${head.createdAt},`;
        await print(shell, {
          text: `Restored ${what} in ${secondsSince(startedAt)}.${migrated}${moved}${off}${secret}`,
          json: {
            file,
            createdAt: head.createdAt,
            tables,
            applied,
            webhooksOff,
            hasSameSecret,
            ...(files && { photos: files }),
          },
        });
      },
      openUnmigrated,
    );
  } finally {
    stop();
  }
};

const runRestore = async (
  shell: Shell,
  file: string,
  { dryRun, verify: isVerified, identity }: RestoreOptions,
): Promise<void> => {
  const identities = identity === undefined ? [] : await readIdentities(identity);
  const backup = await openBackup(file, () => parseConfig(shell.env));
  try {
    const run = dryRun === true ? verify : isVerified === true ? verifyInScratch : restore;
    await run(shell, decrypted(backup, identities), file);
  } finally {
    await backup.close();
  }
};

const help = `
The store must be empty: a database without tables in DATABASE_URL, or a new folder in
DATA_DIR. The whole file is verified before anything is written. All rows are restored in
one transaction: a restore that fails or is killed leaves the store empty, and can be run
again. A backup of an older version is restored as it was, then migrated.

Examples:
  DATA_DIR=/var/lib/petstore-2 petstore restore store.gz
  DATABASE_URL=postgresql://petstore@db/petstore petstore restore store.gz
  petstore restore --dry-run store.gz
  petstore restore --verify store.gz           # needs room for a store in the folder of TMPDIR
  petstore restore 's3://bucket/prefix/petstore-3f9a2c41-20261129T021500Z.gz?region=eu-central-1'
  petstore restore store.gz.age --identity key.txt   # of a backup with --encrypt-to`;

export const addRestore = (program: Command, shell: Shell): void => {
  program
    .command("restore")
    .summary("restore a backup into an empty store")
    .description("Restores a backup, which `petstore backup` wrote, into an empty store.")
    .argument("<file>", "the file to read, or its address in a bucket; not a pipe, because it is read twice")
    .option("--dry-run", "verify the whole file, without a store")
    .addOption(
      new Option("--verify", "restore into a scratch store, compare it with the file, and remove it").conflicts(
        "dryRun",
      ),
    )
    .option("--identity <file>", "the file with the secret key of an encrypted backup, as age-keygen writes it")
    .addOption(
      jsonOption(
        "a JSON object: file, createdAt, tables (name, rows, sha256), and without --dry-run applied, the later migrations, and webhooksOff, the number of webhook endpoints that were turned off, hasSameSecret, whether the environment has the AUTH_SECRET of the backup, and with a bucket photos (moved, damaged)",
      ),
    )
    .addHelpText("after", help)
    .action((file: string, options: RestoreOptions) => runRestore(shell, file, options));
};
