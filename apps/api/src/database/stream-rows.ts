import type pg from "pg";
import type { Query } from "./query.js";
import type { Prisma } from "../generated/client.js";
import { inTransaction } from "./transact.js";
import { untilAborted } from "./until-aborted.js";

const BATCH_ROWS = 1_000;
/** A batch of rows with profiles ends when its rows reach this many bytes. It always contains at least one row. */
const BATCH_BYTES = 1_000_000;

export type RowFormat<Row> = {
  /** The text to write before the first row. */
  readonly head: string;
  readonly linesOf: (rows: readonly Row[]) => string;
};

export type RowStream<Row> = {
  readonly signal: AbortSignal;
  readonly onRows?: ((count: number) => void) | undefined;
  readonly rows: Prisma.Sql;
  /**
   * The column `bytes` of each row of `rows`, in the same order. It is needed if rows may be large: the size of each
   * batch is then known before it is read.
   */
  readonly weights?: Prisma.Sql | undefined;
  /**
   * The maximum number of rows that the format can hold, and the error if there are more. The error is thrown before
   * anything is written.
   */
  readonly limit?: { readonly rows: number; readonly refuse: () => Error } | undefined;
  /** @param query - Runs statements in the same snapshot. */
  readonly format: (query: Query) => Promise<RowFormat<Row>>;
  /** The settings of `inTransaction`. */
  readonly settings?: readonly string[] | undefined;
};

/**
 * A cursor runs the query only once, so no page has to find its start again, whatever the filters and the order are.
 */
const openCursor = async <Row>(query: Query, name: string, { text, values }: Prisma.Sql) => {
  await query(`DECLARE ${name} NO SCROLL CURSOR FOR ${text}`, values);
  return (rows: number) => query<Row>(`FETCH ${rows} FROM ${name}`, []);
};

/**
 * Adds up the sizes of rows with a second cursor, which reads only the sizes and is ahead of the first.
 * @returns How many rows may be read next, or 0 at the end.
 */
const openScale = async (query: Query, weights: Prisma.Sql) => {
  const fetch = await openCursor<{ bytes: number }>(query, "export_weights", weights);
  let ahead: number[] = [];
  return async (): Promise<number> => {
    if (ahead.length === 0) ahead = (await fetch(BATCH_ROWS)).map(({ bytes }) => bytes);
    let bytes = 0;
    const end = ahead.findIndex((one) => (bytes += one) > BATCH_BYTES);
    return ahead.splice(0, end === -1 ? ahead.length : Math.max(1, end)).length;
  };
};

const hasMore = async (query: Query, { text, values }: Prisma.Sql, rows: number): Promise<boolean> =>
  (await query(`SELECT FROM (${text}) AS counted OFFSET ${rows} LIMIT 1`, values)).length > 0;

/**
 * Writes the rows of one snapshot. It writes the head only together with the first rows, so that a query which fails
 * has written nothing.
 * @param write - Resolves when it accepts more lines.
 * @returns The number of rows.
 */
export const streamRows = <Row>(
  pool: pg.Pool,
  write: (text: string) => Promise<void>,
  { signal, onRows, rows: selected, weights, limit, format, settings }: RowStream<Row>,
): Promise<number> => {
  const streamWith = async (query: Query): Promise<number> => {
    if (limit !== undefined && (await untilAborted(signal, hasMore(query, selected, limit.rows)))) throw limit.refuse();
    const { head, linesOf } = await format(query);
    const fetch = await openCursor<Row>(query, "export", selected);
    const nextCount = weights === undefined ? async () => BATCH_ROWS : await openScale(query, weights);
    let text = head;
    for (let count = 0; ; ) {
      // After an abort the result is not needed, so the connection can be closed at once.
      const wanted = await untilAborted(signal, nextCount());
      const rows = wanted === 0 ? [] : await untilAborted(signal, fetch(wanted));
      text += linesOf(rows);
      if (text !== "") await write(text);
      text = "";
      count += rows.length;
      onRows?.(count);
      if (rows.length < wanted || wanted === 0) return count;
    }
  };
  return inTransaction(pool, "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY", streamWith, settings);
};
