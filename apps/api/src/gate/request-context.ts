import { randomFillSync } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { ContractRoute } from "@petstore/contract";
import { redactApiKeys } from "../credentials/api-key-format.js";
import { connectionOf } from "./connections.js";
import type { Principal } from "../credentials/principal.js";
import { fieldValuesOf } from "./field-values.js";
import { HeaderFields } from "./header-fields.js";
import type { RateLimitStanding } from "../rate-limit/rate-limit-store.js";

/** What is known of a request, filled in as it passes the gate. */
export type RequestContext = {
  /** Answered as `X-Request-Id`, and in the log line. */
  readonly id: string;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** As it came: Express cuts what it is mounted below. */
  readonly url: string;
  /** By `performance.now()`. */
  readonly startedAt: number;
  /** Of the answer, as far as it has got. */
  readonly fields: HeaderFields;
  route?: ContractRoute;
  principal?: Principal;
  /** Below `/auth`, for the log: elsewhere the key says whose request it is. */
  clientAddress?: string | undefined;
  /** How the rate limit counted the request; undefined where it did not. */
  count?: RateLimitStanding;
  /** Where it has been read already. */
  body?: Buffer;
  /** Returns the memory that the body took, to be called when the request has ended. */
  releaseBody?: () => void;
  /** Ends the request's turn in its lane; undefined while it has none. */
  leaveLane?: (() => void) | undefined;
  /** SHA-256 over the method, the target, the body and what it is taken for, of a request that bears an Idempotency-Key. */
  fingerprint?: Uint8Array<ArrayBuffer>;
  /** Whether the request's outcome, if it is one to be stored, has been. */
  isSettled?: boolean;
  /** Ends a request that nothing answers. */
  deadline?: NodeJS.Timeout;
  /** What went wrong inside, for the log alone. */
  error?: unknown;
};

const ID_BYTES = 16;
/** Random bytes, fetched for many ids at once. */
const random = { bytes: Buffer.alloc(256 * ID_BYTES), used: 256 * ID_BYTES };

/** As long and as random as a UUID, for a fifth of what it costs to write that into a header field. */
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

/** The id that a request brings along, where it is one and fits, else a fresh one. An API key is no id: ids are logged. */
const requestIdOf = ([given, ...others]: readonly (string | undefined)[]): string => {
  const fits = given !== undefined && others.length === 0 && given.length <= MAX_ID_LENGTH;
  return fits && acceptedId.test(given) && redactApiKeys(given) === given ? given : freshId();
};

/** A property, for a WeakMap that gains and loses an entry with every request is most of what the garbage collector does. */
const key = Symbol("request context");
type Passed = { [key]?: RequestContext };

/**
 * Begins the context of a request. It hangs on the response, which Express hands on as it is.
 * @param onEnd - Called once: when the response is sent, or when the connection closes.
 */
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
  (response as Passed)[key] = context;
  connectionOf(request.socket).open(response, () => onEnd(context));
  return context;
};

/** @throws TypeError where the response did not come through the gate: a defect of the assembly. */
export const contextOf = (response: ServerResponse): RequestContext => {
  const context = (response as Passed)[key];
  if (context === undefined) throw new TypeError("The response has not passed the gate.");
  return context;
};
