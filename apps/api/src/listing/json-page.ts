import { Prisma } from "../generated/client.js";
import type { Position } from "./cursors.js";
import { hasOtherSide, isBackwards, type Listing, nearestRows, type Place } from "./keyset.js";
import type { Edges } from "./paging.js";

/** A listing whose pages PostgreSQL hands over as one text. */
export type JsonListing = Listing & {
  /** A row as a flat JSON object, out of the columns of `select`. */
  readonly json: Prisma.Sql;
};

type Size = {
  /** How many rows a page has at most. */
  readonly size: Prisma.Sql;
  /** The rows are read to this one: a constant, where `size` is not known while the statement is planned. */
  readonly most: Prisma.Sql;
};

/** What the statement answers: always one row. */
export type JsonPageRow = {
  readonly text: string;
  readonly hasMore: boolean;
  readonly first: string | null;
  readonly last: string | null;
  readonly hasOtherSide: boolean;
};

const keyNames = (listing: Listing) => listing.order.columns.map((_, at) => Prisma.raw(`key${at}`));

/** The row that is there to tell whether there is more, the farthest from where the page began, is not part of it. */
const onPage = (size: Prisma.Sql) => Prisma.sql`FILTER (WHERE distance <= ${size})`;

/** The key of the row at this place of the page, as the items of a JSON array. */
const keyAt = (names: readonly Prisma.Sql[], size: Prisma.Sql, at: Prisma.Sql) =>
  Prisma.join(
    names.map((name) => Prisma.sql`to_json((array_agg(${name}) ${onPage(size)})[${at}])::text`),
    " || ',' || ",
  );

/** The rows nearest to the place, in the listing's order, one more than fit on the page. */
const rowsOf = (listing: JsonListing, place: Place | undefined, { size, most }: Size) => {
  const { select, json, order } = listing;
  const names = keyNames(listing);
  const keys = order.columns.map((column, at) => Prisma.sql`${column} AS ${names[at] ?? Prisma.empty}`);
  const columns = Prisma.sql`${select}, ${Prisma.join(keys)}`;
  // What it is to be as text is made of no row but those of the page: two subqueries.
  const nearest = Prisma.sql`SELECT ${json} AS json, ${Prisma.join(names)}, row_number() OVER () AS distance FROM (
      ${nearestRows(listing, place, { columns, most })}
    ) AS nearest LIMIT ${size} + 1`;
  const direction = order.isDescending ? Prisma.sql`DESC` : Prisma.sql`ASC`;
  const inOrder = Prisma.join(names.map((name) => Prisma.sql`${name} ${direction}`));
  return place !== undefined && isBackwards(place)
    ? Prisma.sql`SELECT * FROM (${nearest}) AS found ORDER BY ${inOrder}`
    : nearest;
};

/**
 * Keyset paging in one statement and one row, so that neither PostgreSQL nor pg nor `JSON.stringify` goes from value to value. It
 * may stand in `LATERAL`, and read several pages.
 */
export const jsonPageStatement = (listing: JsonListing, place: Place | undefined, page: Size): Prisma.Sql => {
  const { size } = page;
  const names = keyNames(listing);
  return Prisma.sql`SELECT concat('[', string_agg(json, ',') ${onPage(size)}, ']') AS text, count(*) > ${size} AS "hasMore",
      ${keyAt(names, size, Prisma.sql`1`)} AS first, ${keyAt(names, size, Prisma.sql`least(count(*), ${size})`)} AS last,
      ${hasOtherSide(listing, place)} AS "hasOtherSide"
    FROM (${rowsOf(listing, place, page)}) AS page`;
};

const keyOf = (items: string | null) => (items === null ? undefined : (JSON.parse(`[${items}]`) as Position["key"]));

/** A page as JSON text, and where it lies. */
export const toJsonPage = (
  { text, hasMore, hasOtherSide, first, last }: JsonPageRow,
  position: Position | undefined,
): Edges & { readonly text: string } => ({
  text,
  position,
  hasMore,
  hasOtherSide,
  first: keyOf(first),
  last: keyOf(last),
});
