import { createHash, randomUUID } from "node:crypto";
import type { BucketCredentials, Config } from "../../config/config.js";
import { OperatorError } from "../../config/operator-error.js";
import type { Bucket } from "../../config/photo-store.js";
import { codeOf, createS3Requests, ObjectStoreError } from "./s3-requests.js";

/** No object of a photo is larger than a few megabytes. */
const DEADLINE_MS = 5_000;
/** A start, and a command that only asks whether the bucket can be used, wait for a shorter time. */
export const PROBE_DEADLINE_MS = 3_000;
const sha256Of = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");
/** The answers that have XML are read up to this size. A page has at most 1,000 keys of 1,024 bytes. */
const MAX_XML_BYTES = 4 * 1024 * 1024;

/** The objects under the prefix of a bucket. Every method throws an {@link ObjectStoreError}. */
export type ObjectStore = Pick<Bucket, "isReadOnly"> & {
  /** Tells whether the last request succeeded. A missing object is a success. */
  readonly isUsable: () => boolean;
  /** @param digest - The SHA-256 of the bytes in hexadecimal digits, which the store verifies. */
  readonly put: (key: string, bytes: Uint8Array, digest: string) => Promise<void>;
  /** @returns exactly `length` bytes; undefined if there is no such object */
  readonly get: (key: string, from: number, length: number) => Promise<Buffer | undefined>;
  /** @returns the size of the object in bytes; undefined if it does not exist */
  readonly size: (key: string) => Promise<number | undefined>;
  /** It is not an error if the object does not exist. */
  readonly delete: (key: string) => Promise<void>;
};

/** What large files need beside an {@link ObjectStore}. Every method throws an {@link ObjectStoreError}. */
export type LargeObjects = {
  /** Lists the keys that begin with `start` and come after a key, in order, but not more than a page of them. */
  readonly list: (start: string, after: string) => Promise<string[]>;
  /** Begins an upload in parts. The object does not exist until the upload is completed. @returns the upload's id */
  readonly beginUpload: (key: string) => Promise<string>;
  /** @param number - 1 for the first part. @returns the part's tag, which completes the upload */
  readonly putPart: (key: string, upload: string, number: number, bytes: Uint8Array) => Promise<string>;
  /** It is not an error if an earlier call has completed the upload, so the caller compares the size of the object. */
  readonly completeUpload: (key: string, upload: string, tags: readonly string[]) => Promise<void>;
  /** Deletes the parts of an upload that was not completed. */
  readonly abortUpload: (key: string, upload: string) => Promise<void>;
};

