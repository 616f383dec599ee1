import type { IncomingMessage } from "node:http";

/** Says where work belongs. Only the tracing itself looks inside it. */
export type TraceOrigin = object;

export type RequestTrace = {
  /** W3C's trace id in hexadecimal, which is also in the log. */
  readonly traceId: string;
  /** Runs work whose spans, even those of its asynchronous parts, become children of the request's span. */
  run<Result>(work: () => Result): Result;
  /** @param route - The path in the contract, never the client's. */
  end(route: string | undefined, operation: string, status: number | undefined): void;
};

/** The tracing of a service. It is absent without OTEL_EXPORTER_OTLP_ENDPOINT. */
export type Tracing = {
  startRequest(request: IncomingMessage, requestId: string): RequestTrace;
  runOperation<Result>(operationId: string, work: () => Promise<Result>): Promise<Result>;
  /** Returns undefined outside a request that is recorded. */
  origin(): TraceOrigin | undefined;
  /** Runs a batch in one span, which is a child of the first origin and has links to the others. */
  runBatch<Result>(
    origins: readonly (TraceOrigin | undefined)[],
    name: string,
    work: () => Promise<Result>,
  ): Promise<Result>;
  /**
   * @param text - SQL with placeholders for values. @returns A function to call when the statement ends; undefined
   * outside a request.
   */
  startStatement(text: string): ((error?: unknown) => void) | undefined;
  /** Keeps the current request for a callback that another request may trigger. */
  bind<Callback extends (...args: never[]) => void>(callback: Callback): Callback;
  /** Sends what is pending, and waits two seconds at most. */
  close(): Promise<void>;
};
