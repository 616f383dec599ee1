import { AppError } from "../errors.js";
import type { ResponseCache } from "../response-cache/response-cache.js";

/** These refusals, and the outcome of an earlier request, may reveal a remote change that has not arrived here yet. */
const isRevealing = (result: unknown): boolean =>
  result instanceof AppError
    ? result.status === 404 || result.status === 409 || result.status === 412
    : typeof result === "object" && result !== null && "isReplayed" in result;

/** @param results - Verdicts, or what was thrown. */
export const catchUpIfRevealing = async (
  responseCache: Pick<ResponseCache, "catchUp">,
  results: readonly unknown[],
): Promise<void> => {
  if (results.some(isRevealing)) await responseCache.catchUp();
};
