import type { Logger } from "pino";
import { OperatorError } from "../../config/operator-error.js";
import { explainBucket, photoBucketOf, type PhotoConfig, probe, PROBE_DEADLINE_MS } from "./object-store.js";

/**
 * A wrong key or a missing bucket stops the start. A bucket that is unavailable does not, because only photos need it.
 */
export const checkPhotoBucket = async (config: PhotoConfig, log: Logger): Promise<void> => {
  const objects = photoBucketOf(config, PROBE_DEADLINE_MS);
  if (objects === undefined) return;
  await probe(objects).catch((cause: unknown) => {
    const error = explainBucket(cause);
    if (!(error instanceof OperatorError && error.isTemporary)) throw error;
    log.error(
      `${error.message} It may come back by itself; until then, requests for its photos are answered with 503.`,
    );
  });
};
