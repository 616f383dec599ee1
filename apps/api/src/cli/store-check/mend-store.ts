import type { Query } from "../../database/query.js";
import { hasOtherSchema } from "./migrations-check.js";
import { undosCheck } from "./undos-check.js";

const mendable = [undosCheck];

/**
 * Repairs the problems that need no decision by a person. It does not change a store of another version.
 * @param query - Runs in a transaction that may write.
 * @returns One sentence for each repaired problem.
 */
export const mendStore = async (query: Query): Promise<readonly string[]> => {
  if (await hasOtherSchema(query)) return [];
  const mended: string[] = [];
  for (const { mend } of mendable) mended.push(...[(await mend?.(query)) ?? []].flat());
  return mended;
};
