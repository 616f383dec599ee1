import { answerError } from "../gate/answer-error.js";
import type { RequestContext } from "../gate/request-context.js";

type Deferred = { readonly context: RequestContext; readonly write: () => void };

let deferred: Deferred[] = [];

const writeAll = () => {
  const all = deferred;
  deferred = [];
  for (const { context, write } of all) {
    try {
      // Its deadline may have passed or its connection closed in the meantime.
      if (!context.response.headersSent && !context.response.destroyed) write();
    } catch (error) {
      answerError(context.response, error);
    }
  }
};

/** At the end of the event-loop turn: writes are cheaper if no client wakes up between two (docs/benchmarks.md). */
export const deferWrite = (context: RequestContext, write: () => void): void => {
  if (deferred.push({ context, write }) === 1) setImmediate(writeAll);
};
