import type { Logger } from "pino";
import { photoBucketOf } from "../../pets/photos/object-store.js";
import { createProgress } from "../progress.js";
import { print, type Shell } from "../shell.js";
import { openExistingUnmigrated, withStore } from "../with-store.js";
import { plural, secondsSince } from "../words.js";
import { backupName, nameStart, readStoreMark, timeOfName } from "./backup-names.js";
import type { BackupPlace } from "./backup-place.js";
import { decrypted, readIdentities } from "./identities.js";
import { openPlace } from "./open-place.js";
import { recordBackup } from "./record-backup.js";
import { findExpired, type Retention } from "./retention.js";
import { SENSITIVE } from "./sensitive.js";
import { summarize } from "./summarize.js";
import { isNotRestorable, verifyByRestore } from "./verify-by-restore.js";
import { writeBackup } from "./write-backup.js";

export type ToPlace = {
  readonly to: string;
  readonly keep?: Retention;
  readonly verify?: boolean;
  /** The public keys of age to encrypt the backup to. */
  readonly encryptTo?: readonly string[];
  /** The file with a secret key, for verifying an encrypted backup. */
  readonly identity?: string;
};

/** Removes the backups of this store that are no longer kept. Files with other names belong to somebody else. */
const prune = async (place: BackupPlace, mark: string, written: string, retention: Retention): Promise<string[]> => {
  await place.removeUnfinished(nameStart(mark));
  const backups = (await place.list(nameStart(mark))).flatMap((name) => {
    const time = timeOfName(name, mark);
    return time === undefined ? [] : [{ name, time }];
  });
  const expired = findExpired(backups, retention).map(({ name }) => name);
  // A clock that was wrong may have made a file that seems to be newer.
  const removed = expired.filter((name) => name !== written);
  for (const name of removed) await place.remove(name);
  return removed;
};

/** Restores the backup into a scratch store. One that cannot be restored is removed, because its name promises more. */
const verify = async (
  place: BackupPlace,
  name: string,
  identities: readonly string[],
  log: Logger,
  signal: AbortSignal,
): Promise<void> => {
  const source = await place.open(name);
  try {
    await verifyByRestore(decrypted(source, identities), log, { signal });
  } catch (error) {
    if (isNotRestorable(error)) await place.remove(name);
    throw error;
  } finally {
    await source.close();
  }
};

/** Writes a backup under a name with the time, and then removes those that are no longer kept. */
export const backUpToPlace = (
  shell: Shell,
  { to, keep, verify: isVerified = false, encryptTo: recipients = [], identity }: ToPlace,
): Promise<void> =>
  withStore(
    shell,
    async (store, config, log) => {
      const startedAt = performance.now();
      const place = openPlace(to, config);
      const identities = identity === undefined ? [] : await readIdentities(identity);
      const mark = await readStoreMark(store.pool);
      const name = backupName(mark, new Date(), recipients.length > 0);
      const progress = createProgress(shell, "rows");
      const settings = { signal: shell.signal, onRows: progress.update, objects: photoBucketOf(config), recipients };
      const summary = await place
        .write(name, (write) => writeBackup(store.connection, write, settings))
        .finally(progress.stop);
      if (isVerified) await verify(place, name, identities, log, shell.signal);
      await recordBackup(store.pool, summary.createdAt);
      const removed = keep === undefined ? [] : await prune(place, mark, name, keep);
      const done = await summarize(summary, secondsSince(startedAt), store, config);
      const gone = removed.length === 0 ? "" : ` Removed ${plural(removed.length, "older backup")}.`;
      const file = place.describe(name);
      const equals = isVerified ? " A store that was restored from it equals it." : "";
      const json = { file, ...summary, removed, isVerified };
      await print(shell, { text: `${done} It is "${file}".${equals}${gone}\n${SENSITIVE}`, json });
    },
    // The store is not migrated, because a backup before an upgrade has the schema from before it.
    openExistingUnmigrated,
  );
