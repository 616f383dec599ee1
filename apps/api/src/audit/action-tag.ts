import type { Action } from "@petstore/contract/routes";
import { tagOfParts } from "../operation/etag.js";

/** How far an undo has come is no part of what a caller changes in an action: callers start, stop and resume undos. */
export const actionTag = (action: Action): string => {
  const { id, status, job } = action;
  return tagOfParts({ id, status, startedAt: job?.startedAt, subject: job?.subject }, action);
};
