import type { Action } from "@petstore/contract/routes";
import { tagOfParts } from "../operation/etag.js";

/** The progress of an undo is left out, because callers only start, stop and resume undos. */
export const actionTag = (action: Action): string => {
  const { id, status, job } = action;
  return tagOfParts({ id, status, startedAt: job?.startedAt, subject: job?.subject }, action);
};
