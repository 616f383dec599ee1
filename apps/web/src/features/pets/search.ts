import { Id, MAX_LISTED_IDS, PetQuery, ViewQuery } from "@petstore/contract/schemas";
import { z } from "zod";
import { PAGE_SIZE } from "../../lib/service/page-links";
import { newestFirst } from "../../lib/page/preferences";
import type { ViewedList } from "../../lib/views/views";

type Query = z.output<typeof PetQuery>;
type FilterName = Exclude<keyof Query, "limit" | "cursor" | "offset" | "sort" | "expand">;

/** The filters of the page. It has no `externalId` and no `name`, because a person finds both with `q`. */
type PageFilter = Exclude<FilterName, "externalId" | "name">;

/** The filters of `listPets` that select animals. `createdFrom` is inclusive, and `createdTo` is exclusive. */
export type PetFilters = {
  readonly [Name in Exclude<PageFilter, "attributes" | "id">]?: Query[Name] | undefined;
} & {
  readonly id?: readonly number[] | undefined;
  /** Values of the store's own fields, by their names: `{ weight: ["..20"] }`. */
  readonly attributes?: AttributeFilters | undefined;
};

export type AttributeFilters = Readonly<Record<string, readonly string[]>>;

export type PetOrder = PetFilters & { readonly sort?: Query["sort"] | undefined };

/** How the list is laid out. A property that is missing keeps the last value in this browser. */
export type PetLayout = {
  readonly limit?: number | undefined;
  /** Names of the store's own fields. */
  readonly columns?: readonly string[] | undefined;
};

/** What a view saves: everything in the address except the position in the list. */
export type PetView = PetOrder & PetLayout;

/** Where a page starts: this many animals after the cursor, or after the start of the list. */
export type Place = { readonly cursor?: string | undefined; readonly offset?: number | undefined };

export type PetSearch = PetView &
  Place & {
    /** The animal whose drawer is open. */
    readonly open?: number | undefined;
    /** True while the form of a new animal is open. */
    readonly new?: boolean | undefined;
  };

export const pageSizes = [20, PAGE_SIZE, 100] as const;

const number = z.string().transform(Number).pipe(Id);
const { expand: _expand, externalId: _externalId, name: _name, ...parameters } = PetQuery.shape;
const schemas: Readonly<Record<string, z.ZodType>> = {
  ...parameters,
  limit: z.enum(pageSizes.map(String)).transform(Number),
  columns: z
    .union([z.string(), z.array(z.string())])
    .transform((given) => [given].flat())
    .pipe(ViewQuery.shape.columns.unwrap()),
  open: number,
  new: z.literal("true"),
};

const defaults: PetSearch = { limit: PAGE_SIZE, offset: 0 };

/** The schemas parse the texts of an address, but `navigate` passes values that are parsed already. */
const toText = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(String);
  if (typeof value !== "object" || value === null) return String(value);
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, toText(one)]));
};

/** Leaves out what is invalid, so a mistyped address shows the list without it. */
export const parsePetSearch = (search: Readonly<Record<string, unknown>>): PetSearch => {
  const found: Record<string, unknown> = {};
  for (const [name, schema] of Object.entries(schemas)) {
    const value = search[name];
    const parsed = value === undefined ? undefined : schema.safeParse(toText(value));
    if (parsed?.success === true && parsed.data !== defaults[name as keyof PetSearch])
      found[name] = name === "new" ? true : parsed.data;
  }
  if (found["sort"] === "relevance") delete found["sort"];
  const isStart = Object.keys(found).every((name) => name === "open" || name === "new");
  if (isStart && newestFirst.get()) return { ...found, sort: "-id" };
  // The default order is left out: the best match first if there is a text, and otherwise `id`, except in browsers whose
  // list starts with the newest.
  if (found["sort"] === "id" && found["q"] === undefined && !newestFirst.get()) delete found["sort"];
  return found;
};

const present = <Given extends object>(given: Given): Given =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as Given;

/** Returns the filters sorted by name, or undefined if there are none. */
const sortedFilters = (filters: AttributeFilters = {}): AttributeFilters | undefined => {
  const names = Object.keys(filters).toSorted();
  return names.length === 0 ? undefined : Object.fromEntries(names.map((name) => [name, filters[name] ?? []]));
};

type PlainFilter = Exclude<PageFilter, "attributes">;

/**
 * The filters of the contract. Search, tabs, counts and views use these names, and the compiler reports a filter that
 * is missing here.
 */
const plainFilters: Readonly<Record<PlainFilter, true>> = {
  status: true,
  categoryId: true,
  q: true,
  id: true,
  createdFrom: true,
  createdTo: true,
};

const plainNames = Object.keys(plainFilters) as PlainFilter[];

export const filtersOf = (given: PetFilters): PetFilters =>
  present({
    ...Object.fromEntries(plainNames.map((name) => [name, given[name]])),
    attributes: sortedFilters(given.attributes),
  });

export const orderOf = (search: PetOrder): PetOrder => present({ ...filtersOf(search), sort: search.sort });

export const viewOf = (search: PetView): PetView =>
  present({ ...orderOf(search), limit: search.limit, columns: search.columns });

export const hasFilters = (search: PetFilters): boolean => Object.keys(filtersOf(search)).length > 0;

/** Returns the same key for the same filters and order, regardless of the order of the parameters. */
export const orderKey = (order: PetOrder): string => JSON.stringify(orderOf(order));

/** Describes the list of animals for saved views. */
export const petViews = (search: PetSearch, onShow: (view: PetView) => void): ViewedList => ({
  page: "pets",
  now: viewOf(search),
  keyOf: (query) => orderKey(query as PetView),
  onShow: (query) => onShow(query as PetView),
});

/** Several numbers with commas between them, which select these animals. */
const numberList = /^#?\d+(?:\s*[,;]\s*#?\d+)+$/;

/** Turns a typed text into filters: a list of numbers selects these animals, and anything else is searched for. */
export const searchFor = (typed: string): Pick<PetFilters, "q" | "id"> => {
  const text = typed.trim();
  const ids = numberList.test(text) ? text.split(/\D+/).flatMap((digits) => number.safeParse(digits).data ?? []) : [];
  if (ids.length > 0 && ids.length <= MAX_LISTED_IDS) return { q: undefined, id: [...new Set(ids)] };
  return { q: text === "" ? undefined : text, id: undefined };
};

/** Returns the text that the search field shows for the address. */
export const searchText = ({ q, id }: PetFilters): string => (id === undefined ? (q ?? "") : id.join(", "));

/** Returns the order of the list: the best match first if there is a text, unless a person has chosen another one. */
export const sortOf = ({ sort, q }: PetOrder): NonNullable<PetOrder["sort"]> =>
  sort ?? (q === undefined ? "id" : "relevance");

/**
 * Returns the filters and the order for a typed text. The order of a browser whose list starts with the newest gives way
 * to the best match, because nobody has chosen it for this list.
 */
export const searchOrder = (search: PetOrder, typed: string): PetOrder => {
  const isDefault = search.q === undefined && search.sort === "-id" && newestFirst.get();
  return { ...searchFor(typed), ...(isDefault && { sort: undefined }) };
};
