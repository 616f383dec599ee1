import type { QueryResult } from "pg";

/** `end` is a position in bytes. Everything that was committed before the query lies before this position. */
export type WalPosition = { readonly end: bigint; readonly timeline: number };

export type AskPrimary = () => Promise<WalPosition>;

type Queryable = { query(statement: { name: string; text: string }): Promise<QueryResult<Row>> };
type Row = { readonly end: string; readonly timeline: string };

// This reads the insert position, because with synchronous_commit=off a commit is visible before it is flushed. If
// nothing follows the header of a new page yet (24 bytes, or 40 in a new segment), a standby that has replayed
// everything reports the start of the page.
const text = `
  SELECT bytes - CASE WHEN bytes % page IN (24, 40) THEN bytes % page ELSE 0 END AS "end", timeline
  FROM (
    SELECT (lsn - '0/0')::bigint AS bytes, current_setting('wal_block_size')::bigint AS page,
      left(pg_walfile_name(lsn), 8) AS timeline
    FROM (SELECT pg_current_wal_insert_lsn() AS lsn) AS position
  ) AS counted`;

export const readWalPosition = async (primary: Queryable): Promise<WalPosition> => {
  const { rows } = await primary.query({ name: "end of the log", text });
  const { end, timeline } = rows[0] as Row;
  return { end: BigInt(end), timeline: Number.parseInt(timeline, 16) };
};
