import { Id, MAX_LISTED_IDS, PetQuery, ViewQuery } from "@petstore/contract/schemas";
import { z } from "zod";
import { PAGE_SIZE } from "../../lib/service/page-links";
import { newestFirst } from "../../lib/page/preferences";
import type { ViewedList } from "../../lib/views/views";

type Query = z.output<typeof PetQuery>;
type FilterName = Exclude<keyof Query, "limit" | "cursor" | "offset" | "sort" | "expand">;

/** What selects animals: the filters of `listPets`. Those that were added at or after `createdFrom`, and before `createdTo`. */
export type PetFilters = {
  readonly [Name in Exclude<FilterName, "externalId" | "attributes" | "id">]?: Query[Name] | undefined;
} & {
  readonly id?: readonly number[] | undefined;
  /** Values of fields that the store defines, by their names: `{ weight: ["..20"] }`. */
  readonly attributes?: AttributeFilters | undefined;
};

export type AttributeFilters = Readonly<Record<string, readonly string[]>>;

export type PetOrder = PetFilters & { readonly sort?: Query["sort"] | undefined };

/** How the list shows what it has; without it, as this browser is used to. */
export type PetLayout = {
  readonly limit?: number | undefined;
  /** Names of fields that the store defines. */
  readonly columns?: readonly string[] | undefined;
};

/** What a view saves: everything of the address but the place in it. */
export type PetView = PetOrder & PetLayout;

/** Where a page starts: so many animals behind the cursor, or behind the start of the list. */
export type Place = { readonly cursor?: string | undefined; readonly offset?: number | undefined };

export type PetSearch = PetView &
  Place & {
    /** The animal whose drawer is open. */
    readonly open?: number | undefined;
    /** The form of a new animal is open. */
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

/** The schemas parse the text of an address; `navigate` passes values that are parsed already. */
const toText = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(String);
  if (typeof value !== "object" || value === null) return String(value);
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, toText(one)]));
};

/** What is invalid is left out: a mistyped address shows the list without it. */
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
  // A list that starts with the newest is asked for the oldest by name.
  if (found["sort"] === "id" && !newestFirst.get()) delete found["sort"];
  return found;
};

const present = <Given extends object>(given: Given): Given =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as Given;

/** The filters in the order of their names; undefined without any. */
const sortedFilters = (filters: AttributeFilters = {}): AttributeFilters | undefined => {
  const names = Object.keys(filters).toSorted();
  return names.length === 0 ? undefined : Object.fromEntries(names.map((name) => [name, filters[name] ?? []]));
};

/** The address has no `externalId`: a person searches by name or number. */
type PlainFilter = Exclude<FilterName, "externalId" | "attributes">;

/** The filters of the contract: search, tabs, counts and views follow from these names. The compiler asks for a new one. */
const plainFilters: Readonly<Record<PlainFilter, true>> = {
  status: true,
  categoryId: true,
  name: true,
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

/** Equal for the same filters and order, in whatever order they were given. */
export const orderKey = (order: PetOrder): string => JSON.stringify(orderOf(order));

/** The list of animals as views save it. */
export const petViews = (search: PetSearch, onShow: (view: PetView) => void): ViewedList => ({
  page: "pets",
  now: viewOf(search),
  keyOf: (query) => orderKey(query as PetView),
  onShow: (query) => onShow(query as PetView),
});

/** Numbers find animals by number, anything else by name. */
export const searchFor = (text: string): Pick<PetFilters, "name" | "id"> => {
  const words = text
    .trim()
    .split(/[\s,;]+/)
    .filter(Boolean);
  if (words.length === 0) return { name: undefined, id: undefined };
  const ids = words.map((word) => number.safeParse(word.replace(/^#/, "")).data ?? 0);
  if (words.length <= MAX_LISTED_IDS && words.every((word, at) => /^#?\d+$/.test(word) && (ids[at] ?? 0) > 0)) {
    return { name: undefined, id: [...new Set(ids)] };
  }
  return { name: text.trim(), id: undefined };
};

/** What the search box shows for the address. */
export const searchText = ({ name, id }: PetFilters): string => (id === undefined ? (name ?? "") : id.join(" "));
