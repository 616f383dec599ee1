import type { IncomingMessage } from "node:http";

/** Identifies the trace to which work belongs. Only the tracing code reads its content. */
export type TraceOrigin = object;

export type RequestTrace = {
  /** W3C's trace id in hexadecimal, which is also in the log. */
  readonly traceId: string;
  /** Runs work whose spans, including the spans of its asynchronous parts, become children of the request's span. */
  run<Result>(work: () => Result): Result;
  /** @param route - The path in the contract, never the client's. */
  end(route: string | undefined, operation: string, status: number | undefined): void;
};

/** The tracing of a service. It does not exist if OTEL_EXPORTER_OTLP_ENDPOINT is not set. */
export type Tracing = {
  startRequest(request: IncomingMessage, requestId: string): RequestTrace;
  runOperation<Result>(operationId: string, work: () => Promise<Result>): Promise<Result>;
  /** Returns the origin of the current request; undefined if there is none, or if it is not recorded. */
  origin(): TraceOrigin | undefined;
  /** Runs a batch in one span, which is a child of the first origin and has links to the others. */
  runBatch<Result>(
    origins: readonly (TraceOrigin | undefined)[],
    name: string,
    work: () => Promise<Result>,
  ): Promise<Result>;
  /**
   * @param text - SQL with placeholders for values.
   * @returns A function to call when the statement ends; undefined outside a request.
   */
  startStatement(text: string): ((error?: unknown) => void) | undefined;
  /** Binds a callback to the current request, because another request may trigger the callback. */
  bind<Callback extends (...args: never[]) => void>(callback: Callback): Callback;
  /** Tells whether the collector accepted the last spans. */
  isCollectorUsable(): boolean;
  /** Sends the pending spans, and waits for at most two seconds. */
  close(): Promise<void>;
};
