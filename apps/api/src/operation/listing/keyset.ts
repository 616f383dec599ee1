import { Prisma } from "../../generated/client.js";
import type { Position } from "./position.js";

/** The order of a listing. Its columns are unique together, and all have the same direction. */
type Order = { readonly columns: readonly Prisma.Sql[]; readonly isDescending: boolean };

/** A column that has the same value in all rows of a listing. */
export type Equality = { readonly column: Prisma.Sql; readonly value: Prisma.Sql };

type Walk = {
  readonly from: Prisma.Sql;
  /** Joins the columns that `from` lacks to the rows that are left by the conditions on `from`. */
  readonly joined?: Prisma.Sql;
  readonly where: readonly Prisma.Sql[];
  readonly most: number;
};

/**
 * A page ends once its rows take this many bytes, even if it then has fewer rows than requested. Its first row is
 * always on it, and it has a link to the next page.
 */
export const PAGE_BYTES = 1_000_000;

export type Listing = {
  readonly select: Prisma.Sql;
  readonly from: Prisma.Sql;
  /** The name of the rows of `from`, unless `from` is a table. */
  readonly alias?: Prisma.Sql;
  readonly where: readonly Prisma.Sql[];
  /**
   * Selects the same rows from another source by other conditions, if that is cheaper when rows are read one by one, up
   * to `most`.
   */
  readonly walked?: Walk | undefined;
  /**
   * Limits a listing that can cluster to a page of `walked`, which may miss rows, or to a page of all rows without the
   * walk.
   */
  readonly only?: "walk" | "search" | undefined;
  /**
   * PostgreSQL must walk an index on these columns followed by those of the order. If they were in `where`, it might
   * walk most of the table.
   */
  readonly within?: readonly Equality[];
  /**
   * A source of rows to whose columns the values of `within` refer. Each of its rows gets its own walk, and the walks
   * are merged in the order.
   */
  readonly forEach?: Prisma.Sql | undefined;
  /**
   * Limits the order's first column, and with it the scan of the index. A condition in `where` would only filter the
   * scan.
   */
  readonly range?: { readonly from?: Prisma.Sql | undefined; readonly below?: Prisma.Sql | undefined };
  readonly order: Order;
  /** The size of a row as an SQL expression of its columns. A page ends once its rows take {@link PAGE_BYTES}. */
  readonly weight?: Prisma.Sql;
  /**
   * Whether the rows that `where` selects may lie together, far from a position. `from` must then be the name of a
   * table, or have an alias.
   */
  readonly canCluster?: boolean;
  /**
   * Splits the rows into parts that follow one another. The order of each part leaves out the first columns of the
   * whole order. The first of these columns is a boolean, which distinguishes the second part from the first.
   */
  readonly parts?: readonly Listing[];
  /**
   * Whether the table is partitioned by the order's first column. This matters because comparisons of whole rows
   * exclude no partition.
   */
  readonly isPartitioned?: boolean;
};

const row = (values: readonly Prisma.Sql[]) => Prisma.sql`(${Prisma.join([...values])})`;

// Ids are bigint, and PostgreSQL would otherwise guess the type of the parameter.
const parameter = (value: string | number | boolean) =>
  typeof value === "number" ? Prisma.sql`${BigInt(value)}::bigint` : Prisma.sql`${value}`;

const operators = {
  up: { after: Prisma.sql`>`, atLeast: Prisma.sql`>=`, before: Prisma.sql`<`, atMost: Prisma.sql`<=` },
  down: { after: Prisma.sql`<`, atLeast: Prisma.sql`<=`, before: Prisma.sql`>`, atMost: Prisma.sql`>=` },
};
const oppositeSides = { after: "atMost", atLeast: "before", before: "atLeast", atMost: "after" } as const;

export const isBackwards = ({ side }: Pick<Position, "side">) => side === "before" || side === "atMost";

export const otherSideOf = <At extends Pick<Position, "side">>(position: At): At => ({
  ...position,
  side: oppositeSides[position.side],
});

/** A position whose key is SQL: parameters, or columns if one statement reads several pages. */
export type SqlPosition = Pick<Position, "side"> & {
  readonly key: readonly Prisma.Sql[];
  /** The first value of the key, which says in which part of a listing the position is. */
  readonly first?: Position["key"][number] | undefined;
};

export const toSqlPosition = ({ side, key }: Position): SqlPosition => ({
  side,
  key: key.map(parameter),
  first: key[0],
});

const compare = (left: readonly Prisma.Sql[], operator: Prisma.Sql, right: readonly Prisma.Sql[]) =>
  Prisma.sql`${row(left)} ${operator} ${row(right)}`;

