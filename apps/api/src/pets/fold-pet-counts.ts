import type { Pool } from "pg";
import type { Logger } from "pino";
import type { Lane } from "../concurrency/lane.js";
import { systemFlow } from "../concurrency/lanes.js";
import { type PeriodicTask, startPeriodicTask } from "../concurrency/periodic-task.js";

/**
 * A count reads at most 8,000 changes with this interval, at a rate of 4,000 creates a second. For 20,000 changes it
 * would take 10 to 25 ms.
 */
const INTERVAL_MS = 2_000;
const STEP_CHANGES = 10_000;
const LOCK = 7_031_945_268_430_117n;

/**
 * Only one fold runs at a time, and nothing else changes rows of pet_count, so no writer has to wait. The sums are the
 * same before and after a fold.
 */
const foldStep = `
  WITH turn AS MATERIALIZED (SELECT pg_try_advisory_xact_lock(${LOCK}) AS is_ours),
  taken AS (
    DELETE FROM pet_count_change
    WHERE ctid = ANY (ARRAY(SELECT ctid FROM pet_count_change WHERE (SELECT is_ours FROM turn) LIMIT ${STEP_CHANGES}))
    RETURNING category_id, status, amount
  ), replaced AS (
    DELETE FROM pet_count WHERE (category_id, status) IN (SELECT category_id, status FROM taken)
    RETURNING category_id, status, amount
  ), folded AS (
    INSERT INTO pet_count (category_id, status, amount)
    SELECT category_id, status, sum(amount) FROM (SELECT * FROM taken UNION ALL SELECT * FROM replaced) AS part
    GROUP BY category_id, status HAVING sum(amount) <> 0
  )
  SELECT count(*)::integer AS count FROM taken`;

const fold = systemFlow("pet counts");

/** Moves the changes that triggers have recorded into the stored counts, so that a count reads few rows. */
export const createPetCountFold = (pool: Pool, lane: Lane, log: Logger): PeriodicTask =>
  startPeriodicTask("petCounts", INTERVAL_MS, async (signal) => {
    try {
      let count = STEP_CHANGES;
      while (!signal.aborted && count === STEP_CHANGES) {
        const { rows } = await lane.run(fold, () => pool.query<{ count: number }>(foldStep));
        count = rows[0]?.count ?? 0;
      }
    } catch (error) {
      log.debug({ err: error }, "The counts of pets could not be folded; the next run tries again.");
    }
  });
