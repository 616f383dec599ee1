import { Prisma } from "../../generated/client.js";
import { type ClusteredListing, clusteredRows, type Walk } from "./clustered-listing.js";
import {
  all,
  columnsOf,
  compare,
  isBackwards,
  type KeysetRows,
  nearestFirst,
  otherSideOf,
  plainRows,
  type SqlPosition,
  valuesOf,
  type Wanted,
} from "./keyset.js";

/**
 * A listing that is read with one walk along an index, or in the way that the planner considers best for the
 * conditions.
 */
export type PlainListing = KeysetRows & { readonly kind?: undefined };

/**
 * A listing that is read with one walk for each row of `forEach`. The values of `within` refer to columns of that row.
 * The walks are merged in the order of the listing.
 */
export type MergedListing = KeysetRows & { readonly kind: "merged"; readonly forEach: Prisma.Sql };

/** Rows that several parts read by a name. They are read at most once. `rows` is in parentheses. */
export type Shared = { readonly name: Prisma.Sql; readonly rows: Prisma.Sql };

/** A part of a listing. Its order may leave out the first columns of the whole order, if they are the same in all its rows. */
export type ListingPart = (PlainListing | ClusteredListing) & {
  /** The values that the first column of the whole order has in this part. No other part has them. */
  readonly firsts: readonly (boolean | number)[];
  /** The rows that its `from` reads together with other parts. */
  readonly shared?: Shared;
};

/** A listing of several parts, one after the other. `from` and `where` select the rows of all parts. */
export type PartedListing = KeysetRows & {
  readonly kind: "parted";
  readonly parts: readonly ListingPart[];
  /** Finds a single row by its key more cheaply than with `from` and `where`. */
  readonly walked?: Walk;
};

export type Listing = PlainListing | ClusteredListing | MergedListing | PartedListing;

/**
 * If PostgreSQL read several index ranges together, it would read and sort all of their rows. From each walk it reads
 * no more rows than a page has.
 */
const mergedRows = (
  listing: MergedListing,
  position: SqlPosition | undefined,
  { columns, maxRows }: Wanted,
): Prisma.Sql => {
  const isBackward = position !== undefined && isBackwards(position);
  const walk = plainRows(listing, position, { columns: Prisma.sql`*`, maxRows });
  return Prisma.sql`SELECT ${columns} FROM ${listing.forEach}, LATERAL (${walk}) AS ${listing.from}
    ORDER BY ${nearestFirst({ ...listing, within: [] }, isBackward)} LIMIT ${maxRows}`;
};

const rowsOfPart = (
  part: PlainListing | ClusteredListing,
  position: SqlPosition | undefined,
  wanted: Wanted,
): Prisma.Sql =>
  part.kind === "clustered" ? clusteredRows(part, position, wanted) : plainRows(part, position, wanted);

const isFirstOf = (first: SqlPosition["first"]) => (part: ListingPart) => part.firsts.some((one) => one === first);

/** Reads the part that contains the position. It reads each further part only if those before it have too few rows. */
const partedRows = (
  { order: { columns, isDescending }, parts }: PartedListing,
  position: SqlPosition | undefined,
  wanted: Wanted,
): Prisma.Sql => {
  const isBackward = position !== undefined && isBackwards(position);
  const inOrder = isBackward ? parts.toReversed() : parts;
  const start = position === undefined ? 0 : inOrder.findIndex(isFirstOf(position.first));
  const near = inOrder[start];
  if (near === undefined) throw new TypeError("No part of the listing contains the position of the cursor.");
  const skipped = columns.length - near.order.columns.length;
  const nearRows = rowsOfPart(near, position && { ...position, key: position.key.slice(skipped) }, wanted);
  const far = inOrder.slice(start + 1);
  const shared = new Set([near, ...far].flatMap((part) => part.shared ?? []));
  const given = [...shared].map(({ name, rows }) => Prisma.sql`${name} AS MATERIALIZED ${rows}`);
  if (far.length === 0 && given.length === 0) return nearRows;
  const names = [near, ...far].map((_, at) => Prisma.raw(`part${at}`));
  const countOf = (before: readonly Prisma.Sql[]) =>
    Prisma.join(
      before.map((name) => Prisma.sql`(SELECT count(*) FROM ${name})`),
      " + ",
    );
  const reads = far.map((part, at) => {
    const order = { ...part.order, isDescending: isDescending !== isBackward };
    return Prisma.sql`${names[at + 1] ?? Prisma.empty} AS MATERIALIZED (
      SELECT * FROM (${rowsOfPart({ ...part, order }, undefined, wanted)}) AS far
      WHERE ${countOf(names.slice(0, at + 1))} < ${wanted.maxRows})`;
  });
  const all = Prisma.join(
    names.map((name) => Prisma.sql`(SELECT * FROM ${name})`),
    " UNION ALL ",
  );
  const read = [...given, Prisma.sql`part0 AS MATERIALIZED (${nearRows})`, ...reads];
  return Prisma.sql`WITH ${Prisma.join(read)} (${all}) LIMIT ${wanted.maxRows}`;
};

/** Selects the rows of a page, beginning with the one nearest to the position. */
export const nearestRows = (listing: Listing, position: SqlPosition | undefined, wanted: Wanted): Prisma.Sql => {
  if (listing.kind === "merged") return mergedRows(listing, position, wanted);
  if (listing.kind === "parted") return partedRows(listing, position, wanted);
  return rowsOfPart(listing, position, wanted);
};

/**
 * First looks for the row of the position itself, which usually still exists, because a scan would read the rest of its
 * index page.
 */
export const hasOtherSide = (listing: Listing, position: SqlPosition | undefined): Prisma.Sql => {
  if (position === undefined) return Prisma.sql`false`;
  const { order, within: columns = [] } = listing;
  // The cursor belongs to this listing, so its row has one of the values.
  const within = listing.kind === "merged" ? [] : columns;
  // In EXISTS, PostgreSQL would drop the ORDER BY, and might read the table from the beginning.
  const one = { columns: Prisma.sql`true`, maxRows: Prisma.sql`1` };
  const inFull = listing.kind === "clustered" ? { ...listing, only: undefined } : listing;
  const scan = Prisma.sql`(${nearestRows(inFull, otherSideOf(position), one)}) IS NOT NULL`;
  if (position.side === "atLeast" || position.side === "atMost") return scan;
  const itself = compare([...columnsOf(within), ...order.columns], Prisma.sql`=`, [
    ...valuesOf(within),
    ...position.key,
  ]);
  const walked: Omit<Walk, "most"> =
    listing.kind === "clustered" || listing.kind === "parted" ? (listing.walked ?? listing) : listing;
  const { from, where, joined = Prisma.empty } = walked;
  return Prisma.sql`coalesce((SELECT true FROM ${from} ${joined} WHERE ${all([itself, ...where])}), ${scan})`;
};
