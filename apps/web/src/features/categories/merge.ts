import { ask } from "../../lib/service/api";

export type Merge = { readonly from: number; readonly into: number };
export type MergeProgress = { readonly moved: number; readonly total: number };

/** A merge of half a million animals takes minutes. */
const POLL_MS = 1_000;

const wait = () => new Promise((resolve) => setTimeout(resolve, POLL_MS));

/**
 * Starts a merge and waits for its end. The service merges in steps and continues if nobody waits.
 * @returns the category into which the other one was merged
 */
export const merge = async (
  { from, into }: Merge,
  idempotencyKey: string,
  onProgress: (progress: MergeProgress) => void,
) => {
  const started = await ask((api, options) =>
    api.categories.mergeCategory({
      params: { categoryId: from },
      body: { into },
      headers: { "idempotency-key": idempotencyKey },
      ...options,
    }),
  );
  if (started.status === 200) return started.body;
  for (let job = started.body; job.status === "running"; ) {
    onProgress(job);
    await wait();
    const mergeId = job.id;
    job = (await ask((api, options) => api.categories.getCategoryMerge({ params: { mergeId }, ...options }))).body;
  }
  return (await ask((api, options) => api.categories.getCategory({ params: { categoryId: into }, ...options }))).body;
};
