/** A job waits for a person after this many starts that did not finish. */
export const MAX_BEGINNINGS = 3;

/** The time from the record of a start until the step's transaction locks that record. */
export const CLAIM_SECONDS = 15;

/** The pause after an unexpected error, for each start that did not finish. */
const PAUSE_SECONDS = 20;

/**
 * The lock of the row proves that a process is running the step, because PostgreSQL releases the lock when the process
 * dies. If the row is not locked, the last start did not finish. A process that knows the token of its own last start
 * is still alive, so it does not count that start again.
 */
export const beginSql = `
  WITH free AS MATERIALIZED (
    SELECT kind, job_id FROM job_step WHERE kind = $1 AND job_id = $2::bigint AND waiting_since IS NULL
      AND (token = $4::uuid OR free_at <= clock_timestamp()) FOR UPDATE SKIP LOCKED
  ), again AS (
    UPDATE job_step AS step SET
      beginnings = step.beginnings + (step.token IS DISTINCT FROM $4::uuid AND step.beginnings < ${MAX_BEGINNINGS})::integer,
      waiting_since = CASE WHEN step.token IS DISTINCT FROM $4::uuid AND step.beginnings >= ${MAX_BEGINNINGS} THEN clock_timestamp() END,
      token = $3::uuid, began_at = clock_timestamp(), free_at = clock_timestamp() + make_interval(secs => $5::integer)
    FROM free WHERE step.kind = free.kind AND step.job_id = free.job_id RETURNING step.waiting_since, step.beginnings
  ), first AS (
    INSERT INTO job_step (kind, job_id, token, began_at, free_at)
    SELECT $1, $2::bigint, $3::uuid, clock_timestamp(), clock_timestamp() + make_interval(secs => $5::integer)
    WHERE NOT EXISTS (SELECT FROM job_step WHERE kind = $1 AND job_id = $2::bigint)
    ON CONFLICT DO NOTHING RETURNING waiting_since, beginnings
  )
  SELECT waiting_since IS NOT NULL AS "isWaiting", is_now AS "isNow", beginnings FROM (
    SELECT waiting_since, true AS is_now, beginnings FROM again UNION ALL SELECT waiting_since, true, beginnings FROM first
    UNION ALL SELECT waiting_since, false, beginnings FROM job_step WHERE kind = $1 AND job_id = $2::bigint AND waiting_since IS NOT NULL
  ) AS found`;

export const lockSql = "SELECT FROM job_step WHERE kind = $1 AND job_id = $2::bigint AND token = $3::uuid FOR UPDATE";
export const endSql = "DELETE FROM job_step WHERE kind = $1 AND job_id = $2::bigint AND token = $3::uuid";

/**
 * Takes back one start in which a process that is still alive has done nothing. The column has milliseconds, and a time
 * that is rounded up would keep other processes waiting.
 */
export const forgetSql = `
  WITH gone AS (
    DELETE FROM job_step WHERE kind = $1 AND job_id = $2::bigint AND token = $3::uuid AND beginnings <= 1
  )
  UPDATE job_step SET beginnings = beginnings - 1, free_at = date_trunc('milliseconds', clock_timestamp())
  WHERE kind = $1 AND job_id = $2::bigint AND token = $3::uuid AND beginnings > 1`;

export const failSql = `
  UPDATE job_step SET free_at = clock_timestamp() + make_interval(secs => beginnings * ${PAUSE_SECONDS}),
    waiting_since = CASE WHEN beginnings >= ${MAX_BEGINNINGS} THEN clock_timestamp() END
  WHERE kind = $1 AND job_id = $2::bigint AND token = $3::uuid RETURNING waiting_since IS NOT NULL AS "isWaiting"`;

export const countWaitingSql =
  "SELECT count(*)::integer AS count FROM job_step WHERE kind = $1 AND waiting_since IS NOT NULL";
