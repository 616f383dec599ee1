import type { BucketCredentials } from "../../config/config.js";
import { OperatorError } from "../../config/operator-error.js";
import type { Bucket } from "../../config/photo-store.js";
import {
  bucketExplainer,
  type LargeObjects,
  type ObjectStore,
  openObjectStore,
} from "../../pets/photos/object-store.js";
import { ObjectStoreError } from "../../pets/photos/s3-requests.js";
import type { BackupPlace, Write } from "./backup-place.js";
import { createChunker } from "./chunker.js";

/** A part takes this long at 140 kB/s. */
const DEADLINE_MS = 60_000;
/** S3 takes 10,000 parts, so a backup may have 80 GB. */
const PART_BYTES = 8 * 1024 * 1024;
const READ_BYTES = 4 * 1024 * 1024;

const explain = bucketExplainer("backups", "the address, BACKUP_AWS_ACCESS_KEY_ID or BACKUP_AWS_SECRET_ACCESS_KEY");

const explained = <Result>(work: Promise<Result>): Promise<Result> =>
  work.catch((error: unknown) => Promise.reject(explain(error)));

/** Uploads in parts, so the object exists only once the last part is there. It holds one part in memory. */
const upload = async <Written>(
  objects: ObjectStore & LargeObjects,
  key: string,
  produce: (write: Write) => Promise<Written>,
): Promise<Written> => {
  const id = await objects.beginUpload(key);
  try {
    const tags: string[] = [];
    let size = 0;
    const parts = createChunker(PART_BYTES, async (part) => {
      tags.push(await objects.putPart(key, id, tags.length + 1, part));
      size += part.length;
    });
    const written = await produce(parts.write);
    await parts.end();
    await objects.completeUpload(key, id, tags);
    const stored = await objects.size(key);
    if (stored !== size) {
      throw new ObjectStoreError(`the uploaded object "${key}" has ${stored ?? "no"} instead of ${size} bytes`, 500);
    }
    return written;
  } catch (error) {
    // The first error is the one to report. A bucket that is away keeps the parts, which docs/backup.md says.
    await objects.abortUpload(key, id).catch(() => {});
    throw error;
  }
};

const readObject = async function* (objects: ObjectStore, key: string, size: number, signal: AbortSignal) {
  for (let from = 0; from < size; from += READ_BYTES) {
    signal.throwIfAborted();
    const piece = await explained(objects.get(key, from, Math.min(READ_BYTES, size - from)));
    if (piece === undefined) throw notThere(key);
    yield piece;
  }
};

const notThere = (key: string) =>
  new OperatorError("not_found", `The bucket has no object "${key}":`, "correct the address of the backup.");

export const openBucketPlace = (bucket: Bucket, credentials: BucketCredentials): BackupPlace => {
  const objects = openObjectStore(bucket, credentials, DEADLINE_MS);
  return {
    describe: (name) => `s3://${bucket.bucket}/${bucket.prefix}${name}`,
    write: async (name, produce) => {
      if ((await explained(objects.size(name))) !== undefined) {
        throw new OperatorError("file_exists", `The bucket already has "${name}";`, "try again.");
      }
      return explained(upload(objects, name, produce));
    },
    open: async (name) => {
      const size = await explained(objects.size(name));
      if (size === undefined) throw notThere(name);
      return { size, read: (signal) => readObject(objects, name, size, signal), close: async () => {} };
    },
    list: async (start) => {
      const names: string[] = [];
      for (let after: string | undefined = ""; after !== undefined; ) {
        const page: string[] = await explained(objects.list(start, after));
        names.push(...page);
        after = page.at(-1);
      }
      return names;
    },
    remove: (name) => explained(objects.delete(name)),
    // A rule of the bucket removes unfinished uploads (docs/backup.md).
    removeUnfinished: async () => {},
  };
};
