import { RESTORE_DAYS } from "@petstore/contract/routes";
import type { Logger } from "pino";
import type { Lane } from "../../concurrency/lane.js";
import { systemFlow } from "../../concurrency/lanes.js";
import { type PeriodicTask, startPeriodicTask } from "../../concurrency/periodic-task.js";
import type { Database } from "../../database/open-database.js";
import { queryOfPool } from "../../database/query.js";
import type { ObjectStore } from "./object-store.js";

/** An erased image is gone within a minute with this interval. */
const INTERVAL_MS = 30_000;
const BATCH_SIZE = 100;
const sweep = systemFlow("objects");

/**
 * Postpones the objects by a minute in the same statement that finds them. So replicas share the work, and an object
 * whose deletion failed is tried again later.
 */
const takeDue = `
  UPDATE media_object SET unreferenced_since = now() - make_interval(days => $1::integer) + interval '1 minute'
  WHERE key IN (
    SELECT key FROM media_object WHERE unreferenced_since < now() - make_interval(days => $1::integer)
    ORDER BY unreferenced_since LIMIT ${BATCH_SIZE} FOR UPDATE SKIP LOCKED
  ) RETURNING key`;

/**
 * Removes the objects of erased images. Other objects are removed {@link RESTORE_DAYS} days after the last reference to
 * them, so that a backup of the database alone still finds its objects. The row is deleted last.
 */
export const createObjectSweep = (
  { pool, db }: Pick<Database, "pool" | "db">,
  objects: ObjectStore | undefined,
  lane: Lane,
  log: Logger,
): PeriodicTask => {
  const query = queryOfPool(pool);
  return startPeriodicTask("objects", INTERVAL_MS, async (signal) => {
    if (objects === undefined) return;
    try {
      let taken = BATCH_SIZE;
      while (!signal.aborted && taken === BATCH_SIZE) {
        const due = await lane.run(sweep, () => query<{ key: string }>(takeDue, [RESTORE_DAYS]));
        taken = due.length;
        for (const { key } of due) {
          if (signal.aborted) return;
          await objects.delete(key);
          await lane.run(sweep, () => db.mediaObject.deleteMany({ where: { key, unreferencedSince: { not: null } } }));
        }
      }
    } catch (error) {
      log.warn({ err: error }, "The sweep of the bucket failed; the next one tries again.");
    }
  });
};
