import type { IncomingMessage } from "node:http";

/** Where work belongs: opaque to all but the tracing itself. */
export type TraceOrigin = object;

export type RequestTrace = {
  /** W3C's trace id, in hexadecimal, as the log has it. */
  readonly traceId: string;
  /** Spans of the work, also of its asynchronous parts, become children of the request's. */
  run<Result>(work: () => Result): Result;
  /** @param route - The contract's path, never the client's. */
  end(route: string | undefined, operation: string, status: number | undefined): void;
};

/** There is none without OTEL_EXPORTER_OTLP_ENDPOINT. */
export type Tracing = {
  startRequest(request: IncomingMessage, requestId: string): RequestTrace;
  runOperation<Result>(operationId: string, work: () => Promise<Result>): Promise<Result>;
  /** Undefined outside a request that is recorded. */
  origin(): TraceOrigin | undefined;
  /** One span for all; it is a child of the first origin, and has links to the others. */
  runBatch<Result>(
    origins: readonly (TraceOrigin | undefined)[],
    name: string,
    work: () => Promise<Result>,
  ): Promise<Result>;
  /** @param text - With placeholders for values. @returns Call it when the statement ends; undefined outside a request. */
  startStatement(text: string): ((error?: unknown) => void) | undefined;
  /** Keeps the caller's request for a callback that another request may trigger. */
  bind<Callback extends (...args: never[]) => void>(callback: Callback): Callback;
  /** Sends what is pending, for two seconds at most. */
  close(): Promise<void>;
};
