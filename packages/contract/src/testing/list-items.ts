import { searchTextOf } from "../http/text-identity.js";
import { BASE_PATH } from "../contract.js";
import type { Memory, Item } from "./memory.js";
import type { Checked } from "./request.js";
import { type Collection, collectionOfKind, singleOfItem } from "./resources.js";

type Query = Checked["query"];

const presentation = new Set(["limit", "cursor", "offset", "sort", "expand"]);

const isAny = (value: unknown, wanted: unknown): boolean =>
  [value].flat().some((one) => [wanted].flat().some((other) => one === other || String(one) === String(other)));

/** The fields in which `q` searches. */
const searched = ["name", "email", "phone", "reference", "note"];

const isFound = (item: Item, q: string): boolean =>
  q.replace("#", "") === String(item.id) ||
  searched.some((name) => {
    const text = item[name];
    return typeof text === "string" && searchTextOf(text).includes(searchTextOf(q));
  });

/** Tells whether an item matches a parameter of the list. A filter by a field has the name of the field. */
const matches = (memory: Memory, collection: Collection, item: Item, [name, wanted]: [string, unknown]): boolean => {
  if (name === "q") return isFound(item, wanted as string);
  if (name === "createdFrom") return memory.madeAt(collection, item) >= (wanted as string);
  if (name === "createdTo") return memory.madeAt(collection, item) < (wanted as string);
  const value = memory.valueOf(collection, item, name);
  if (typeof value !== "object" || value === null || Array.isArray(value)) return isAny(value, wanted);
  return Object.entries(wanted as object).every(([key, one]) => isAny((value as Record<string, unknown>)[key], one));
};

const compare = (one: unknown, other: unknown): number =>
  typeof one === "string" && typeof other === "string"
    ? one.toLowerCase() < other.toLowerCase()
      ? -1
      : Number(one.toLowerCase() > other.toLowerCase())
    : Number(one) - Number(other);

/** Returns the order of a list: the order that `sort` names, or else the default order of the resource. */
const orderOf = ({ fields }: Collection, { query }: Checked, isOfParent: boolean): string[] => {
  if (typeof query["sort"] === "string") return [query["sort"]];
  if ("isPinned" in fields) return isOfParent ? ["-isPinned", "-id"] : ["-id"];
  return "position" in fields ? ["position"] : ["id"];
};

const sorted = (items: readonly Item[], order: readonly string[]): Item[] =>
  items.toSorted((one, other) => {
    for (const field of order) {
      const name = field.replace("-", "");
      const difference = compare(one[name], other[name]);
      if (difference !== 0) return field.startsWith("-") ? -difference : difference;
    }
    return one.id - other.id;
  });

/**
 * Returns an item as a read shows it, with the number of items that refer to it, such as the `petCount` of a category.
 */
export const shown = (memory: Memory, collection: Collection, item: Item): Item => {
  const counts = Object.keys(collection.fields).flatMap((name) => {
    const [, kind] = /^(\w+)Count$/.exec(name) ?? [];
    const other = kind === undefined ? undefined : collectionOfKind(kind);
    return other === undefined ? [] : [[name, memory.list(other, { [collection.idName]: item.id }).length]];
  });
  return { ...item, ...Object.fromEntries(counts) };
};

/**
 * Adds the resources that `expand` names: a single resource of the item, or a resource to which one of its fields
 * refers.
 */
export const expanded = (memory: Memory, collection: Collection, item: Item, { expand = [] }: Query): Item => {
  const more = [expand].flat().map((name) => {
    const single = singleOfItem(collection, String(name));
    if (single !== undefined) return [name, memory.single(single, { [collection.idName]: item.id })];
    const other = collectionOfKind(String(name));
    const id = item[`${String(name)}Id`];
    return [name, (other && typeof id === "number" && memory.find(other, { [other.idName]: id })) || null];
  });
  return { ...shown(memory, collection, item), ...Object.fromEntries(more) };
};

const seal = (start: number): string => btoa(`from ${start}`).replaceAll("=", "");
const open = (cursor: unknown): number =>
  typeof cursor === "string" ? Number(/^from (\d+)$/.exec(atob(cursor))?.[1] ?? 0) : 0;

/** Answers the request for a page of a list: selects the items, sorts them and cuts out the page. */
export const listItems = (memory: Memory, collection: Collection, checked: Checked, search: URLSearchParams) => {
  const { query, params, path } = checked;
  const isOfParent = Object.keys(params).length > 0;
  if (isOfParent) memory.requireParents(collection.path, params);
  const filters = Object.entries(query).filter(([name, value]) => !presentation.has(name) && value !== undefined);
  const found = memory
    .list(collection, params)
    .filter((item) => filters.every((filter) => matches(memory, collection, item, filter)));
  const all = sorted(found, orderOf(collection, checked, isOfParent));
  const limit = typeof query["limit"] === "number" ? query["limit"] : all.length;
  const start = open(query["cursor"]) + Number(query["offset"] ?? 0);
  const linkTo = (rel: string, at: number | undefined) => {
    const target = new URLSearchParams(search);
    for (const name of ["limit", "cursor", "offset"]) target.delete(name);
    target.set("limit", String(limit));
    if (at !== undefined) target.set("cursor", seal(at));
    return `<${BASE_PATH}${path}?${target}>; rel="${rel}"`;
  };
  const links = [
    ...(start + limit < all.length ? [linkTo("next", start + limit)] : []),
    ...(start > 0 ? [linkTo("prev", Math.max(start - limit, 0))] : []),
  ];
  const body = all.slice(start, start + limit).map((item) => expanded(memory, collection, item, query));
  return { body, headers: links.length > 0 ? { link: [...links, linkTo("first", undefined)].join(", ") } : {} };
};
