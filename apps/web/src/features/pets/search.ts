import { Id, MAX_LISTED_IDS, PetQuery } from "@petstore/contract/schemas";
import type { PetStatus } from "@petstore/contract/client";
import { z } from "zod";
import { newestFirst } from "../../lib/preferences";

type PetSort = z.output<typeof PetQuery>["sort"];

/** What selects animals: the filters of `listPets`. */
export type PetFilters = {
  readonly status?: PetStatus | undefined;
  readonly categoryId?: number | undefined;
  readonly name?: string | undefined;
  readonly id?: readonly number[] | undefined;
  /** Values of fields that the store defines, by their names: `{ weight: ["..20"] }`. */
  readonly attributes?: AttributeFilters | undefined;
};

export type AttributeFilters = Readonly<Record<string, readonly string[]>>;

/** What a view saves: everything of the address but the place in it. */
export type PetOrder = PetFilters & { readonly sort?: PetSort | undefined };

export type PetSearch = PetOrder & {
  readonly cursor?: string | undefined;
  /** The animal whose drawer is open. */
  readonly open?: number | undefined;
  /** The form of a new animal is open. */
  readonly new?: boolean | undefined;
};

const number = z.string().transform(Number).pipe(Id);
const { limit: _limit, expand: _expand, externalId: _externalId, ...parameters } = PetQuery.shape;
const schemas: Readonly<Record<string, z.ZodType>> = { ...parameters, open: number, new: z.literal("true") };

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
    if (parsed?.success === true) found[name] = name === "new" ? true : parsed.data;
  }
  const isStart = Object.keys(found).every((name) => name === "open" || name === "new");
  if (isStart && newestFirst.get()) return { ...found, sort: "-id" };
  // The first page of all, from the oldest on, is asked for by name then.
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

export const filtersOf = ({ status, categoryId, name, id, attributes }: PetFilters): PetFilters =>
  present({ status, categoryId, name, id, attributes: sortedFilters(attributes) });

export const orderOf = (search: PetOrder): PetOrder => present({ ...filtersOf(search), sort: search.sort });

export const hasFilters = (search: PetFilters): boolean => Object.keys(filtersOf(search)).length > 0;

/** Equal for the same filters and order, in whatever order they were given. */
export const orderKey = (order: PetOrder): string => JSON.stringify(orderOf(order));

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
