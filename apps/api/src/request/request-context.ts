import type { IncomingMessage, ServerResponse } from "node:http";
import type { ContractRoute } from "@petstore/contract/routes";
import type { laneOf } from "../operation/operation-lanes.js";
import type { Principal } from "../operation/principal.js";
import type { RateLimitResult } from "../concurrency/rate-limit/counter.js";
import type { RequestTrace } from "../tracing/tracing.js";

/** The header fields of the response; they collect until the head is written. */
type ResponseFields = {
  set(name: string, value: string): void;
  setAll(fields: Readonly<Record<string, string>>): void;
  /** Sets the fields on the response, where Express can read and change them. */
  applyToResponse(): void;
  writeHead(status: number, more: readonly string[]): void;
};

/** How the key and its account stand with their limits. */
export type RateLimitStanding = {
  /** The limit that is over, or has fewer requests left. */
  readonly limitOf: "key" | "account";
  readonly result: RateLimitResult;
  readonly other: RateLimitResult | undefined;
};

export type GateRoute = ContractRoute & {
  readonly lane: ReturnType<typeof laneOf>;
  /** Header fields of every response of the route, errors included. */
  readonly fields: Readonly<Record<string, string>>;
  readonly answerTypes: readonly string[];
};

export type RequestContext = {
  readonly id: string;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** The original URL: Express strips mount paths from `request.url`. */
  readonly url: string;
  readonly startedAt: number;
  readonly fields: ResponseFields;
  trace?: RequestTrace;
  route?: GateRoute;
  /** Names a request outside `/v1` in metrics and traces. */
  outside?: string;
  principal?: Principal;
  /** The account of a session, for the log: a request below `/auth` has no principal. */
  accountId?: bigint | undefined;
  /** Logged below `/auth` only: elsewhere the key identifies the client. */
  clientAddress?: string | undefined;
  standing?: RateLimitStanding;
  body?: Buffer;
  /** Returns the body's memory to its budget. Call it when the request ends. */
  releaseBody?: (() => void) | undefined;
  leaveLane?: (() => void) | undefined;
  /** SHA-256 of method, target, content headers and body, if the request has an `Idempotency-Key`. */
  fingerprint?: Uint8Array<ArrayBuffer>;
  /** `runIdempotently` stores a refusal itself. */
  wasRunIdempotently?: boolean;
  deadline?: NodeJS.Timeout;
  /** The media type that the client prefers, of a route with several. */
  answerType?: string;
  /** How long the answer waited for something to happen: not what it took. */
  waitedMs?: number;
  /** The time to the head of a response that goes on for as long as its client stays: its duration says nothing. */
  headMs?: number;
  error?: unknown;
};

/** A property instead of a WeakMap, whose entries would be most of the garbage collector's work. */
export const contextKey = Symbol("request context");
export type WithContext = { [contextKey]?: RequestContext };

export const contextOf = (response: ServerResponse): RequestContext => {
  const context = (response as WithContext)[contextKey];
  if (context === undefined) throw new TypeError("The response has not passed the gate.");
  return context;
};