const columnsOf = (within: readonly Equality[]) => within.map(({ column }) => column);
const valuesOf = (within: readonly Equality[]) => within.map(({ value }) => value);

/**
 * Uses two comparisons instead of `=` for `within`: with `=`, PostgreSQL would drop its columns from ORDER BY, and then
 * not use the index.
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

/** Limits `within` as well, so that the scan starts at the position. */
const beyond = (listing: Listing, position: SqlPosition) => {
  const { within = [], order } = listing;
  const { side, key } = position;
  return [
    compare([...columnsOf(within), ...order.columns], operators[order.isDescending ? "down" : "up"][side], [
      ...valuesOf(within),
      ...key,
    ]),
    ...bound(listing, isBackwards(position) ? "atLeast" : "atMost"),
  ];
};

const nearestFirst = ({ within = [], order }: Listing, isBackward: boolean) => {
  const direction = order.isDescending === isBackward ? Prisma.sql`ASC` : Prisma.sql`DESC`;
  return Prisma.join([...columnsOf(within), ...order.columns].map((column) => Prisma.sql`${column} ${direction}`));
};

const all = (conditions: readonly Prisma.Sql[]) =>
  conditions.length === 0 ? Prisma.sql`true` : Prisma.join([...conditions], " AND ");

const partitionsOf = ({ isPartitioned, range = {}, order }: Listing, position?: SqlPosition): Prisma.Sql[] => {
  const [column = Prisma.empty] = order.columns;
  if (isPartitioned !== true) return [];
  const isDown = position !== undefined && order.isDescending !== isBackwards(position);
  return [
    ...(range.from === undefined ? [] : [Prisma.sql`${column} >= ${range.from}`]),
    ...(range.below === undefined ? [] : [Prisma.sql`${column} < ${range.below}`]),
    ...(position === undefined
      ? []
      : [Prisma.sql`${column} ${isDown ? Prisma.sql`<=` : Prisma.sql`>=`} ${position.key[0] ?? Prisma.empty}`]),
  ];
};

const boundsOf = (listing: Listing, position?: SqlPosition) => [
  ...partitionsOf(listing, position),
  ...(position === undefined ? bound(listing, "atLeast", "atMost") : beyond(listing, position)),
];

const conditionsOf = (listing: Listing, position?: SqlPosition) =>
  all([...boundsOf(listing, position), ...listing.where]);

/** Walking more rows would cost a search with few matches more than it saves for others. */
const MAX_WALKED = 1_000;

type Rows = { readonly columns: Prisma.Sql; readonly maxRows: Prisma.Sql };

const orderOf = (listing: Listing, position: SqlPosition | undefined) =>
  nearestFirst(listing, position !== undefined && isBackwards(position));

// LIMIT and OFFSET keep the planner from merging a subquery into its surroundings.
const walkOf = (listing: Listing, position: SqlPosition | undefined, { columns, maxRows }: Rows): Prisma.Sql => {
  const { from, alias = from, where, walked = { from, where, most: MAX_WALKED } } = listing;
  return Prisma.sql`SELECT ${columns} FROM (
        SELECT * FROM ${walked.from} WHERE ${all(boundsOf(listing, position))}
        ORDER BY ${orderOf(listing, position)} LIMIT ${Prisma.raw(String(walked.most))}
      ) AS ${alias} ${walked.joined ?? Prisma.empty} WHERE ${all(walked.where)} LIMIT ${maxRows}`;
};

/** @param when - A condition that is true for all rows, or for none. */
const searchOf = (
  listing: Listing,
  position: SqlPosition | undefined,
  { columns, maxRows }: Rows,
  when = Prisma.sql`true`,
): Prisma.Sql => {
  const { from, alias = from } = listing;
  return Prisma.sql`SELECT ${columns} FROM (SELECT * FROM ${from} WHERE ${conditionsOf(listing, position)} OFFSET 0) AS ${alias}
      WHERE ${when} ORDER BY ${orderOf(listing, position)} LIMIT ${maxRows}`;
};

/**
 * Walks a few rows first and, if they have too few matches, finds and sorts all matches. The planner assumes that
 * matches are spread evenly over the order, and would walk it, perhaps to its end; but names that begin with the text
 * lie together.
 */
const walkOrSearch = (listing: Listing, position: SqlPosition | undefined, rows: Rows): Prisma.Sql => {
  const matched = Prisma.sql`(SELECT count(*) FROM walked)`;
  return Prisma.sql`WITH walked AS MATERIALIZED (${walkOf(listing, position, rows)})
    SELECT * FROM walked WHERE ${matched} >= ${rows.maxRows}
    UNION ALL (${searchOf(listing, position, rows, Prisma.sql`${matched} < ${rows.maxRows}`)})`;
};

