import { Prisma } from "../../generated/client.js";
import type { Position } from "./position.js";

/** The order of a listing. Its columns together are unique, and all of them have the same direction. */
type Order = { readonly columns: readonly Prisma.Sql[]; readonly isDescending: boolean };

/** A column that has the same value in all rows of a listing. */
export type Equality = { readonly column: Prisma.Sql; readonly value: Prisma.Sql };

/**
 * A page ends when its rows reach this many bytes, even if it then has fewer rows than requested. It always contains at
 * least one row, and it has a link to the next page.
 */
export const PAGE_BYTES = 1_000_000;

/** Rows of one source in one order. A page consists of the rows that are nearest to a position. */
export type KeysetRows = {
  readonly select: Prisma.Sql;
  readonly from: Prisma.Sql;
  readonly where: readonly Prisma.Sql[];
  /**
   * PostgreSQL must walk an index on these columns, followed by the columns of the order. If they were in `where`, it
   * might walk most of the table.
   */
  readonly within?: readonly Equality[];
  /**
   * Bounds for the first column of the order, which also bound the index scan. In `where` they would only filter the
   * rows of the scan.
   */
  readonly range?: { readonly from?: Prisma.Sql | undefined; readonly below?: Prisma.Sql | undefined };
  readonly order: Order;
  /** The size of a row, as an SQL expression of its columns. A page ends when its rows reach {@link PAGE_BYTES}. */
  readonly weight?: Prisma.Sql;
  /**
   * True if the table is partitioned by the first column of the order. Comparisons of rows do not exclude partitions.
   */
  readonly isPartitioned?: boolean;
};

/** The columns of the rows on a page, and the maximum number of rows. */
export type Wanted = { readonly columns: Prisma.Sql; readonly maxRows: Prisma.Sql };

const row = (values: readonly Prisma.Sql[]) => Prisma.sql`(${Prisma.join([...values])})`;

// Ids are bigint. Without the cast, PostgreSQL would guess the type of the parameter.
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

/** A position whose key is SQL: parameters or, if one statement reads several pages, columns. */
export type SqlPosition = Pick<Position, "side"> & {
  readonly key: readonly Prisma.Sql[];
  /** The first value of the key, which tells in which part of a listing the position is. */
  readonly first?: Position["key"][number] | undefined;
};

export const toSqlPosition = ({ side, key }: Position): SqlPosition => ({
  side,
  key: key.map(parameter),
  first: key[0],
});

export const compare = (left: readonly Prisma.Sql[], operator: Prisma.Sql, right: readonly Prisma.Sql[]) =>
  Prisma.sql`${row(left)} ${operator} ${row(right)}`;

export const columnsOf = (within: readonly Equality[]) => within.map(({ column }) => column);
export const valuesOf = (within: readonly Equality[]) => within.map(({ value }) => value);

/**
 * `within` is not compared with `=`, because PostgreSQL would then drop its columns from ORDER BY and not use the
 * index.
 */
const bound = ({ within = [], range = {}, order }: KeysetRows, ...sides: ("atLeast" | "atMost")[]) =>
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

/** Also compares the columns of `within`, so that the scan starts at the position. */
const beyond = (listing: KeysetRows, position: SqlPosition) => {
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

export const nearestFirst = ({ within = [], order }: KeysetRows, isBackward: boolean) => {
  const direction = order.isDescending === isBackward ? Prisma.sql`ASC` : Prisma.sql`DESC`;
  return Prisma.join([...columnsOf(within), ...order.columns].map((column) => Prisma.sql`${column} ${direction}`));
};

export const all = (conditions: readonly Prisma.Sql[]) =>
  conditions.length === 0 ? Prisma.sql`true` : Prisma.join([...conditions], " AND ");

const partitionsOf = ({ isPartitioned, range = {}, order }: KeysetRows, position?: SqlPosition): Prisma.Sql[] => {
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

export const boundsOf = (listing: KeysetRows, position?: SqlPosition) => [
  ...partitionsOf(listing, position),
  ...(position === undefined ? bound(listing, "atLeast", "atMost") : beyond(listing, position)),
];

export const conditionsOf = (listing: KeysetRows, position?: SqlPosition) =>
  all([...boundsOf(listing, position), ...listing.where]);

export const orderOf = (listing: KeysetRows, position: SqlPosition | undefined) =>
  nearestFirst(listing, position !== undefined && isBackwards(position));

/** Selects the rows of a plain page. */
export const plainRows = (
  listing: KeysetRows,
  position: SqlPosition | undefined,
  { columns, maxRows }: Wanted,
): Prisma.Sql =>
  Prisma.sql`SELECT ${columns} FROM ${listing.from} WHERE ${conditionsOf(listing, position)}
    ORDER BY ${orderOf(listing, position)} LIMIT ${maxRows}`;

/** Selects all rows of a listing, in its order. */
export const allRows = (listing: KeysetRows, columns: Prisma.Sql): Prisma.Sql =>
  Prisma.sql`SELECT ${columns} FROM ${listing.from} WHERE ${conditionsOf(listing)}
    ORDER BY ${nearestFirst(listing, false)}`;

/** @param most - The count stops at this number. */
export const countStatement = (listing: KeysetRows, most?: number): Prisma.Sql =>
  most === undefined
    ? Prisma.sql`SELECT count(*) AS count FROM ${listing.from} WHERE ${conditionsOf(listing)}`
    : Prisma.sql`SELECT count(*) AS count FROM (
        SELECT FROM ${listing.from} WHERE ${conditionsOf(listing)} LIMIT ${Prisma.raw(String(most))}) AS counted`;
