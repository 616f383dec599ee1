import { Prisma } from "../../generated/client.js";
import { all, boundsOf, conditionsOf, type KeysetRows, orderOf, type SqlPosition, type Wanted } from "./keyset.js";

/** Reads the rows of a listing one by one, up to `most`, from another source and by other conditions that are cheaper so. */
export type Walk = {
  readonly from: Prisma.Sql;
  /** Joins the columns that `from` lacks, to the rows that conditions on `from` leave. */
  readonly joined?: Prisma.Sql;
  readonly where: readonly Prisma.Sql[];
  readonly most: number;
};

/** What `where` selects may lie together, far from a position. */
export type ClusteredListing = KeysetRows & {
  readonly kind: "clustered";
  /** The name of the rows of `from`, unless `from` is a table. */
  readonly alias?: Prisma.Sql;
  /** Walks the same source with the same conditions by default. */
  readonly walked?: Walk | undefined;
  /** A page of the walk alone, which may miss rows, or of the search alone. */
  readonly only?: "walk" | "search" | undefined;
};

/** More rows would cost a search with few matches more than it saves others. */
const MAX_WALKED = 1_000;

// LIMIT and OFFSET keep the planner from merging a subquery into its surroundings.
const walkOf = (
  listing: ClusteredListing,
  position: SqlPosition | undefined,
  { columns, maxRows }: Wanted,
): Prisma.Sql => {
  const { from, alias = from, where, walked = { from, where, most: MAX_WALKED } } = listing;
  return Prisma.sql`SELECT ${columns} FROM (
        SELECT * FROM ${walked.from} WHERE ${all(boundsOf(listing, position))}
        ORDER BY ${orderOf(listing, position)} LIMIT ${Prisma.raw(String(walked.most))}
      ) AS ${alias} ${walked.joined ?? Prisma.empty} WHERE ${all(walked.where)} LIMIT ${maxRows}`;
};

/** @param when - A condition that holds for all rows, or for none. */
const searchOf = (
  listing: ClusteredListing,
  position: SqlPosition | undefined,
  { columns, maxRows }: Wanted,
  when = Prisma.sql`true`,
): Prisma.Sql => {
  const { from, alias = from } = listing;
  return Prisma.sql`SELECT ${columns} FROM (SELECT * FROM ${from} WHERE ${conditionsOf(listing, position)} OFFSET 0) AS ${alias}
      WHERE ${when} ORDER BY ${orderOf(listing, position)} LIMIT ${maxRows}`;
};

/**
 * The planner assumes that matches are spread evenly over the order, and walks it, perhaps to its end: names that start with
 * the text lie together. So the walk is short, and without enough matches all of them are found and sorted.
 */
const walkOrSearch = (listing: ClusteredListing, position: SqlPosition | undefined, rows: Wanted): Prisma.Sql => {
  const matched = Prisma.sql`(SELECT count(*) FROM walked)`;
  return Prisma.sql`WITH walked AS MATERIALIZED (${walkOf(listing, position, rows)})
    SELECT * FROM walked WHERE ${matched} >= ${rows.maxRows}
    UNION ALL (${searchOf(listing, position, rows, Prisma.sql`${matched} < ${rows.maxRows}`)})`;
};

/** The rows of a page of a clustered listing. */
export const clusteredRows = (
  listing: ClusteredListing,
  position: SqlPosition | undefined,
  wanted: Wanted,
): Prisma.Sql => {
  if (listing.only === "walk") return walkOf(listing, position, wanted);
  if (listing.only === "search") return searchOf(listing, position, wanted);
  return walkOrSearch(listing, position, wanted);
};
