import type { Tracing } from "./tracing.js";

type AsyncFunction<Args extends unknown[], Result> = (...args: Args) => Promise<Result>;

/** Gives each call a span of its own; without tracing the operation stays as it is. */
export const traceOperation = <Args extends unknown[], Result>(
  tracing: Tracing | undefined,
  operationId: string,
  operation: AsyncFunction<Args, Result>,
): AsyncFunction<Args, Result> =>
  tracing === undefined ? operation : (...args) => tracing.runOperation(operationId, () => operation(...args));
