import type { AppRoute, ServerInferRequest, ServerInferResponses } from "@ts-rest/core";
import type { z } from "zod";
import type { Flow } from "../concurrency/fair-queue.js";
import type { RecordChange } from "./audit-trail.js";
import type { Principal } from "./principal.js";
import type { RawJson } from "./raw-json.js";
import type { CacheDependency } from "./cache-dependency.js";
import type { StoredDocument } from "./stored-document.js";
import type { BodyStream } from "./body-stream.js";
import type { WorkMemory } from "./work-memory.js";
import type { Tx } from "../database/prisma-client.js";

type HeadersOf<Route extends AppRoute, Status> = Route["metadata"] extends { headers: infer Headers }
  ? Status extends keyof Headers
    ? { readonly headers?: { readonly [Name in keyof Headers[Status]]?: string } }
    : unknown
  : unknown;

type Serialised<Response> = Omit<Response, "body"> & {
  readonly body: RawJson | StoredDocument | BodyStream;
  readonly dependency?: CacheDependency;
};

export type Answer<Route extends AppRoute> =
  ServerInferResponses<Route> extends infer Response
    ? Response extends { status: infer Status }
      ? (Response | Serialised<Response>) & HeadersOf<Route, Status>
      : never
    : never;

/** ts-rest does not infer the types of headers from zod 4 schemas. */
type RequestHeaders<Route> = Route extends { headers: infer Headers }
  ? {
      readonly headers: {
        readonly [Name in keyof Headers]: Headers[Name] extends z.ZodType ? z.output<Headers[Name]> : never;
      };
    }
  : unknown;

export type AnyAnswer = {
  readonly status: number;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly dependency?: CacheDependency;
};

/**
 * The additional arguments of a read with several media types: the type that its client prefers, and a signal. The
 * signal aborts when the client disconnects, or when the key loses its access; in the second case its reason is the
 * refusal. `noteWait` reports time that was spent waiting for an event, which does not count as duration of the
 * request.
 */
type Attended<Route> = Route extends { metadata: { otherAnswerTypes: object } }
  ? { readonly answerType: string; readonly signal: AbortSignal; readonly noteWait: (ms: number) => void }
  : unknown;

/** A body that is not JSON is in a file. The file exists until the response has been sent, or longer if it is held. */
type FileBody<Route> = Route extends { metadata: { bodyTypes: object } }
  ? { readonly body: { readonly path: string; readonly sha256: string; readonly hold: () => () => void } }
  : unknown;

type ReadApart<Route> = Route extends { metadata: { bodyTypes: object } } ? "headers" | "body" : "headers";

export type Input<Route extends AppRoute> = Omit<ServerInferRequest<Route>, ReadApart<Route>> &
  FileBody<Route> &
  RequestHeaders<Route> &
  Attended<Route>;

export type Transaction = Tx;

export type MutationContext = {
  readonly tx: Transaction;
  readonly caller: Principal;
  /**
   * Records a change in the audit trail, in the same transaction. Every mutation must record everything that it
   * changes, except saved views.
   */
  readonly record: RecordChange;
  /**
   * The memory that the mutation holds until its response. Call `hold` before you read rows whose size has no limit.
   */
  readonly memory: WorkMemory;
};

/**
 * An operation. It must not depend on Express. A mutation runs in a transaction that commits before the response is
 * sent. A read whose response is cached for all callers gets no `caller`.
 */
export type Operation<Route extends AppRoute> = Route extends { method: "GET" }
  ? (input: Input<Route>, flow: Flow, caller?: Principal) => Promise<Answer<Route>>
  : (input: Input<Route>, change: MutationContext) => Promise<Answer<Route>>;

/** A mutation that needs no caller, so that an undo can run it too. */
export type UnattendedOperation<Route extends AppRoute> = (
  input: Input<Route>,
  change: Pick<MutationContext, "tx" | "record">,
) => Promise<Answer<Route>>;
