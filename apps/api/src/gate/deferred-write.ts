import { answerError } from "./answer-error.js";
import type { RequestContext } from "./request-context.js";

type Owed = { readonly context: RequestContext; readonly write: () => void };

let owed: Owed[] = [];

const writeAll = () => {
  const all = owed;
  owed = [];
  for (const { context, write } of all) {
    try {
      // Its deadline may have passed meanwhile, or its connection have closed.
      if (!context.response.headersSent && !context.response.destroyed) write();
    } catch (error) {
      answerError(context.response, error);
    }
  }
};

/**
 * Writes an answer when this turn of the event loop ends, one behind the other with all that are ready by then: to write it is most
 * of the work of an answer that is kept, and costs less where the client need not be woken for each anew.
 */
export const deferWrite = (context: RequestContext, write: () => void): void => {
  if (owed.push({ context, write }) === 1) setImmediate(writeAll);
};
