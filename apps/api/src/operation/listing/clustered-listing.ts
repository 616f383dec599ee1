import { Prisma } from "../../generated/client.js";
import { all, boundsOf, conditionsOf, type KeysetRows, orderOf, type SqlPosition, type Wanted } from "./keyset.js";

/**
 * Reads the rows of a listing one by one, up to `most`. It may use a different source and different conditions if these
 * are cheaper.
 */
export type Walk = {
  readonly from: Prisma.Sql;
  /** Adds the columns that `from` lacks, for the rows that the conditions on `from` select. */
  readonly joined?: Prisma.Sql;
  readonly where: readonly Prisma.Sql[];
  readonly most: number;
  /**
   * True if PostgreSQL can make no join of a condition, as it may of `id IN (SELECT …)`. Other walks are ordered again,
   * because a join may change the order of their rows.
   */
  readonly keepsOrder?: boolean;
};

/** A listing in which the rows that `where` selects may lie close together, far from the position of the page. */
export type ClusteredListing = KeysetRows & {
  readonly kind: "clustered";
  /** The name of the rows of `from`, unless `from` is a table. */
  readonly alias?: Prisma.Sql;
  /** How the rows are walked. The default is to walk the same source with the same conditions. */
  readonly walked?: Walk | undefined;
  /** Reads the page only by the walk, which may miss rows, or only by the search. */
  readonly only?: "walk" | "search" | undefined;
};

/** If a walk read more rows than this, searches with few matches would lose more time than others gain. */
const MAX_WALKED = 1_000;

// LIMIT and OFFSET keep the planner from merging a subquery into the surrounding query.
const walkOf = (
  listing: ClusteredListing,
  position: SqlPosition | undefined,
  { columns, maxRows }: Wanted,
): Prisma.Sql => {
  const { from, alias = from, where, walked = { from, where, most: MAX_WALKED } } = listing;
  const again = walked.keepsOrder === true ? Prisma.empty : Prisma.sql`ORDER BY ${orderOf(listing, position)}`;
  return Prisma.sql`SELECT ${columns} FROM (
        SELECT * FROM ${walked.from} WHERE ${all(boundsOf(listing, position))}
        ORDER BY ${orderOf(listing, position)} LIMIT ${Prisma.raw(String(walked.most))}
      ) AS ${alias} ${walked.joined ?? Prisma.empty} WHERE ${all(walked.where)} ${again} LIMIT ${maxRows}`;
};

/** @param when - A condition that is the same for all rows. */
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
 * The planner assumes that matches are distributed evenly over the order, and would walk the order, possibly to its
 * end. But names that start with the text lie close together. So only a short walk is tried. If it does not find enough
 * matches, all matches are found and sorted.
 */
const walkOrSearch = (listing: ClusteredListing, position: SqlPosition | undefined, rows: Wanted): Prisma.Sql => {
  const matched = Prisma.sql`(SELECT count(*) FROM walked)`;
  return Prisma.sql`WITH walked AS MATERIALIZED (${walkOf(listing, position, rows)})
    SELECT * FROM walked WHERE ${matched} >= ${rows.maxRows}
    UNION ALL (${searchOf(listing, position, rows, Prisma.sql`${matched} < ${rows.maxRows}`)})`;
};

/** Selects the rows of a page of a clustered listing. */
export const clusteredRows = (
  listing: ClusteredListing,
  position: SqlPosition | undefined,
  wanted: Wanted,
): Prisma.Sql => {
  if (listing.only === "walk") return walkOf(listing, position, wanted);
  if (listing.only === "search") return searchOf(listing, position, wanted);
  return walkOrSearch(listing, position, wanted);
};