/**
 * Merges one walk per index range. PostgreSQL would read all rows of several index ranges to sort them, but it needs at
 * most a page from each walk.
 */
const mergeWalks = (
  { forEach, ...listing }: Listing & { readonly forEach: Prisma.Sql },
  position: SqlPosition | undefined,
  { columns, maxRows }: Rows,
): Prisma.Sql => {
  const isBackward = position !== undefined && isBackwards(position);
  const walk = nearestRows(listing, position, { columns: Prisma.sql`*`, maxRows });
  return Prisma.sql`SELECT ${columns} FROM ${forEach}, LATERAL (${walk}) AS ${listing.from}
    ORDER BY ${nearestFirst({ ...listing, within: [] }, isBackward)} LIMIT ${maxRows}`;
};

/** Reads the part in which the position is, and the next part only if the first has too few rows. */
const rowsOfParts = (
  { order: { columns, isDescending }, parts }: Listing & { readonly parts: readonly Listing[] },
  position: SqlPosition | undefined,
  rows: Rows,
): Prisma.Sql => {
  const isBackward = position !== undefined && isBackwards(position);
  const isInSecond = position !== undefined && position.first !== isDescending;
  const [near, far] =
    isBackward === isInSecond
      ? isBackward
        ? parts.toReversed()
        : parts
      : parts.slice(isInSecond ? 1 : 0, isInSecond ? 2 : 1);
  if (near === undefined) throw new TypeError("The position is in no part of the listing.");
  const skipped = columns.length - near.order.columns.length;
  const nearRows = nearestRows(near, position && { ...position, key: position.key.slice(skipped) }, rows);
  if (far === undefined) return nearRows;
  const order = { ...far.order, isDescending: far.order.isDescending !== isBackward };
  return Prisma.sql`WITH near AS MATERIALIZED (${nearRows})
    (SELECT * FROM near UNION ALL (
      SELECT * FROM (${nearestRows({ ...far, order }, undefined, rows)}) AS far
      WHERE (SELECT count(*) FROM near) < ${rows.maxRows}
    )) LIMIT ${rows.maxRows}`;
};

export const nearestRows = (listing: Listing, position: SqlPosition | undefined, rows: Rows): Prisma.Sql => {
  const { forEach, parts, ...one } = listing;
  if (parts !== undefined) return rowsOfParts({ ...one, parts }, position, rows);
  if (forEach !== undefined) return mergeWalks({ ...one, forEach }, position, rows);
  if (listing.only !== undefined) return (listing.only === "walk" ? walkOf : searchOf)(listing, position, rows);
  if (listing.canCluster === true) return walkOrSearch(listing, position, rows);
  return Prisma.sql`SELECT ${rows.columns} FROM ${listing.from} WHERE ${conditionsOf(listing, position)}
    ORDER BY ${nearestFirst(listing, position !== undefined && isBackwards(position))} LIMIT ${rows.maxRows}`;
};

/** Selects all rows of a listing in its order. */
export const allRows = (listing: Listing, columns: Prisma.Sql): Prisma.Sql =>
  Prisma.sql`SELECT ${columns} FROM ${listing.from} WHERE ${conditionsOf(listing)}
    ORDER BY ${nearestFirst(listing, false)}`;

/**
 * Looks for the row of the position first, which usually still exists, because a scan would read the rest of its index
 * page.
 */
export const hasOtherSide = (listing: Listing, position: SqlPosition | undefined): Prisma.Sql => {
  if (position === undefined) return Prisma.sql`false`;
  const { order, forEach } = listing;
  // The cursor belongs to this listing, so its row has one of the values.
  const within = forEach === undefined ? (listing.within ?? []) : [];
  // In EXISTS, PostgreSQL would drop the ORDER BY, and might read the table from its start.
  const one = { columns: Prisma.sql`true`, maxRows: Prisma.sql`1` };
  const scan = Prisma.sql`(${nearestRows({ ...listing, only: undefined }, otherSideOf(position), one)}) IS NOT NULL`;
  if (position.side === "atLeast" || position.side === "atMost") return scan;
  const itself = compare([...columnsOf(within), ...order.columns], Prisma.sql`=`, [
    ...valuesOf(within),
    ...position.key,
  ]);
  const { from, where, joined = Prisma.empty }: Pick<Walk, "from" | "where" | "joined"> = listing.walked ?? listing;
  return Prisma.sql`coalesce((SELECT true FROM ${from} ${joined} WHERE ${all([itself, ...where])}), ${scan})`;
};

export const countStatement = (listing: Listing): Prisma.Sql =>
  Prisma.sql`SELECT count(*) AS count FROM ${listing.from} WHERE ${conditionsOf(listing)}`;
