import type { Prisma } from "../generated/client.js";
import type { AppRoute, ServerInferRequest, ServerInferResponses } from "@ts-rest/core";
import type { z } from "zod";
import type { Flow } from "../concurrency/fair-queue.js";
import type { RecordChange } from "./audit-trail.js";
import type { Principal } from "../credentials/principal.js";
import type { RawJson } from "./raw-json.js";
import type { CacheDependency } from "./cache-dependency.js";
import type { StoredDocument } from "./stored-document.js";

type HeadersOf<Route extends AppRoute, Status> = Route["metadata"] extends { headers: infer Headers }
  ? Status extends keyof Headers
    ? { readonly headers?: { readonly [Name in keyof Headers[Status]]?: string } }
    : unknown
  : unknown;

/** A response whose body is serialised already. `dependency`: which pets it depends on. */
type Written<Response> = Omit<Response, "body"> & {
  readonly body: RawJson | StoredDocument;
  readonly dependency?: CacheDependency;
};

type Answer<Route extends AppRoute> =
  ServerInferResponses<Route> extends infer Response
    ? Response extends { status: infer Status }
      ? (Response | Written<Response>) & HeadersOf<Route, Status>
      : never
    : never;

/** What ts-rest would infer of header fields, if it knew zod 4: those that the contract declares. */
type RequestHeaders<Route> = Route extends { headers: infer Headers }
  ? {
      readonly headers: {
        readonly [Name in keyof Headers]: Headers[Name] extends z.ZodType ? z.output<Headers[Name]> : never;
      };
    }
  : unknown;

/** The answer of any operation. */
export type AnyAnswer = {
  readonly status: number;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** Of a cacheable read: which pets it depends on. */
  readonly dependency?: CacheDependency;
};

/** What a route's schemas parse of a request. */
export type Input<Route extends AppRoute> = Omit<ServerInferRequest<Route>, "headers"> & RequestHeaders<Route>;

/** The transaction of a change: all that an operation writes, and all that is written down about it. */
export type Transaction = Prisma.TransactionClient;

/** What an operation that changes something is handed beside its input. */
export type Change = {
  readonly tx: Transaction;
  /** Whose request it is. */
  readonly caller: Principal;
  /** Writes the change down, in the same transaction. Each operation does so for all that it changes. */
  readonly record: RecordChange;
};

/**
 * An operation of the contract: it takes what the route's schemas have read, and answers a status with its body and
 * with the header fields that the contract declares for that status. One that changes something does so in the
 * transaction it is handed, which is committed before its answer leaves; one that reads is told whose turn it is. It knows
 * nothing of Express.
 */
export type Operation<Route extends AppRoute> = Route extends { method: "GET" }
  ? (input: Input<Route>, flow: Flow) => Promise<Answer<Route>>
  : (input: Input<Route>, change: Change) => Promise<Answer<Route>>;

/**
 * A mutation with a transaction of its own: it writes what the operation would, the audit events included.
 * @returns undefined if it wrote nothing: the operation does it then.
 */
export type Shortcut<Route extends AppRoute> = (
  input: Input<Route>,
  caller: Principal,
) => Promise<Answer<Route> | undefined>;
