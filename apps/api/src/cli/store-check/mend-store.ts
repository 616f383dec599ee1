import type { Query } from "../../database/query.js";
import { hasOtherSchema } from "./migrations-check.js";
import { undosCheck } from "./undos-check.js";

const mendable = [undosCheck];

/**
 * Mends what a check can mend by itself. It does not touch the store of another version. @param query - Runs in a
 * transaction that may write. @returns One sentence for each mended problem.
 */
export const mendStore = async (query: Query): Promise<readonly string[]> => {
  if (await hasOtherSchema(query)) return [];
  const mended: string[] = [];
  for (const { mend } of mendable) mended.push(...[(await mend?.(query)) ?? []].flat());
  return mended;
};
