import { Prisma } from "../../generated/client.js";
import type { Position } from "./position.js";
import { isBackwards, PAGE_BYTES, type SqlPosition } from "./keyset.js";
import { hasOtherSide, type Listing, nearestRows } from "./listing.js";
import type { Edges } from "./paging.js";

export type JsonListing = Listing & {
  /** A flat JSON object that consists of the columns in `select`. */
  readonly json: Prisma.Sql;
  /** True if the rows may be so large that a page must end when its rows reach {@link PAGE_BYTES}. */
  readonly isHeavy?: boolean;
};

type Size = {
  readonly size: Prisma.Sql;
  /**
   * The maximum number of rows to read, which is more than `size`. It must be a constant if the planner cannot know
   * `size`.
   */
  readonly maxRows: Prisma.Sql;
  /** The number of rows before the page. `maxRows` includes them. */
  readonly skipped?: number;
};

export type JsonPageRow = {
  readonly text: string;
  readonly hasMore: boolean;
  readonly first: string | null;
  readonly last: string | null;
  readonly hasOtherSide: boolean;
};

const keyNames = (listing: Listing) => listing.order.columns.map((_, at) => Prisma.raw(`key${at}`));

const keyAt = (names: readonly Prisma.Sql[], onPage: Prisma.Sql, at: Prisma.Sql) =>
  Prisma.join(
    names.map((name) => Prisma.sql`to_json((array_agg(${name}) ${onPage})[${at}])::text`),
    " || ',' || ",
  );

const weighed = (nearest: Prisma.Sql) =>
  Prisma.sql`SELECT *, sum(octet_length(json)) OVER (ROWS UNBOUNDED PRECEDING) - octet_length(json) AS ahead
    FROM (${nearest}) AS written`;

const rowsOf = (listing: JsonListing, position: SqlPosition | undefined, { size, maxRows, skipped = 0 }: Size) => {
  const { select, json, order, isHeavy = false } = listing;
  const names = keyNames(listing);
  const keys = order.columns.map((column, at) => Prisma.sql`${column} AS ${names[at] ?? Prisma.empty}`);
  const columns = Prisma.sql`${select}, ${Prisma.join(keys)}`;
  const found = nearestRows(listing, position, { columns, maxRows });
  // There are two subqueries, so that only the rows of the page are serialised as JSON.
  const light = Prisma.sql`SELECT ${json} AS json, ${Prisma.join(names)}, row_number() OVER () AS distance FROM (
      ${skipped === 0 ? found : Prisma.sql`SELECT * FROM (${found}) AS skipped OFFSET ${skipped}`}
    ) AS nearest LIMIT ${size} + 1`;
  const nearest = isHeavy ? weighed(light) : light;
  const direction = order.isDescending ? Prisma.sql`DESC` : Prisma.sql`ASC`;
  const inOrder = Prisma.join(names.map((name) => Prisma.sql`${name} ${direction}`));
  return position !== undefined && isBackwards(position)
    ? Prisma.sql`SELECT * FROM (${nearest}) AS found ORDER BY ${inOrder}`
    : nearest;
};

/**
 * Returns the page as a single row, so that pg does not have to parse each value, and no value has to be stringified
 * again. It may be used in `LATERAL`.
 */
export const jsonPageStatement = (listing: JsonListing, position: SqlPosition | undefined, page: Size): Prisma.Sql => {
  const { size } = page;
  const names = keyNames(listing);
  const isLight = listing.isHeavy === true ? Prisma.sql` AND ahead < ${Prisma.raw(String(PAGE_BYTES))}` : Prisma.empty;
  const onPage = Prisma.sql`FILTER (WHERE distance <= ${size}${isLight})`;
  const count = listing.isHeavy === true ? Prisma.sql`count(*) ${onPage}` : Prisma.sql`least(count(*), ${size})`;
  const most = listing.isHeavy === true ? count : size;
  return Prisma.sql`SELECT concat('[', string_agg(json, ',') ${onPage}, ']') AS text, count(*) > ${most} AS "hasMore",
      ${keyAt(names, onPage, Prisma.sql`1`)} AS first, ${keyAt(names, onPage, count)} AS last,
      ${hasOtherSide(listing, position)} AS "hasOtherSide"
    FROM (${rowsOf(listing, position, page)}) AS page`;
};

const keyOf = (items: string | null) => (items === null ? undefined : (JSON.parse(`[${items}]`) as Position["key"]));

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
