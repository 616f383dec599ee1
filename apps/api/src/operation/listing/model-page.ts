import { isDeepStrictEqual } from "node:util";
import type { Cursors } from "./cursors.js";
import type { Position } from "./position.js";
import { isBackwards, otherSideOf } from "./keyset.js";
import { type Found, type Page, pageOf, type PageRequest } from "./paging.js";

type Where = Readonly<Record<string, unknown>>;

/** The methods of Prisma's models that are used here. Prisma's own types differ for each model. */
export type ListedModel<Row extends object = object> = {
  readonly findMany: (args: {
    readonly where: object;
    readonly orderBy: Record<string, "asc" | "desc">[];
    readonly take: number;
  }) => Promise<readonly Row[]>;
};

export type ModelListing<Row extends object> = {
  readonly model: ListedModel<Row>;
  readonly where: Where;
  /** The fields to sort by, all in the same direction: numbers or booleans whose combination is unique. */
  readonly order: readonly string[];
  readonly isDescending: boolean;
};

type Value = Position["key"][number];

/**
 * Returns the condition for values after this one. Prisma cannot compare booleans: false comes before true.
 * @returns undefined if no value comes after it
 */
const beyond = (value: Value, isUp: boolean) => {
  if (typeof value !== "boolean") return isUp ? { gt: value } : { lt: value };
  return value === isUp ? undefined : isUp;
};

/**
 * Returns the condition for rows after a key: the first fields are equal to it, and the next field comes after its
 * value.
 */
const beyondKey = (order: readonly string[], { side, key }: Position, isUp: boolean): Where[] => {
  const equal = (most: number) => Object.fromEntries(order.slice(0, most).map((field, at) => [field, key[at]]));
  const itself = side === "atLeast" || side === "atMost" ? [equal(order.length)] : [];
  return order.reduce<Where[]>((found, field, at) => {
    const condition = beyond(key[at] as Value, isUp);
    return condition === undefined ? found : [...found, { ...equal(at), [field]: condition }];
  }, itself);
};

/** Reads the rows of a page, beginning with the one nearest to the position. */
const nearest = <Row extends object>(
  { model, where, order, isDescending }: ModelListing<Row>,
  position: Position | undefined,
  take: number,
): Promise<readonly Row[]> => {
  const isBackward = position !== undefined && isBackwards(position);
  const isUp = isDescending === isBackward;
  return model.findMany({
    where: position === undefined ? where : { AND: [where, { OR: beyondKey(order, position, isUp) }] },
    orderBy: order.map((field) => ({ [field]: isUp ? "asc" : "desc" })),
    take,
  });
};

const inclusive = { after: "atLeast", atLeast: "atLeast", before: "atMost", atMost: "atMost" } as const;

const isKeyValue = (value: unknown): value is Value =>
  typeof value === "number" || typeof value === "boolean" || typeof value === "string";

/** Returns the key of a row. The ids of some models are bigints. */
const keyOf = <Row extends object>({ order }: ModelListing<Row>, row: Row) =>
  order
    .map((field): unknown => row[field as keyof Row])
    .map((value) => (typeof value === "bigint" ? Number(value) : value))
    .filter(isKeyValue);

/**
 * Reads a page with a model of Prisma. The page has the same links and cursors as a page of `readPage`.
 * @throws AppError 400, as `openPage` does
 */
export const readModelPage = <Row extends object>(
  cursors: Cursors,
  request: PageRequest,
  listing: ModelListing<Row>,
): Promise<Page<Row>> =>
  pageOf<Row>(
    cursors,
    request,
    async (position, maxRows): Promise<Found<Row>> => {
      if (position === undefined) return { rows: await nearest(listing, position, maxRows), hasOtherSide: false };
      // The row of the position itself is on the other side. It usually still exists, and then one query is enough.
      const rows = await nearest(listing, { ...position, side: inclusive[position.side] }, maxRows + 1);
      const [first] = rows;
      const isOwn = first !== undefined && isDeepStrictEqual(keyOf(listing, first), position.key);
      if (isOwn && position.side !== inclusive[position.side]) return { rows: rows.slice(1), hasOtherSide: true };
      const others = await nearest(listing, otherSideOf(position), 1);
      return { rows: rows.slice(0, maxRows), hasOtherSide: others.length > 0 };
    },
    (row) => keyOf(listing, row),
  );
