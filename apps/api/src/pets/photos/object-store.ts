import { createHash, randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { AwsV4Signer } from "aws4fetch";
import { createSemaphore } from "../../concurrency/semaphore.js";
import type { Config } from "../../config/config.js";
import { OperatorError } from "../../config/operator-error.js";
import type { PhotoBucket } from "../../config/photo-store.js";

const DEADLINE_MS = 10_000;
/**
 * A request is repeated once if the store was busy or the connection was closed. It is safe to repeat every request.
 */
const MAX_TRIES = 2;
const RETRY_MS = 200;
const MAX_IN_FLIGHT = 16;
const MAX_ERROR_BYTES = 16_384;

/** An error whose message contains the request and the store's answer, but no credentials. */
export class ObjectStoreError extends Error {
  override name = "ObjectStoreError";
  /** The status of the response; undefined if there was none. */
  readonly status: number | undefined;

  constructor(message: string, status: number | undefined, cause?: unknown) {
    super(message, { cause });
    this.status = status;
  }

  /** Tells whether the same request may succeed later. */
  get isTemporary(): boolean {
    return this.status === undefined || this.status === 429 || this.status >= 500;
  }
}

/** The objects under the prefix of a bucket. Every method throws an {@link ObjectStoreError}. */
export type ObjectStore = Pick<PhotoBucket, "isReadOnly"> & {
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

type Sent = {
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array<ArrayBuffer>;
  /** The maximum number of bytes in a successful response. */
  readonly limit?: number;
};
type Answer = { readonly status: number; readonly headers: Headers; readonly bytes: Buffer };

const readBody = async ({ body }: Response, limit: number): Promise<Buffer> => {
  const chunks: Uint8Array[] = [];
  let length = 0;
  // Leaving the loop cancels the rest of the response.
  for await (const chunk of (body ?? []) as AsyncIterable<Uint8Array>) {
    chunks.push(chunk);
    length += chunk.length;
    if (length > limit) break;
  }
  return Buffer.concat(chunks);
};

const codeOf = ({ bytes }: Answer): string => /<Code>(\w{1,50})<\/Code>/.exec(bytes.toString("latin1"))?.[1] ?? "";

export const openObjectStore = (
  place: PhotoBucket,
  credentials: { readonly accessKeyId: string; readonly secretAccessKey: string },
  deadlineMs = DEADLINE_MS,
): ObjectStore => {
  const { bucket, prefix, region, endpoint, isReadOnly } = place;
  const inTurn = createSemaphore(MAX_IN_FLIGHT, deadlineMs);
  const nameOf = (method: string, key: string) => `${method} s3://${bucket}/${prefix}${key} at ${endpoint}`;
  // Caches the signing keys of the day. Without this, the library would derive them for each request.
  const cache = new Map<string, ArrayBuffer>();
  let isUsable = true;

  const sendOnce = async (method: string, key: string, { headers = {}, body, limit = 0 }: Sent): Promise<Answer> => {
    const url = `${endpoint}/${bucket}/${prefix}${key}`;
    const signer = new AwsV4Signer({ ...credentials, method, url, headers, region, service: "s3", cache });
    const signed = await signer.sign();
    const signal = AbortSignal.timeout(deadlineMs);
    const options = { method, headers: signed.headers, redirect: "manual", signal } as const;
    const response = await fetch(signed.url, body === undefined ? options : { ...options, body });
    const bytes = await readBody(response, response.ok ? limit : MAX_ERROR_BYTES);
    return { status: response.status, headers: response.headers, bytes };
  };

  const send = async (method: string, key: string, sent: Sent, expected: readonly number[]): Promise<Answer> => {
    for (let tries = 1; ; tries += 1) {
      const failure = await inTurn(() => sendOnce(method, key, sent)).then(
        (answer) => {
          if (expected.includes(answer.status)) return answer;
          const code = codeOf(answer);
          // A missing bucket is a different error from a missing object.
          const isMissing = answer.status === 404 && code !== "NoSuchBucket" && method !== "PUT";
          if (isMissing) return answer;
          const what = `${answer.status}${code === "" ? "" : ` (${code})`}`;
          return new ObjectStoreError(`the response to ${nameOf(method, key)} was ${what}`, answer.status);
        },
        (error: unknown) => {
          const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
          const reason = cause instanceof Error ? cause.message : String(cause);
          return new ObjectStoreError(`${nameOf(method, key)} failed: ${reason}`, undefined, error);
        },
      );
      isUsable = !(failure instanceof ObjectStoreError);
      if (!(failure instanceof ObjectStoreError)) return failure;
      if (!failure.isTemporary || tries === MAX_TRIES) throw failure;
      await delay(RETRY_MS);
    }
  };

  return {
    isReadOnly,
    isUsable: () => isUsable,
    put: async (key, bytes, digest) => {
      const headers = { "x-amz-content-sha256": digest, "content-type": "image/webp" };
      await send("PUT", key, { headers, body: new Uint8Array(bytes) }, [200]);
    },
    get: async (key, from, length) => {
      const headers = { range: `bytes=${from}-${from + length - 1}` };
      const { status, bytes } = await send("GET", key, { headers, limit: length }, from === 0 ? [200, 206] : [206]);
      if (status === 404) return undefined;
      if (bytes.length === length) return bytes;
      isUsable = false;
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
  };
};

/**
 * Checks the access by writing, reading and deleting an object or, for a read-only bucket, only by reading.
 * @throws ObjectStoreError that says what the bucket refuses
 */
export const probe = async (objects: ObjectStore): Promise<void> => {
  const key = `petstore-probe-${randomUUID()}`;
  const bytes = Buffer.from(key);
  if (!objects.isReadOnly) await objects.put(key, bytes, createHash("sha256").update(bytes).digest("hex"));
  await objects.get(key, 0, bytes.length);
  if (!objects.isReadOnly) await objects.delete(key);
};

/** @returns an error that explains the problem to the operator */
export const explainBucket = (error: unknown): unknown =>
  error instanceof ObjectStoreError
    ? new OperatorError(
        "store_unusable",
        `The bucket of PHOTO_STORE cannot be used: ${error.message};`,
        "correct PHOTO_STORE, AWS_ACCESS_KEY_ID or AWS_SECRET_ACCESS_KEY, or the key's permissions for the bucket.",
        { cause: error, isTemporary: error.isTemporary },
      )
    : error;

/** Returns the bucket; undefined if photos are stored only in PostgreSQL. */
export const photoBucketOf = ({ photoBucket, photoCredentials }: PhotoConfig): ObjectStore | undefined =>
  photoBucket && photoCredentials && openObjectStore(photoBucket, photoCredentials);

export type PhotoConfig = Pick<Config, "photoBucket" | "photoCredentials">;
