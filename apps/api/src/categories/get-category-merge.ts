import type { contract } from "@petstore/contract/routes";
import type { Database } from "../database/open-database.js";
import type { Invalidation } from "../operation/cache-invalidation.js";
import { noSuchMerge } from "../errors.js";
import type { Operation } from "../operation/operation.js";
import { findMergeJob } from "./category-merge-row.js";

type MergeDeps = { readonly database: Database; readonly responseCache: Invalidation };

export const getCategoryMerge =
  ({ database, responseCache }: MergeDeps): Operation<typeof contract.categories.getCategoryMerge> =>
  async ({ params: { mergeId } }) => {
    const job = await findMergeJob(database.db, mergeId);
    if (job === undefined) throw noSuchMerge(mergeId);
    // Another replica may have moved the pets, so this replica must not show their earlier category from its cache.
    if (job.status === "done") await responseCache.catchUp();
    return { status: 200, body: job };
  };
