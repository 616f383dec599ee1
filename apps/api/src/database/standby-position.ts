import { setTimeout as delay } from "node:timers/promises";
import type { ClientBase } from "pg";
import type { WalPosition } from "./wal-position.js";

/** The reasons why a standby cannot be read. */
export type Obstacle = "it is behind" | "it is not a standby" | "it has not followed the primary to its timeline yet";

type Row = { readonly isStandby: boolean; readonly replayed: string; readonly timeline: number };

// Timelines are compared, because a server may have replayed more of an abandoned timeline than the primary has written
// of the new one, and would otherwise count as current. This is the timeline of the last restartpoint, because ordinary
// users cannot read the timeline of the last record.
const text = `
  SELECT pg_is_in_recovery() AS "isStandby", coalesce(pg_last_wal_replay_lsn() - '0/0', 0)::bigint AS replayed,
    (pg_control_checkpoint()).timeline_id AS timeline`;

const FIRST_PAUSE_MS = 1;
const LONGEST_PAUSE_MS = 8;

const check = async (client: ClientBase, { end, timeline }: WalPosition): Promise<Obstacle | undefined> => {
  const { rows } = await client.query<Row>({ name: "replayed", text });
  const found = rows[0] as Row;
  if (!found.isStandby) return "it is not a standby";
  if (found.timeline !== timeline) return "it has not followed the primary to its timeline yet";
  return BigInt(found.replayed) >= end ? undefined : "it is behind";
};

/**
 * Resolves to undefined once the client's next statement will see everything before `position`. The comparing statement
 * itself does not count, because its snapshot is older than the position that it reads.
 */
export const waitForReplay = async (
  client: ClientBase,
  position: WalPosition,
  maxLagMs: number,
): Promise<Obstacle | undefined> => {
  const giveUpAt = performance.now() + maxLagMs;
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
    const obstacle = await check(client, position);
    if (obstacle !== "it is behind" || performance.now() + pauseMs > giveUpAt) return obstacle;
    await delay(pauseMs);
  }
};
