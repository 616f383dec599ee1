import type * as z from "zod";
import type { Prisma } from "../../generated/client.js";
import type { Cursors } from "./cursors.js";
import type { Equality, KeysetRows } from "./keyset.js";
import { embeddedQuery, type PageRequest, type Parameter, writeFilters } from "./paging.js";

/** The parameters of a list that select no rows: they choose its page, its order, or what each row has. */
type Presentation = "limit" | "cursor" | "offset" | "sort" | "expand";

/** The parameters of a list that select its rows. */
export type FilterName<Query> = Exclude<keyof Query & string, Presentation>;

type Lane = "reads" | "searches";

/** How PostgreSQL finds the rows that a parameter selects. Methods: a list of filters has values of several types. */
type Condition<Value, Query, Context> = {
  /** Whether a row has the value. */
  condition(value: Value, context: Context): Prisma.Sql;
  /** The columns of an index that ends with those of the order; undefined if another index is better for this query. */
  index?(value: Value, query: Query): readonly Equality[] | undefined;
  /** The index has not every row, so the condition stays: PostgreSQL needs it to choose the index. */
  readonly isIndexPartial?: boolean;
  /** Where the pages of such a query are read; `reads` by default. */
  lane?(query: Query): Lane;
};

/** The statement of the list reads this parameter by itself, because its walk depends on more than one of them. */
export const readByList = "readByList";

type Filter<Value, Query, Context> = Condition<Value, Query, Context> | typeof readByList;

/**
 * Each parameter that selects rows of a list, in the order in which cursors have them. Its conditions, its lane, its links
 * and its cursors follow from this table, so the compiler refuses a parameter of the contract that the table lacks.
 */
export type Filters<Query, Context = undefined> = {
  readonly [Name in FilterName<Query>]-?: Filter<Exclude<Query[Name], undefined>, Query, Context>;
};

/** The filters that a query gives, with their values. */
type Given<Query, Context> = readonly {
  readonly name: FilterName<Query>;
  readonly value: unknown;
  readonly filter: Condition<unknown, Query, Context>;
}[];

export const givenIn = <Query, Context>(filters: Filters<Query, Context>, query: Query): Given<Query, Context> =>
  (Object.keys(filters) as FilterName<Query>[]).flatMap((name): Given<Query, Context> => {
    const filter: Filter<never, Query, Context> = filters[name];
    const value: unknown = query[name];
    return filter === readByList || value === undefined ? [] : [{ name, value, filter }];
  });

/** The conditions of all these filters. */
export const conditionsOf = <Query, Context>(given: Given<Query, Context>, context: Context): Prisma.Sql[] =>
  given.map(({ value, filter }) => filter.condition(value, context));

/** The first index that one of these filters of a query has, and the conditions of the others. */
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

/** The lane of the slowest of these filters of a query. */
export const laneOf = <Query, Context>(given: Given<Query, Context>, query: Query): Lane =>
  given.some(({ filter }) => filter.lane?.(query) === "searches") ? "searches" : "reads";

type Written = Readonly<Record<string, Parameter>>;

/** What a link repeats, and what a cursor is valid with. `id` is the default order: cursors with and without it are the same. */
export const parametersOf = (filters: Readonly<Record<string, unknown>>, query: object): PageRequest["filters"] => {
  const all = query as Written;
  const named: Record<string, Parameter> = {};
  for (const name in filters) named[name] = all[name];
  named["expand"] = all["expand"];
  named["sort"] = all["sort"] === "id" ? undefined : all["sort"];
  return writeFilters(named);
};

type List<Query> = {
  /** The path of the list, with `/v1`. */
  readonly path: string;
  readonly schema: z.ZodType<Query>;
  readonly filters: Filters<Query, never>;
};

/** The query of a page, or the one that its cursor embeds. @throws AppError 400, as `embeddedQuery` does. */
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
