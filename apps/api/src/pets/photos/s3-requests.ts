import { setTimeout as delay } from "node:timers/promises";
import { AwsV4Signer } from "aws4fetch";
import { createSemaphore } from "../../concurrency/semaphore.js";
import type { BucketCredentials } from "../../config/config.js";
import type { Bucket } from "../../config/photo-store.js";

/**
 * A request is repeated once if the store was busy or the connection was closed. It is safe to repeat every request. A
 * request without an answer is not repeated, because a person waits for it.
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

type Sent = {
  /** The parameters of the request's query. */
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array<ArrayBuffer>;
  /** The maximum number of bytes in a successful response. */
  readonly limit?: number;
};
export type Answer = { readonly status: number; readonly headers: Headers; readonly bytes: Buffer };

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

export const codeOf = ({ bytes }: Answer): string =>
  /<Code>(\w{1,50})<\/Code>/.exec(bytes.toString("latin1"))?.[1] ?? "";

const isTimeout = (error: unknown): boolean => error instanceof Error && error.name === "TimeoutError";

/** @param key - The key of an object; undefined for the bucket itself. */
type Send = (method: string, key: string | undefined, sent: Sent, expected: readonly number[]) => Promise<Answer>;

export type S3Requests = {
  /** @throws ObjectStoreError unless the status is expected, or the object does not exist */
  readonly send: Send;
  readonly nameOf: (method: string, key: string | undefined) => string;
  /** Tells whether the last request succeeded. */
  readonly isUsable: () => boolean;
  /** Remembers that an answer was not usable. */
  readonly noteFailure: () => void;
};

/** Signs requests to the objects under the prefix of a bucket, and sends them. */
export const createS3Requests = (
  { bucket, prefix, region, endpoint }: Bucket,
  credentials: BucketCredentials,
  deadlineMs: number,
): S3Requests => {
  const inTurn = createSemaphore(MAX_IN_FLIGHT, deadlineMs);
  const pathOf = (key: string | undefined) => (key === undefined ? bucket : `${bucket}/${prefix}${key}`);
  const nameOf = (method: string, key: string | undefined) => `${method} s3://${pathOf(key)} at ${endpoint}`;
  // Caches the signing keys of the day. Without this, the library would derive them for each request.
  const cache = new Map<string, ArrayBuffer>();
  let isUsable = true;

  const sendOnce = async (
    method: string,
    key: string | undefined,
    { query = {}, headers = {}, body, limit = 0 }: Sent,
  ): Promise<Answer> => {
    const parameters = new URLSearchParams(query).toString();
    const url = `${endpoint}/${pathOf(key)}${parameters === "" ? "" : `?${parameters}`}`;
    const signer = new AwsV4Signer({ ...credentials, method, url, headers, region, service: "s3", cache });
    const signed = await signer.sign();
    const signal = AbortSignal.timeout(deadlineMs);
    const options = { method, headers: signed.headers, redirect: "manual", signal } as const;
    const response = await fetch(signed.url, body === undefined ? options : { ...options, body });
    const bytes = await readBody(response, response.ok ? limit : MAX_ERROR_BYTES);
    return { status: response.status, headers: response.headers, bytes };
  };

  const send: Send = async (method, key, sent, expected) => {
    for (let tries = 1; ; tries += 1) {
      const failure = await inTurn(() => sendOnce(method, key, sent)).then(
        (answer) => {
          if (expected.includes(answer.status)) return answer;
          const code = codeOf(answer);
          // A missing bucket is a different error from a missing object.
          const isMissing = answer.status === 404 && code !== "NoSuchBucket" && method !== "PUT" && key !== undefined;
          if (isMissing) return answer;
          const what = `${answer.status}${code === "" ? "" : ` (${code})`}`;
          return new ObjectStoreError(`the response to ${nameOf(method, key)} was ${what}`, answer.status);
        },
        (error: unknown) => {
          const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
          const words = cause instanceof Error ? cause.message : String(cause);
          const reason = isTimeout(error) ? `no answer within ${deadlineMs / 1_000} s` : words;
          return new ObjectStoreError(`${nameOf(method, key)} failed: ${reason}`, undefined, error);
        },
      );
      isUsable = !(failure instanceof ObjectStoreError);
      if (!(failure instanceof ObjectStoreError)) return failure;
      if (!failure.isTemporary || isTimeout(failure.cause) || tries === MAX_TRIES) throw failure;
      await delay(RETRY_MS);
    }
  };

  return { send, nameOf, isUsable: () => isUsable, noteFailure: () => void (isUsable = false) };
};
