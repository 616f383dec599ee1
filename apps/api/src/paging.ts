import type { Pool } from "pg";
import type { Cursors, Position } from "./cursors.js";
import { countStatement, isBackwards, type Listing, otherSideOf, otherSideStatement, pageStatement } from "./keyset.js";

/** What a client asks of a listing, beside its filters. */
export type PageRequest = {
  /** Of the listing, with `/v1`. */
  readonly path: string;
  /** The query parameters that select and order, as a client writes them: they stand in the links, and bind the cursor. */
  readonly filters: readonly (readonly [name: string, value: string])[];
  readonly limit: number;
  readonly cursor: string | undefined;
};

/** The parameters of a query that are there, as a client writes them: one that has several values stands once for each. */
export const writeFilters = (
  query: Readonly<Record<string, string | number | readonly number[] | undefined>>,
): PageRequest["filters"] =>
  Object.entries(query).flatMap(([name, value]) =>
    [value].flat().flatMap((one) => (one === undefined ? [] : [[name, String(one)] as const])),
  );

type Reading<Row> = {
  readonly listing: Listing;
  /** What the listing is ordered by, of one row. */
  readonly keyOf: (row: Row) => Position["key"];
};

/** The rows of a page in the listing's order, and its header fields: no `Link` where there is but this one page. */
export type Page<Row> = { readonly rows: Row[]; readonly headers: { readonly Link?: string } };

const readRows = async <Row>(pool: Pool, { listing }: Reading<Row>, position: Position | undefined, limit: number) => {
  // One more than asked for tells whether the page has a neighbour on that side.
  const { rows } = await pool.query<Row & { hasOtherSide: boolean }>(pageStatement(listing, position, limit + 1));
  const [first] = rows;
  if (first !== undefined || position === undefined) return { rows, hasOtherSide: first?.hasOtherSide ?? false };
  const other = await pool.query<{ hasOtherSide: boolean }>(otherSideStatement(listing, position));
  return { rows, hasOtherSide: other.rows[0]?.hasOtherSide ?? false };
};

/**
 * Reads one page of a listing by keyset: page 100,000 costs what page 1 does, and whatever is written meanwhile, no page
 * skips or repeats a row that stays as it is.
 * @throws AppError 400 for a cursor that is not of this listing.
 */
export const readPage = async <Row>(
  deps: { readonly pool: Pool; readonly cursors: Cursors },
  request: PageRequest,
  reading: Reading<Row>,
): Promise<Page<Row>> => {
  const { path, filters, limit, cursor } = request;
  const scope = { path, filters };
  const position = cursor === undefined ? undefined : deps.cursors.open(cursor, scope);
  const read = await readRows(deps.pool, reading, position, limit);
  const isBackward = position !== undefined && isBackwards(position);
  const hasMore = read.rows.length > limit;
  const rows = isBackward ? read.rows.slice(0, limit).toReversed() : read.rows.slice(0, limit);
  const neighbour = (side: Position["side"], row: Row | undefined) =>
    row === undefined ? position && otherSideOf(position) : { side, key: reading.keyOf(row) };

  const link = (rel: string, target?: Position) => {
    const query = [...filters, ["limit", String(limit)]];
    const pairs = target === undefined ? query : [...query, ["cursor", deps.cursors.seal(target, scope)]];
    return `<${path}?${new URLSearchParams(pairs as [string, string][])}>; rel="${rel}"`;
  };
  const hasNext = isBackward ? read.hasOtherSide : hasMore;
  const hasPrev = isBackward ? hasMore : read.hasOtherSide;
  const links = [
    ...(hasNext ? [link("next", neighbour("after", rows.at(-1)))] : []),
    ...(hasPrev ? [link("prev", neighbour("before", rows.at(0)))] : []),
    ...(hasNext || hasPrev ? [link("first")] : []),
  ];
  return { rows, headers: links.length === 0 ? {} : { Link: links.join(", ") } };
};

/** How many rows there are in all pages of a listing together. It reads every one of them. */
export const countRows = async (pool: Pool, listing: Listing): Promise<number> => {
  const { rows } = await pool.query<{ count: string }>(countStatement(listing));
  return Number(rows[0]?.count);
};
