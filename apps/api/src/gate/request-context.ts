import { randomFillSync } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { ContractRoute } from "@petstore/contract";
import { redactApiKeys } from "../credentials/api-key-format.js";
import { connectionOf } from "./connections.js";
import type { Principal } from "../credentials/principal.js";
import { fieldValuesOf, HeaderFields } from "./header-fields.js";
import type { RateLimitStanding } from "../rate-limit/rate-limit-store.js";

export type RequestContext = {
  /** `X-Request-Id`. */
  readonly id: string;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** The original URL: Express strips mount paths from `request.url`. */
  readonly url: string;
  /** By `performance.now()`. */
  readonly startedAt: number;
  readonly fields: HeaderFields;
  route?: ContractRoute;
  principal?: Principal;
  /** Logged below `/auth` only: elsewhere the key identifies the client. */
  clientAddress?: string | undefined;
  standing?: RateLimitStanding;
  body?: Buffer;
  /** The body has a place of its own instead of a share of the body budget. */
  hasLargeBody?: boolean;
  /** Returns the body's bytes to the budget. Call it when the request ends. */
  releaseBody?: () => void;
  /** Releases the request's slot in its lane; undefined while it holds none. */
  leaveLane?: (() => void) | undefined;
  /** SHA-256 of method, target, content headers and body, if the request has an `Idempotency-Key`. */
  fingerprint?: Uint8Array<ArrayBuffer>;
  /** `runIdempotently` stores a refusal itself. */
  wasRunIdempotently?: boolean;
  /** Answers 503 if nothing else does. */
  deadline?: NodeJS.Timeout;
  /** The internal error, logged and never sent. */
  error?: unknown;
};

const ID_BYTES = 16;
const random = { bytes: Buffer.alloc(256 * ID_BYTES), used: 256 * ID_BYTES };

/** As random as a UUID, for a fifth of its cost in a header field. */
export const freshId = (): string => {
  if (random.used === random.bytes.length) {
    randomFillSync(random.bytes);
    random.used = 0;
  }
  random.used += ID_BYTES;
  return random.bytes.toString("hex", random.used - ID_BYTES, random.used);
};

const MAX_ID_LENGTH = 128;
const acceptedId = /^[A-Za-z0-9._-]+$/;

/** The client's id if it is valid, else a fresh one. An API key is not accepted as an id: ids are logged. */
const requestIdOf = ([id, ...others]: readonly (string | undefined)[]): string => {
  const isSingle = id !== undefined && others.length === 0 && id.length <= MAX_ID_LENGTH;
  return isSingle && acceptedId.test(id) && redactApiKeys(id) === id ? id : freshId();
};

/** A property instead of a WeakMap, whose entries would be most of the garbage collector's work. */
const key = Symbol("request context");
type WithContext = { [key]?: RequestContext };

/** @param onEnd - Called once: when the response is sent or the connection closes. */
export const openContext = (
  request: IncomingMessage,
  response: ServerResponse,
  onEnd: (context: RequestContext) => void,
): RequestContext => {
  const context: RequestContext = {
    id: requestIdOf(fieldValuesOf(request, "x-request-id")),
    request,
    response,
    url: request.url ?? "",
    startedAt: performance.now(),
    fields: new HeaderFields(response),
  };
  (response as WithContext)[key] = context;
  connectionOf(request.socket).open(response, () => onEnd(context));
  return context;
};

export const contextOf = (response: ServerResponse): RequestContext => {
  const context = (response as WithContext)[key];
  if (context === undefined) throw new TypeError("The response has not passed the gate.");
  return context;
};
