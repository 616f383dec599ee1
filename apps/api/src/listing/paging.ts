import type { Pool } from "pg";
import { Prisma } from "../generated/client.js";
import { type Carried, type Cursors, cursorRefused, type ListingCursors, type Position } from "./cursors.js";
import {
  countStatement,
  hasOtherSide,
  isBackwards,
  type Listing,
  nearestRows,
  otherSideOf,
  placeOf,
} from "./keyset.js";

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
): PageRequest["filters"] => {
  const filters: [string, string][] = [];
  for (const name in query) {
    const value = query[name];
    for (const one of typeof value === "object" ? value : [value]) {
      if (one !== undefined) filters.push([name, String(one)]);
    }
  }
  return filters;
};

type Key = Position["key"];

/** Where a page lies among the others of its listing, which is what its links say. */
export type Edges = {
  /** Where it began: as the client's cursor says, or at the listing's beginning. */
  readonly position: Position | undefined;
  /** Whether there is more in the direction in which it was read, and on the other side of where it began. */
  readonly hasMore: boolean;
  readonly hasOtherSide: boolean;
  /** Of its outermost rows; undefined where it has none. */
  readonly first: Key | undefined;
  readonly last: Key | undefined;
};

/** Those of a listing, and those that carry their filters. */
type PageCursors = ListingCursors & { carry(carried: Carried): string };

type PageHeaders = { readonly Link?: string };

/** A field of header that proxies take without being told to: nginx has 4 KiB for all fields of a response. */
const MAX_LINK_BYTES = 4_000;

/**
 * What seals the places of a client's pages, and where this one begins. A cursor that carries filters holds for a request
 * that repeats them, or that has none because `withCarriedFilters` gave it those.
 * @throws AppError 400 for a cursor that is not of this listing.
 */
export const openPage = (cursors: Cursors, { path, filters, cursor }: PageRequest) => {
  const own = { ...cursors({ path, filters }), carry: (carried: Carried) => cursors.carry(path, carried) };
  if (cursor === undefined) return { cursors: own, position: undefined };
  const carried = cursors.openCarried(path, cursor);
  if (carried === undefined) return { cursors: own, position: own.open(cursor) };
  if (JSON.stringify(carried.filters) !== JSON.stringify(filters)) throw cursorRefused();
  return { cursors: own, position: carried.position };
};

/** The filters that a cursor carries, for a request that has none of its own. */
export const carriedFilters = (
  cursors: Cursors,
  { path, filters, cursor }: Omit<PageRequest, "limit">,
): PageRequest["filters"] | undefined =>
  cursor === undefined || filters.length > 0 ? undefined : cursors.openCarried(path, cursor)?.filters;

/** The first page of a listing, as a link. */
const firstPage = ({ path, filters, limit }: PageRequest): string => {
  const selection = filters.length === 0 ? "" : `${new URLSearchParams(filters as [string, string][])}&`;
  return `${path}?${selection}limit=${limit}`;
};

/** Links whose cursors carry the filters. The way on goes before the way back, and both before the beginning, which the client asked for itself. */
const shortLinks = (
  cursors: PageCursors,
  { path, filters, limit }: PageRequest,
  targets: readonly (readonly [rel: string, target: Position | undefined])[],
): string => {
  let links = "";
  for (const [rel, position] of [...targets, ["first", undefined] as const]) {
    const link = `<${path}?limit=${limit}&cursor=${cursors.carry({ filters, position })}>; rel="${rel}"`;
    const longer = links === "" ? link : `${links}, ${link}`;
    if (longer.length > MAX_LINK_BYTES) return links;
    links = longer;
  }
  return links;
};

/** The header fields of a page: no `Link` where there is but this one. */
export const pageHeaders = (cursors: PageCursors, request: PageRequest, edges: Edges): PageHeaders => {
  const { position, hasMore, hasOtherSide } = edges;
  const isBackward = position !== undefined && isBackwards(position);
  const hasNext = isBackward ? hasOtherSide : hasMore;
  const hasPrev = isBackward ? hasMore : hasOtherSide;
  if (!hasNext && !hasPrev) return {};
  const neighbour = (side: Position["side"], key: Key | undefined) =>
    key === undefined ? position && otherSideOf(position) : { side, key };
  const targets: [rel: string, target: Position | undefined][] = [
    ...(hasNext ? [["next", neighbour("after", edges.last)] as [string, Position | undefined]] : []),
    ...(hasPrev ? [["prev", neighbour("before", edges.first)] as [string, Position | undefined]] : []),
  ];
  const first = firstPage(request);
  const links = targets.map(([rel, target]) => {
    const cursor = target === undefined ? "" : `&cursor=${cursors.seal(target)}`;
    return `<${first}${cursor}>; rel="${rel}"`;
  });
  const Link = [...links, `<${first}>; rel="first"`].join(", ");
  return { Link: Link.length <= MAX_LINK_BYTES ? Link : shortLinks(cursors, request, targets) };
};

type Reading<Row> = {
  readonly listing: Listing;
  /** What the listing is ordered by, of one row. */
  readonly keyOf: (row: Row) => Key;
};

/** The rows of a page in the listing's order, and its header fields. */
export type Page<Row> = { readonly rows: Row[]; readonly headers: PageHeaders };

/** One page, nearest row first: one row at least, which says whether the other side of the position has rows. */
export const pageStatement = (listing: Listing, position: Position | undefined, limit: number): Prisma.Sql => {
  const place = position && placeOf(position);
  const columns = Prisma.sql`true AS "isRow", ${listing.select}`;
  return Prisma.sql`SELECT page.*, edge."hasOtherSide"
    FROM (SELECT ${hasOtherSide(listing, place)} AS "hasOtherSide") AS edge
      LEFT JOIN (${nearestRows(listing, place, { columns, most: Prisma.sql`${limit}` })}) AS page ON true`;
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
  const { limit } = request;
  const { cursors, position } = openPage(deps.cursors, request);
  // One more than requested tells whether the page has a neighbour on that side.
  const statement = pageStatement(reading.listing, position, limit + 1);
  const read = await deps.pool.query<Row & { isRow: true | null; hasOtherSide: boolean }>(statement);
  const found = read.rows.filter(({ isRow }) => isRow);
  const nearest = found.slice(0, limit);
  const rows = position !== undefined && isBackwards(position) ? nearest.toReversed() : nearest;
  const keyAt = (at: number) => {
    const row = rows.at(at);
    return row && reading.keyOf(row);
  };
  const edges = {
    hasMore: found.length > limit,
    hasOtherSide: read.rows[0]?.hasOtherSide ?? false,
    first: keyAt(0),
    last: keyAt(-1),
  };
  return { rows, headers: pageHeaders(cursors, request, { position, ...edges }) };
};

/** How many rows there are in all pages of a listing together. It reads every one of them. */
export const countRows = async (pool: Pool, listing: Listing): Promise<number> => {
  const { rows } = await pool.query<{ count: string }>(countStatement(listing));
  return Number(rows[0]?.count);
};
