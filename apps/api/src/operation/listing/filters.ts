import type * as z from "zod";
import type { Prisma } from "../../generated/client.js";
import type { Cursors } from "./cursors.js";
import type { Equality, KeysetRows } from "./keyset.js";
import { embeddedQuery, type PageRequest, type Parameter, writeParameter } from "./paging.js";

/** The parameters of a list that do not select rows. They choose the page, its order, or the content of each row. */
type Presentation = "limit" | "cursor" | "offset" | "sort" | "expand";

/** The parameters of a list that select its rows. */
export type FilterName<Query> = Exclude<keyof Query & string, Presentation>;

type Lane = "reads" | "searches";

/**
 * Describes how PostgreSQL finds the rows that a parameter selects. These are methods and not properties, because a
 * list has filters with values of different types.
 */
type Condition<Value, Query, Context> = {
  /** Returns the condition for rows that have the value. */
  condition(value: Value, context: Context): Prisma.Sql;
  /**
   * Returns the first columns of an index that continues with the columns of the order; undefined if another index is
   * better for this query.
   */
  index?(value: Value, query: Query): readonly Equality[] | undefined;
  /**
   * If true, the index does not contain every row. The condition is then kept, because PostgreSQL needs it to choose
   * the index.
   */
  readonly isIndexPartial?: boolean;
};

/** A filter of a list whose lane depends on its filters. */
type Laned<Query> = {
  /** Returns the lane in which the pages for such a query are read. The default is `reads`. */
  lane?(query: Query): Lane;
};

/** Marks a parameter that the list's own statement handles, because its walk depends on several parameters. */
export const readByList = "readByList";

type Filter<Value, Query, Context, Further> = (Condition<Value, Query, Context> & Further) | typeof readByList;

/**
 * Defines each parameter that selects rows of a list. Cursors contain them in this order. Conditions, links and cursors
 * are derived from this table, so the compiler refuses a parameter of the contract that the table lacks.
 */
export type Filters<Query, Context = undefined, Further = unknown> = {
  readonly [Name in FilterName<Query>]-?: Filter<Exclude<Query[Name], undefined>, Query, Context, Further>;
};

/**
 * The {@link Filters} of a list that calls {@link laneOf}. Every other list uses the lane of its operation. The
 * compiler refuses a `lane` in the table of such a list, because the lane would be ignored.
 */
export type LanedFilters<Query, Context = undefined> = Filters<Query, Context, Laned<Query>>;

/** The filters in a query, with their values. */
type Given<Query, Context> = readonly {
  readonly name: FilterName<Query>;
  readonly value: unknown;
  readonly filter: Condition<unknown, Query, Context>;
}[];

export const givenIn = <Query, Context>(filters: Filters<Query, Context>, query: Query): Given<Query, Context> =>
  (Object.keys(filters) as FilterName<Query>[]).flatMap((name): Given<Query, Context> => {
    const filter: Filter<never, Query, Context, unknown> = filters[name];
    const value: unknown = query[name];
    return filter === readByList || value === undefined ? [] : [{ name, value, filter }];
  });

/** Returns the conditions of all these filters. */
export const conditionsOf = <Query, Context>(given: Given<Query, Context>, context: Context): Prisma.Sql[] =>
  given.map(({ value, filter }) => filter.condition(value, context));

/** Returns the first index that one of these filters has, and the conditions of the other filters. */
export const selectedBy = <Query, Context>(
  given: Given<Query, Context>,
  query: Query,
  context: Context,
): Required<Pick<KeysetRows, "within" | "where">> => {
  let within: readonly Equality[] = [];
  const where: Prisma.Sql[] = [];
  for (const { value, filter } of given) {
    const found = within.length === 0 ? filter.index?.(value, query) : undefined;
    if (found !== undefined) within = found;
    if (found === undefined || filter.isIndexPartial === true) where.push(filter.condition(value, context));
  }
  return { within, where };
};

/** Returns the lane of the slowest filter in the query. */
export const laneOf = <Query, Context>(filters: LanedFilters<Query, Context>, query: Query): Lane => {
  for (const name of Object.keys(filters) as FilterName<Query>[]) {
    const filter: Laned<Query> | typeof readByList = filters[name];
    if (filter !== readByList && query[name] !== undefined && filter.lane?.(query) === "searches") return "searches";
  }
  return "reads";
};

type Written = Readonly<Record<string, Parameter>>;

/**
 * Returns the parameters that a link repeats and that a cursor depends on. `id` is the default order, so cursors with
 * and without it are the same.
 */
export const parametersOf = (filters: Readonly<Record<string, unknown>>, query: object): PageRequest["filters"] => {
  const given = query as Written;
  const written: [string, string][] = [];
  for (const name in filters) writeParameter(written, name, given[name]);
  writeParameter(written, "expand", given["expand"]);
  if (given["sort"] !== "id") writeParameter(written, "sort", given["sort"]);
  return written;
};

type List<Query> = {
  /** The path of the list, including `/v1`. */
  readonly path: string;
  readonly schema: z.ZodType<Query>;
  readonly filters: Filters<Query, never>;
};

/**
 * Returns the query of a page, which may be embedded in the cursor.
 * @throws AppError 400, as `embeddedQuery` does.
 */
export const openQuery = <Query extends { readonly limit: number; readonly cursor?: string | undefined }>(
  cursors: Cursors,
  { path, schema, filters }: List<Query>,
  given: Query,
): { readonly query: Query; readonly request: PageRequest } => {
  const { limit, cursor } = given;
  const written = parametersOf(filters, given);
  const embedded = embeddedQuery(cursors, { path, filters: written, cursor });
  if (embedded === undefined) return { query: given, request: { path, filters: written, limit, cursor } };
  const query = schema.parse(embedded);
  return { query, request: { path, filters: parametersOf(filters, query), limit, cursor } };
};
