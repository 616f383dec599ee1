import type pg from "pg";
import type { Query } from "./query.js";
import type { Prisma } from "../generated/client.js";
import { inTransaction } from "./transact.js";
import { untilAborted } from "./until-aborted.js";

const BATCH_ROWS = 1_000;

export type RowFormat<Row> = {
  /** Written before the first row. */
  readonly head: string;
  readonly linesOf: (rows: readonly Row[]) => string;
};

export type RowStream<Row> = {
  readonly signal: AbortSignal;
  readonly onRows?: ((count: number) => void) | undefined;
  readonly rows: Prisma.Sql;
  /** @param query - Of the snapshot. */
  readonly format: (query: Query) => Promise<RowFormat<Row>>;
  /** The settings of `inTransaction`. */
  readonly settings?: readonly string[] | undefined;
};

/** A cursor runs the query once: no page has to find its place again, whatever the filters and the order. */
const openCursor = async <Row>(query: Query, { text, values }: Prisma.Sql) => {
  await query(`DECLARE export NO SCROLL CURSOR FOR ${text}`, values);
  return () => query<Row>(`FETCH ${BATCH_ROWS} FROM export`, []);
};

/**
 * Writes one snapshot, first of all its first rows: a query that fails has written nothing.
 * @param write - Resolves when it accepts more lines.
 * @returns The number of rows.
 */
export const streamRows = <Row>(
  pool: pg.Pool,
  write: (text: string) => Promise<void>,
  { signal, onRows, rows: selected, format, settings }: RowStream<Row>,
): Promise<number> => {
  const streamWith = async (query: Query): Promise<number> => {
    const { head, linesOf } = await format(query);
    const fetch = await openCursor<Row>(query, selected);
    let text = head;
    for (let count = 0; ; ) {
      // Nobody wants the result then: the connection can be closed at once.
      const rows = await untilAborted(signal, fetch());
      text += linesOf(rows);
      if (text !== "") await write(text);
      text = "";
      count += rows.length;
      onRows?.(count);
      if (rows.length < BATCH_ROWS) return count;
    }
  };
  return inTransaction(pool, "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY", streamWith, settings);
};
