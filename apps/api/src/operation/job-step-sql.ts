/** A job waits for a person after so many beginnings without an end. */
export const MAX_BEGINNINGS = 3;

/** The time from the record of a beginning to the lock of that record, which the step's transaction then holds. */
export const CLAIM_SECONDS = 15;

/** The next beginning after an unexpected error waits so long for each that has not ended. */
const PAUSE_SECONDS = 20;

/**
 * The row's lock proves that a process is at the step: PostgreSQL frees it when the process dies. A row that is free has
 * not ended. The process that knows the token of its own last beginning lives, and does not count it again.
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

/** Takes one beginning back: nothing was done, by a process that lives. */
export const forgetSql = `
  WITH gone AS (
    DELETE FROM job_step WHERE kind = $1 AND job_id = $2::bigint AND token = $3::uuid AND beginnings <= 1
  )
  UPDATE job_step SET beginnings = beginnings - 1, free_at = clock_timestamp()
  WHERE kind = $1 AND job_id = $2::bigint AND token = $3::uuid AND beginnings > 1`;

export const failSql = `
  UPDATE job_step SET free_at = clock_timestamp() + make_interval(secs => beginnings * ${PAUSE_SECONDS}),
    waiting_since = CASE WHEN beginnings >= ${MAX_BEGINNINGS} THEN clock_timestamp() END
  WHERE kind = $1 AND job_id = $2::bigint AND token = $3::uuid RETURNING waiting_since IS NOT NULL AS "isWaiting"`;

export const countWaitingSql =
  "SELECT count(*)::integer AS count FROM job_step WHERE kind = $1 AND waiting_since IS NOT NULL";
