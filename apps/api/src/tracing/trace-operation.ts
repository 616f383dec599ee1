import type { Tracing } from "./tracing.js";

type AsyncFunction<Args extends unknown[], Result> = (...args: Args) => Promise<Result>;

/** Gives each call its own span. Without tracing, the operation is returned unchanged. */
export const traceOperation = <Args extends unknown[], Result>(
  tracing: Tracing | undefined,
  operationId: string,
  operation: AsyncFunction<Args, Result>,
): AsyncFunction<Args, Result> =>
  tracing === undefined ? operation : (...args) => tracing.runOperation(operationId, () => operation(...args));
