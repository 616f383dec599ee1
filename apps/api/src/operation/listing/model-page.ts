import type { Cursors } from "./cursors.js";
import type { Position } from "./position.js";
import { isBackwards, otherSideOf } from "./keyset.js";
import { type Found, type Page, pageOf, type PageRequest } from "./paging.js";

type Where = Readonly<Record<string, unknown>>;

/** What is used of a model of Prisma: its own types differ for each model. */
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
  /** The fields of the order: numbers or booleans, unique together, all in the same direction. */
  readonly order: readonly string[];
  readonly isDescending: boolean;
};

type Value = Position["key"][number];

/** Prisma cannot compare booleans: false comes before true. @returns undefined if no value is beyond */
const beyond = (value: Value, isUp: boolean) => {
  if (typeof value !== "boolean") return isUp ? { gt: value } : { lt: value };
  return value === isUp ? undefined : isUp;
};

/** The rows beyond a key: the first fields equal it, and the next one is beyond its value. */
const beyondKey = (order: readonly string[], { side, key }: Position, isUp: boolean): Where[] => {
  const equal = (most: number) => Object.fromEntries(order.slice(0, most).map((field, at) => [field, key[at]]));
  const itself = side === "atLeast" || side === "atMost" ? [equal(order.length)] : [];
  return order.reduce<Where[]>((found, field, at) => {
    const condition = beyond(key[at] as Value, isUp);
    return condition === undefined ? found : [...found, { ...equal(at), [field]: condition }];
  }, itself);
};

/** The rows of a page, the nearest to its position first. */
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

const isKeyValue = (value: unknown): value is Value =>
  typeof value === "number" || typeof value === "boolean" || typeof value === "string";

/** The ids of some models are bigints. */
const keyValueOf = (value: unknown): unknown => (typeof value === "bigint" ? Number(value) : value);

/** Reads a page by a model of Prisma, with the links and cursors of `readPage`. @throws AppError 400, as `openPage` does */
export const readModelPage = <Row extends object>(
  cursors: Cursors,
  request: PageRequest,
  listing: ModelListing<Row>,
): Promise<Page<Row>> =>
  pageOf<Row>(
    cursors,
    request,
    async (position, maxRows): Promise<Found<Row>> => {
      const [rows, others] = await Promise.all([
        nearest(listing, position, maxRows),
        position === undefined ? [] : nearest(listing, otherSideOf(position), 1),
      ]);
      return { rows, hasOtherSide: others.length > 0 };
    },
    (row) => listing.order.map((field) => keyValueOf(row[field as keyof Row])).filter(isKeyValue),
  );
