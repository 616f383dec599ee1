import { answerError } from "../gate/answer-error.js";
import type { RequestContext } from "../gate/request-context.js";

type Deferred = { readonly context: RequestContext; readonly write: () => void };

let deferred: Deferred[] = [];

const writeAll = () => {
  const all = deferred;
  deferred = [];
  for (const { context, write } of all) {
    try {
      // Meanwhile its deadline may have passed, or its connection closed.
      if (!context.response.headersSent && !context.response.destroyed) write();
    } catch (error) {
      answerError(context.response, error);
    }
  }
};

/**
 * Writes a response at the end of this event-loop turn, together with all that are ready by then. The write is most of the cost of a cached
 * response, and cheaper if the client does not wake up between two (docs/benchmarks.md).
 */
export const deferWrite = (context: RequestContext, write: () => void): void => {
  if (deferred.push({ context, write }) === 1) setImmediate(writeAll);
};
