import { Prisma } from "../generated/client.js";
import type { Position } from "./cursors.js";

/** What a listing is ordered by: columns that together are unique, all in the same direction. */
type Order = { readonly columns: readonly Prisma.Sql[]; readonly isDescending: boolean };

/** A column that has one value in all rows of a listing. */
export type Equality = { readonly column: Prisma.Sql; readonly value: Prisma.Sql };

/** A listing: the columns that it reads, where from, which rows of it, and in which order. */
export type Listing = {
  readonly select: Prisma.Sql;
  readonly from: Prisma.Sql;
  readonly where: readonly Prisma.Sql[];
  /**
   * More conditions, for an index that has these columns and then the order's: PostgreSQL is left no other way to the
   * order than along it. With the same in `where` it may walk the order alone, past each row that does not match; where
   * those lie together, as sold animals do among the old ones, that is most of the table.
   */
  readonly within?: readonly Equality[];
  /**
   * Of the order's first column: the least value that is listed, and the least that no longer is. They bound the index too:
   * among other conditions they would be looked at in passing, on the way from one end of it.
   */
  readonly range?: { readonly from?: Prisma.Sql | undefined; readonly below?: Prisma.Sql | undefined };
  readonly order: Order;
};

const row = (values: readonly Prisma.Sql[]) => Prisma.sql`(${Prisma.join([...values])})`;

// Ids are bigint to PostgreSQL, and a parameter without a type would make it guess.
const parameter = (value: string | number | boolean) =>
  typeof value === "number" ? Prisma.sql`${BigInt(value)}::bigint` : Prisma.sql`${value}`;

const operators = {
  up: { after: Prisma.sql`>`, atLeast: Prisma.sql`>=`, before: Prisma.sql`<`, atMost: Prisma.sql`<=` },
  down: { after: Prisma.sql`<`, atLeast: Prisma.sql`<=`, before: Prisma.sql`>`, atMost: Prisma.sql`>=` },
};
const others = { after: "atMost", atLeast: "before", before: "atLeast", atMost: "after" } as const;

export const isBackwards = ({ side }: Pick<Position, "side">) => side === "before" || side === "atMost";

/** All that is not on this side of the position. */
export const otherSideOf = <At extends Pick<Position, "side">>(position: At): At => ({
  ...position,
  side: others[position.side],
});

/** A position whose key is said in SQL: of one reader, or of several who ask in one statement. */
export type Place = Pick<Position, "side"> & { readonly key: readonly Prisma.Sql[] };

/** The place of one reader. */
export const placeOf = ({ side, key }: Position): Place => ({ side, key: key.map(parameter) });

const compare = (left: readonly Prisma.Sql[], operator: Prisma.Sql, right: readonly Prisma.Sql[]) =>
  Prisma.sql`${row(left)} ${operator} ${row(right)}`;

const columnsOf = (within: readonly Equality[]) => within.map(({ column }) => column);
const valuesOf = (within: readonly Equality[]) => within.map(({ value }) => value);

/**
 * Where a listing begins and ends: `range`, and `within` without an equal sign, for what is equal to a constant, PostgreSQL
 * drops from an order.
 */
const bound = ({ within = [], range = {}, order }: Listing, ...sides: ("atLeast" | "atMost")[]) =>
  sides.flatMap((side) => {
    const isUpper = order.isDescending === (side === "atLeast");
    const limit = isUpper ? range.below : range.from;
    if (limit !== undefined) {
      const columns = [...columnsOf(within), ...order.columns.slice(0, 1)];
      return [compare(columns, isUpper ? Prisma.sql`<` : Prisma.sql`>=`, [...valuesOf(within), limit])];
    }
    const operator = operators[order.isDescending ? "down" : "up"][side];
    return within.length === 0 ? [] : [compare(columnsOf(within), operator, valuesOf(within))];
  });

/** The rows on that side of the position: it bounds `within` at one end, so that a scan begins there and nowhere before. */
const beyond = (listing: Listing, place: Place) => {
  const { within = [], order } = listing;
  const { side, key } = place;
  return [
    compare([...columnsOf(within), ...order.columns], operators[order.isDescending ? "down" : "up"][side], [
      ...valuesOf(within),
      ...key,
    ]),
    ...bound(listing, isBackwards(place) ? "atLeast" : "atMost"),
  ];
};

/** Rows nearest to the position first: a listing is read backwards from a position in front of a row. */
const nearestFirst = ({ within = [], order }: Listing, isBackward: boolean) => {
  const direction = order.isDescending === isBackward ? Prisma.sql`ASC` : Prisma.sql`DESC`;
  return Prisma.join([...columnsOf(within), ...order.columns].map((column) => Prisma.sql`${column} ${direction}`));
};

const all = (conditions: readonly Prisma.Sql[]) =>
  conditions.length === 0 ? Prisma.sql`true` : Prisma.join([...conditions], " AND ");

/** Which rows a listing has; with a place, those on that side of it. */
const conditionsOf = (listing: Listing, place?: Place) =>
  all([...(place === undefined ? bound(listing, "atLeast", "atMost") : beyond(listing, place)), ...listing.where]);

/** The rows on that side of the place, or of the whole listing, nearest first. @param columns - What to select of each. */
export const nearestRows = (
  listing: Listing,
  place: Place | undefined,
  { columns, most }: { readonly columns: Prisma.Sql; readonly most: Prisma.Sql },
): Prisma.Sql =>
  Prisma.sql`SELECT ${columns} FROM ${listing.from} WHERE ${conditionsOf(listing, place)}
    ORDER BY ${nearestFirst(listing, place !== undefined && isBackwards(place))} LIMIT ${most}`;

/**
 * Whether a row lies on the other side of the place. Usually the row that the place was made from still exists, and its key
 * finds it; the walk along the index reads all of the index page that it starts on.
 */
export const hasOtherSide = (listing: Listing, place: Place | undefined): Prisma.Sql => {
  if (place === undefined) return Prisma.sql`false`;
  const { within = [], order } = listing;
  // No EXISTS: PostgreSQL would drop the ORDER BY in it, and might then read the table from its start.
  const one = { columns: Prisma.sql`true`, most: Prisma.sql`1` };
  const walk = Prisma.sql`(${nearestRows(listing, otherSideOf(place), one)}) IS NOT NULL`;
  if (place.side === "atLeast" || place.side === "atMost") return walk;
  const itself = compare([...columnsOf(within), ...order.columns], Prisma.sql`=`, [...valuesOf(within), ...place.key]);
  return Prisma.sql`coalesce((SELECT true FROM ${listing.from} WHERE ${all([itself, ...listing.where])}), ${walk})`;
};

/** How many rows there are in all pages together. */
export const countStatement = (listing: Listing): Prisma.Sql =>
  Prisma.sql`SELECT count(*) AS count FROM ${listing.from} WHERE ${conditionsOf(listing)}`;
