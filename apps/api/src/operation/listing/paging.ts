import type { Pool } from "pg";
import type { Database } from "../../database/open-database.js";
import { Prisma } from "../../generated/client.js";
import { type Cursors, cursorRefused, type ListingCursors } from "./cursors.js";
import type { Position } from "./position.js";
import { isBackwards, otherSideOf, PAGE_BYTES, toSqlPosition } from "./keyset.js";
import { hasOtherSide, type Listing, nearestRows } from "./listing.js";

export type PageRequest = {
  readonly path: string;
  /** The query parameters that select and order rows. A cursor is valid only together with the same parameters. */
  readonly filters: readonly (readonly [name: string, value: string])[];
  readonly limit: number;
  readonly cursor: string | undefined;
};

/** The value of a query parameter. A list is written as a separate parameter for each value. */
export type Parameter = string | number | boolean | readonly (string | number)[] | undefined;

/** Adds a parameter to the written ones, once for each of its values. */
export const writeParameter = (written: [name: string, value: string][], name: string, value: Parameter): void => {
  if (value === undefined) return;
  if (typeof value !== "object") written.push([name, String(value)]);
  else for (const one of value) written.push([name, String(one)]);
};

export const writeFilters = (query: Readonly<Record<string, Parameter>>): PageRequest["filters"] => {
  const written: [string, string][] = [];
  for (const name in query) writeParameter(written, name, query[name]);
  return written;
};

type Key = Position["key"];

export type Edges = {
  readonly position: Position | undefined;
  /** True if more rows follow in the direction of reading. For a `prev` link, the direction is backwards. */
  readonly hasMore: boolean;
  readonly hasOtherSide: boolean;
  readonly first: Key | undefined;
  readonly last: Key | undefined;
};

type PageHeaders = { readonly Link?: string };

/** nginx accepts 4 KiB of response header by default. */
const MAX_LINK_BYTES = 4_000;

/**
 * @throws AppError 400 if the cursor belongs to another listing, or if its embedded filters differ from the filters of
 * the request.
 */
export const openPage = (cursors: Cursors, { path, filters, cursor }: PageRequest) => {
  const ofListing = cursors({ path, filters });
  if (cursor === undefined) return { ofListing, position: undefined };
  const content = cursors.openWithFilters(path, cursor);
  if (content === undefined) return { ofListing, position: ofListing.open(cursor) };
  if (JSON.stringify(content.filters) !== JSON.stringify(filters)) throw cursorRefused();
  return { ofListing, position: content.position };
};

type Unfiltered = Omit<PageRequest, "limit">;

export const embeddedFilters = (
  cursors: Cursors,
  { path, filters, cursor }: Unfiltered,
): PageRequest["filters"] | undefined =>
  cursor === undefined || filters.length > 0 ? undefined : cursors.openWithFilters(path, cursor)?.filters;

/** Returns the embedded filters as query parameters. */
export const embeddedQuery = (
  cursors: Cursors,
  request: Unfiltered,
): Readonly<Record<string, string | string[]>> | undefined => {
  const embedded = embeddedFilters(cursors, request);
  if (embedded === undefined) return undefined;
  const parameters = new Map<string, string | string[]>();
  for (const [name, value] of embedded) {
    const before = parameters.get(name);
    parameters.set(name, before === undefined ? value : [before, value].flat());
  }
  return Object.fromEntries(parameters);
};

const firstPage = ({ path, filters, limit }: PageRequest): string => {
  const selection = filters.length === 0 ? "" : `${new URLSearchParams(filters as [string, string][])}&`;
  return `${path}?${selection}limit=${limit}`;
};

type Target = readonly [rel: string, position: Position | undefined];

/**
 * Embeds the filters in the cursors. If the header field is still too long, the link `first` is left out, and then
 * `prev`.
 */
const shortLinks = (cursors: Cursors, { path, filters, limit }: PageRequest, targets: readonly Target[]): string => {
  let links = "";
  for (const [rel, position] of [...targets, ["first", undefined] as const]) {
    const cursor = cursors.sealWithFilters(path, { filters, position });
    const link = `<${path}?limit=${limit}&cursor=${cursor}>; rel="${rel}"`;
    const longer = links === "" ? link : `${links}, ${link}`;
    if (longer.length > MAX_LINK_BYTES) return links;
    links = longer;
  }
  return links;
};

const neighbour = (side: Position["side"], key: Key | undefined, position: Position | undefined) =>
  key === undefined ? position && otherSideOf(position) : { side, key };

