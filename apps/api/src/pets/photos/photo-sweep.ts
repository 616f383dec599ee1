import { RESTORE_DAYS } from "@petstore/contract/routes";
import type { Logger } from "pino";
import type { Lane } from "../../concurrency/lane.js";
import { type PeriodicTask, startPeriodicTask } from "../../concurrency/periodic-task.js";
import type { Database } from "../../database/open-database.js";
import { type Query, queryOf } from "../../database/query.js";
import { stepsOfTask } from "../../operation/job-runner.js";
import type { JobSteps } from "../../operation/job-steps.js";
import type { MediaStore } from "./media-store.js";

const INTERVAL_MS = 3_600_000;
const BATCH_SIZE = 200;

/**
 * A photo has no foreign key to its pet, because a deleted pet may be restored. Its photos are kept as long as deleted
 * photos.
 */
const noteMissingPets = `
  UPDATE photo SET pet_missing_since = CASE WHEN pet_missing_since IS NULL THEN now() END
  WHERE (pet_missing_since IS NULL) = NOT EXISTS (SELECT FROM pet WHERE pet.id = photo.pet_id)`;

const removeOld = `
  WITH old AS (
    SELECT id FROM photo WHERE least(deleted_at, pet_missing_since) < now() - make_interval(days => $1::integer)
    LIMIT ${BATCH_SIZE} FOR UPDATE SKIP LOCKED
  )
  DELETE FROM photo WHERE id IN (SELECT id FROM old) RETURNING encode(sha256, 'hex') AS sha256`;

/** @returns the number of photos that were removed, together with the files that no other photo uses */
const removeBatch = async (query: Query, media: MediaStore): Promise<number> => {
  const rows = await query<{ sha256: string }>(removeOld, [RESTORE_DAYS]);
  if (rows.length > 0)
    await media.delete(
      query,
      rows.map(({ sha256 }) => sha256),
      false,
    );
  return rows.length;
};

/** Removes photos and their files {@link RESTORE_DAYS} days after the photos or their pet were deleted. */
export const createPhotoSweep = (
  deps: { readonly database: Pick<Database, "db">; readonly jobSteps: JobSteps },
  media: MediaStore,
  lane: Lane,
  log: Logger,
): PeriodicTask => {
  const inStep = stepsOfTask(deps, lane, "photo_sweep");
  // The record of the step ensures that only one process at a time runs it.
  const inTurn = async (work: (query: Query) => Promise<number>) => (await inStep((tx) => work(queryOf(tx)))) ?? 0;
  return startPeriodicTask("photos", INTERVAL_MS, async (signal) => {
    try {
      await inTurn(async (query) => {
        await query(noteMissingPets, []);
        return 0;
      });
      let removed = BATCH_SIZE;
      while (!signal.aborted && removed === BATCH_SIZE) removed = await inTurn((query) => removeBatch(query, media));
    } catch (error) {
      log.warn({ err: error }, "The sweep of photos failed; the next one tries again.");
    }
  });
};
