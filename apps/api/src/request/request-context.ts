import type { IncomingMessage, ServerResponse } from "node:http";
import type { ContractRoute } from "@petstore/contract/routes";
import type { laneOf } from "../operation/operation-lanes.js";
import type { Principal } from "../operation/principal.js";
import type { RateLimitResult } from "../concurrency/rate-limit/counter.js";
import type { RequestTrace } from "../tracing/tracing.js";

/** The header fields of the response, collected until its head is written. */
type ResponseFields = {
  set(name: string, value: string): void;
  setAll(fields: Readonly<Record<string, string>>): void;
  /** Sets the fields on the response, so that Express can read and change them. */
  applyToResponse(): void;
  writeHead(status: number, more: readonly string[]): void;
};

/** How much of the rate limits of the key and of its account is left. */
export type RateLimitStanding = {
  /** The limit that is exceeded. If neither is, the one with fewer requests left. */
  readonly limitOf: "key" | "account";
  readonly result: RateLimitResult;
  readonly other: RateLimitResult | undefined;
};

export type GateRoute = ContractRoute & {
  readonly lane: ReturnType<typeof laneOf>;
  /** The header fields of every response of the route, errors included. */
  readonly fields: Readonly<Record<string, string>>;
  readonly answerTypes: readonly string[];
};

export type RequestContext = {
  readonly id: string;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** The original URL, because Express strips mount paths from `request.url`. */
  readonly url: string;
  readonly startedAt: number;
  readonly fields: ResponseFields;
  trace?: RequestTrace;
  route?: GateRoute;
  /** The name, in metrics and traces, of a request outside `/v1`. */
  outside?: string;
  principal?: Principal;
  /** The account of the session, for the log. A request below `/auth` has no principal. */
  accountId?: bigint | undefined;
  /** The address is logged below `/auth` only, because elsewhere the key identifies the client. */
  clientAddress?: string | undefined;
  standing?: RateLimitStanding;
  body?: Buffer;
  /** Returns the memory of the body to its budget. Call it when the request ends. */
  releaseBody?: (() => void) | undefined;
  leaveLane?: (() => void) | undefined;
  /** SHA-256 of method, target, content headers and body, if the request has an `Idempotency-Key`. */
  fingerprint?: Uint8Array<ArrayBuffer>;
  /** True once `runIdempotently` has run; it stores refusals itself. */
  wasRunIdempotently?: boolean;
  deadline?: NodeJS.Timeout;
  /** The media type that the client prefers, if the route has several. */
  answerType?: string;
  /** How long the response waited for an event. This time does not count as duration of the request. */
  waitedMs?: number;
  /**
   * The time until the header of a live response was sent. The full duration says nothing, because such a response
   * lasts as long as its client stays connected.
   */
  headMs?: number;
  error?: unknown;
};

/**
 * The context is a property of the object, because entries of a WeakMap would make up most of the garbage collector's
 * work.
 */
export const contextKey = Symbol("request context");
export type WithContext = { [contextKey]?: RequestContext };

export const contextOf = (response: ServerResponse): RequestContext => {
  const context = (response as WithContext)[contextKey];
  if (context === undefined) throw new TypeError("The response has not passed the gate.");
  return context;
};