export const pageHeaders = (
  cursors: Cursors,
  ofListing: ListingCursors,
  request: PageRequest,
  { position, hasMore, hasOtherSide: hasOther, first, last }: Edges,
): PageHeaders => {
  const isBackward = position !== undefined && isBackwards(position);
  const targets: Target[] = [];
  if (isBackward ? hasOther : hasMore) targets.push(["next", neighbour("after", last, position)]);
  if (isBackward ? hasMore : hasOther) targets.push(["prev", neighbour("before", first, position)]);
  if (targets.length === 0) return {};
  const start = firstPage(request);
  let Link = "";
  for (const [rel, target] of targets) {
    Link += `<${start}${target === undefined ? "" : `&cursor=${ofListing.seal(target)}`}>; rel="${rel}", `;
  }
  Link += `<${start}>; rel="first"`;
  return { Link: Link.length <= MAX_LINK_BYTES ? Link : shortLinks(cursors, request, targets) };
};

type RowListing<Row> = {
  readonly listing: Listing;
  readonly keyOf: (row: Row) => Key;
};

export type Page<Row> = { readonly rows: Row[]; readonly headers: PageHeaders };

/** The rows from a position on, beginning with the nearest row. There may be one row more than the page can have. */
export type Found<Row> = {
  readonly rows: readonly Row[];
  /** The number of rows that were found, if some were too large for the page. */
  readonly count?: number;
  readonly hasOtherSide: boolean;
};

/**
 * Creates a page from the rows that `read` finds. Concurrent writes never cause an unchanged row to be missing or
 * repeated.
 * @throws AppError 400, as `openPage` does
 */
export const pageOf = async <Row>(
  cursors: Cursors,
  request: PageRequest,
  read: (position: Position | undefined, maxRows: number) => Promise<Found<Row>>,
  keyOf: (row: Row) => Key,
): Promise<Page<Row>> => {
  const { limit } = request;
  const { ofListing, position } = openPage(cursors, request);
  const found = await read(position, limit + 1);
  const nearest = found.rows.slice(0, limit);
  const rows = position !== undefined && isBackwards(position) ? nearest.toReversed() : nearest;
  const keyAt = (at: number) => {
    const row = rows.at(at);
    return row && keyOf(row);
  };
  const edges = {
    hasMore: (found.count ?? found.rows.length) > nearest.length,
    hasOtherSide: found.hasOtherSide,
    first: keyAt(0),
    last: keyAt(-1),
  };
  return { rows, headers: pageHeaders(cursors, ofListing, request, { position, ...edges }) };
};

/**
 * Selects the rows that still fit after the rows before them, and the number of rows that were found. Rows that do not
 * fit are not sent.
 */
const lightRows = (rows: Prisma.Sql): Prisma.Sql => Prisma.sql`SELECT * FROM (
    SELECT found.*, sum(weight) OVER (ROWS UNBOUNDED PRECEDING) - weight AS ahead, count(*) OVER () AS "foundCount"
    FROM (${rows}) AS found
  ) AS weighed WHERE ahead < ${Prisma.raw(String(PAGE_BYTES))}`;

/** Returns a row even if the page is empty, because the row contains `hasOtherSide`. */
export const pageStatement = (listing: Listing, position: Position | undefined, limit: number): Prisma.Sql => {
  const start = position && toSqlPosition(position);
  const { select, weight } = listing;
  const columns = Prisma.sql`true AS "isRow", ${select}${weight === undefined ? Prisma.empty : Prisma.sql`, ${weight} AS weight`}`;
  const rows = nearestRows(listing, start, { columns, maxRows: Prisma.sql`${limit}` });
  return Prisma.sql`SELECT page.*, edge."hasOtherSide"
    FROM (SELECT ${hasOtherSide(listing, start)} AS "hasOtherSide") AS edge
      LEFT JOIN (${weight === undefined ? rows : lightRows(rows)}) AS page ON true`;
};

type PageRow = { readonly isRow: true | null; readonly hasOtherSide: boolean; readonly foundCount?: string };

/** The parts that an operation needs to return pages. */
export type ListingDeps = { readonly database: Database; readonly cursors: Cursors };

/** Reads a page with SQL, in the form of {@link pageOf}. */
export const readPage = <Row>(
  { pool, cursors }: { readonly pool: Pool; readonly cursors: Cursors },
  request: PageRequest,
  { listing, keyOf }: RowListing<Row>,
): Promise<Page<Row>> =>
  pageOf<Row>(
    cursors,
    request,
    async (position, maxRows) => {
      const read = await pool.query<Row & PageRow>(pageStatement(listing, position, maxRows));
      const rows = read.rows.filter(({ isRow }) => isRow);
      return {
        rows,
        count: Number(rows[0]?.foundCount ?? rows.length),
        hasOtherSide: read.rows[0]?.hasOtherSide ?? false,
      };
    },
    keyOf,
  );

/** @param statement - Selects a single value named `count`. */
export const countRows = async (pool: Pool, statement: Prisma.Sql): Promise<number> => {
  const { rows } = await pool.query<{ count: string }>(statement);
  return Number(rows[0]?.count);
};