export const openObjectStore = (
  place: Bucket,
  credentials: BucketCredentials,
  deadlineMs = DEADLINE_MS,
): ObjectStore & LargeObjects => {
  const { prefix, isReadOnly } = place;
  const { send, nameOf, isUsable, noteFailure } = createS3Requests(place, credentials, deadlineMs);
  return {
    isReadOnly,
    isUsable,
    put: async (key, bytes, digest) => {
      const headers = { "x-amz-content-sha256": digest, "content-type": "image/webp" };
      await send("PUT", key, { headers, body: new Uint8Array(bytes) }, [200]);
    },
    get: async (key, from, length) => {
      const headers = { range: `bytes=${from}-${from + length - 1}` };
      const { status, bytes } = await send("GET", key, { headers, limit: length }, from === 0 ? [200, 206] : [206]);
      if (status === 404) return undefined;
      if (bytes.length === length) return bytes;
      noteFailure();
      const what = bytes.length > length ? "more" : `${bytes.length}`;
      throw new ObjectStoreError(`${nameOf("GET", key)} returned ${what} instead of ${length} bytes`, status);
    },
    size: async (key) => {
      const { status, headers } = await send("HEAD", key, {}, [200]);
      return status === 404 ? undefined : Number(headers.get("content-length"));
    },
    delete: async (key) => {
      await send("DELETE", key, {}, [200, 204]);
    },
    list: async (start, after) => {
      const place = { prefix: `${prefix}${start}`, "start-after": after === "" ? "" : `${prefix}${after}` };
      const query = { "list-type": "2", "encoding-type": "url", ...place };
      const { bytes } = await send("GET", undefined, { query, limit: MAX_XML_BYTES }, [200]);
      const keys = [...bytes.toString("utf8").matchAll(/<Key>([^<]*)<\/Key>/g)];
      return keys.map(([, key = ""]) => decodeURIComponent(key.replaceAll("+", " ")).slice(prefix.length));
    },
    beginUpload: async (key) => {
      const { status, bytes } = await send("POST", key, { query: { uploads: "" }, limit: MAX_XML_BYTES }, [200]);
      const [, upload] = /<UploadId>([^<]{1,2000})<\/UploadId>/.exec(bytes.toString("utf8")) ?? [];
      if (upload !== undefined) return upload;
      throw new ObjectStoreError(`the response to ${nameOf("POST", key)} has no id of an upload`, status);
    },
    putPart: async (key, upload, number, bytes) => {
      const query = { partNumber: String(number), uploadId: upload };
      const headers = { "x-amz-content-sha256": sha256Of(bytes) };
      const answer = await send("PUT", key, { query, headers, body: new Uint8Array(bytes) }, [200]);
      const tag = answer.headers.get("etag");
      if (tag !== null) return tag;
      throw new ObjectStoreError(`the response to ${nameOf("PUT", key)} has no ETag`, answer.status);
    },
    completeUpload: async (key, upload, tags) => {
      const parts = tags.map((tag, at) => `<Part><PartNumber>${at + 1}</PartNumber><ETag>${tag}</ETag></Part>`);
      const body = Buffer.from(`<CompleteMultipartUpload>${parts.join("")}</CompleteMultipartUpload>`);
      const headers = { "x-amz-content-sha256": sha256Of(body), "content-type": "application/xml" };
      const sent = { query: { uploadId: upload }, headers, body: new Uint8Array(body), limit: MAX_XML_BYTES };
      const answer = await send("POST", key, sent, [200]);
      // Amazon S3 may answer 200 before it has assembled the object, and report an error in the body.
      const code = codeOf(answer);
      if (answer.status !== 200 || code === "") return;
      throw new ObjectStoreError(`the response to ${nameOf("POST", key)} was ${code}`, 500);
    },
    abortUpload: async (key, upload) => {
      await send("DELETE", key, { query: { uploadId: upload } }, [200, 204]);
    },
  };
};

/**
 * Checks the access by writing, reading and deleting an object or, for a read-only bucket, only by reading.
 * @throws ObjectStoreError that says what the bucket refuses
 */
export const probe = async (objects: ObjectStore): Promise<void> => {
  const key = `petstore-probe-${randomUUID()}`;
  const bytes = Buffer.from(key);
  if (!objects.isReadOnly) await objects.put(key, bytes, sha256Of(bytes));
  await objects.get(key, 0, bytes.length);
  if (!objects.isReadOnly) await objects.delete(key);
};

/**
 * Returns a function that turns the error of a bucket into one that explains the problem to the operator.
 * @param what - Says which bucket it is. @param variables - Where its address and its key come from.
 */
export const bucketExplainer =
  (what: string, variables: string) =>
  (error: unknown): unknown =>
    error instanceof ObjectStoreError
      ? new OperatorError(
          "store_unusable",
          `The bucket of ${what} cannot be used: ${error.message};`,
          `correct ${variables}, or the key's permissions for the bucket.`,
          { cause: error, isTemporary: error.isTemporary },
        )
      : error;

/** Explains an error of the bucket of photos. */
export const explainBucket = bucketExplainer("PHOTO_STORE", "PHOTO_STORE, AWS_ACCESS_KEY_ID or AWS_SECRET_ACCESS_KEY");

/** Returns the bucket; undefined if photos are stored only in PostgreSQL. */
export const photoBucketOf = (
  { photoBucket, photoCredentials }: PhotoConfig,
  deadlineMs = DEADLINE_MS,
): ObjectStore | undefined =>
  photoBucket && photoCredentials && openObjectStore(photoBucket, photoCredentials, deadlineMs);

export type PhotoConfig = Pick<Config, "photoBucket" | "photoCredentials">;
