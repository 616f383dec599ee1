import { Id, MAX_LISTED_IDS, PetQuery, ViewQuery } from "@petstore/contract/schemas";
import { z } from "zod";
import { PAGE_SIZE } from "../../lib/service/page-links";
import { newestFirst } from "../../lib/page/preferences";
import type { ViewedList } from "../../lib/views/views";

type Query = z.output<typeof PetQuery>;
type FilterName = Exclude<keyof Query, "limit" | "cursor" | "offset" | "sort" | "expand">;

/** The filters of `listPets` that select animals. `createdFrom` is inclusive, and `createdTo` is exclusive. */
export type PetFilters = {
  readonly [Name in Exclude<FilterName, "externalId" | "attributes" | "id">]?: Query[Name] | undefined;
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
const { expand: _expand, externalId: _externalId, ...parameters } = PetQuery.shape;
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
  const isStart = Object.keys(found).every((name) => name === "open" || name === "new");
  if (isStart && newestFirst.get()) return { ...found, sort: "-id" };
  // `id` is the default order and is left out, except in browsers whose list starts with the newest.
  if (found["sort"] === "id" && !newestFirst.get()) delete found["sort"];
  return found;
};

const present = <Given extends object>(given: Given): Given =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as Given;

/** Returns the filters sorted by name, or undefined if there are none. */
const sortedFilters = (filters: AttributeFilters = {}): AttributeFilters | undefined => {
  const names = Object.keys(filters).toSorted();
  return names.length === 0 ? undefined : Object.fromEntries(names.map((name) => [name, filters[name] ?? []]));
};

/** The filters of the page. It has no `externalId`, because a person searches by name or number. */
export type PageFilter = Exclude<FilterName, "externalId">;

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

/** Turns a search into filters: numbers find animals by number, and anything else by name. */
export const searchFor = (text: string): Pick<PetFilters, "q" | "id"> => {
  const words = text
    .trim()
    .split(/[\s,;]+/)
    .filter(Boolean);
  if (words.length === 0) return { q: undefined, id: undefined };
  const ids = words.map((word) => number.safeParse(word.replace(/^#/, "")).data ?? 0);
  if (words.length <= MAX_LISTED_IDS && words.every((word, at) => /^#?\d+$/.test(word) && (ids[at] ?? 0) > 0)) {
    return { q: undefined, id: [...new Set(ids)] };
  }
  return { q: text.trim(), id: undefined };
};

/** Returns the text that the search field shows for the address. */
export const searchText = ({ q, id }: PetFilters): string => (id === undefined ? (q ?? "") : id.join(" "));
