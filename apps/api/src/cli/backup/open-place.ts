import { basename, dirname, resolve } from "node:path";
import type { Config } from "../../config/config.js";
import { OperatorError } from "../../config/operator-error.js";
import { parseBucket } from "../../config/photo-store.js";
import type { BackupPlace } from "./backup-place.js";
import { openBucketPlace } from "./bucket-place.js";
import { openFolderPlace } from "./folder-place.js";
import type { BackupSource } from "./read-backup.js";

const isAddress = (text: string): boolean => /^[a-z][a-z0-9+.-]*:\/\//i.test(text);

const badAddress = () =>
  new OperatorError(
    "invalid_environment",
    "The address of the backups is not valid:",
    "it must be a folder, or an address such as s3://bucket/prefix?region=eu-central-1, with endpoint=https://… for a store other than AWS.",
  );

const noCredentials = () =>
  new OperatorError(
    "invalid_environment",
    "The bucket of backups needs a key:",
    "set BACKUP_AWS_ACCESS_KEY_ID and BACKUP_AWS_SECRET_ACCESS_KEY.",
  );

/** @throws OperatorError if the text is neither a folder nor the address of a bucket, or if the bucket's key is unset */
export const openPlace = (text: string, { backupCredentials }: Pick<Config, "backupCredentials">): BackupPlace => {
  if (!isAddress(text)) return openFolderPlace(resolve(text));
  const bucket = parseBucket(text);
  if (bucket === undefined || bucket.isReadOnly) throw badAddress();
  if (backupCredentials === undefined) throw noCredentials();
  return openBucketPlace(bucket, backupCredentials);
};

/** Opens a backup by its path, or by an address such as `s3://bucket/prefix/petstore-….gz?region=eu-central-1`. */
export const openBackup = async (
  text: string,
  config: () => Pick<Config, "backupCredentials">,
): Promise<BackupSource> => {
  if (!isAddress(text)) {
    const path = resolve(text);
    return openFolderPlace(dirname(path)).open(basename(path));
  }
  const [, place, name, query = ""] = /^([^?]+)\/([^/?]+)(\?.*)?$/.exec(text) ?? [];
  if (place === undefined || name === undefined) throw badAddress();
  return openPlace(`${place}${query}`, config()).open(name);
};
