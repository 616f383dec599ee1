import { expect } from "vitest";
import type { TestApi } from "./test-api.js";

const waitingSql = "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";

type Statement = readonly [sql: string, ...values: unknown[]];

/**
 * Sends a request while another transaction holds a lock, which its first statement takes. Once the request waits, the
 * transaction runs its other statements and commits.
 */
export const sendWhileLocked = async <Answer>(
  { database: { pool } }: Pick<TestApi, "database">,
  [lock, ...changes]: readonly [Statement, ...Statement[]],
  send: () => Promise<Answer>,
): Promise<Answer> => {
  const other = await pool.connect();
  const run = ([sql, ...values]: Statement) => other.query(sql, values);
  try {
    await other.query("BEGIN");
    await run(lock);
    const answer = send();
    await expect.poll(async () => (await pool.query(waitingSql)).rowCount).toBe(1);
    for (const change of changes) await run(change);
    await other.query("COMMIT");
    return await answer;
  } finally {
    other.release(true);
  }
};
