import { Failure, notFound } from "./failure.js";
import { type Collection, collections, fill, type Single, singleOfItem, singles } from "./resources.js";

export type Item = Readonly<Record<string, unknown>> & { readonly id: number };

/** The values of the parameters in a path. */
export type Params = Readonly<Record<string, string | number>>;

type Kept = { item: Item; readonly madeAt: string };

const placeOf = (path: string, params: Params): string =>
  path.replaceAll(/:(\w+)/g, (_, name: string) => String(params[name]));

/** Tells whether an item has the parent that a path names. A filter by another field counts as well. */
const isBelow =
  ({ path, idName, fields }: Collection, params: Params) =>
  (item: Item): boolean =>
    Object.entries(params).every(
      ([name, value]) => name === idName || !(name in fields || path.includes(`:${name}/`)) || item[name] === value,
    );

/** The data that the test service remembers. */
export class Memory {
  readonly #items = new Map<string, Map<number, Kept>>();
  readonly #deleted = new Map<string, Map<number, Kept>>();
  readonly #singles = new Map<string, Record<string, unknown>>();
  readonly #lastIds = new Map<string, number>();
  readonly #clock: () => Date;

  constructor(clock: () => Date) {
    this.#clock = clock;
  }

  get now(): string {
    return this.#clock().toISOString();
  }

  #of(kept: Map<string, Map<number, Kept>>, { path }: Collection): Map<number, Kept> {
    const known = kept.get(path) ?? new Map<number, Kept>();
    kept.set(path, known);
    return known;
  }

  /** The items of a collection in the order of their ids. @param params - Those of the parent, if it has one. */
  list(collection: Collection, params: Params = {}): Item[] {
    const isOfParent = isBelow(collection, params);
    return [...this.#of(this.#items, collection).values()]
      .map(({ item }) => item)
      .filter(isOfParent)
      .toSorted((one, other) => one.id - other.id);
  }

  find(collection: Collection, params: Params): Item | undefined {
    return this.list(collection, params).find(({ id }) => id === params[collection.idName]);
  }

  /** @throws {Failure} 404 */
  get(collection: Collection, params: Params): Item {
    this.requireParents(collection.path, params);
    const item = this.find(collection, params);
    if (item === undefined) throw notFound(collection.noun, params[collection.idName]);
    return item;
  }

  /** Checks that the resources above the last step of a path exist. @throws {Failure} 404 */
  requireParents(path: string, params: Params): void {
    for (const above of collections) {
      if (!path.startsWith(`${above.path}/:${above.idName}/`)) continue;
      if (this.find(above, params) === undefined) throw notFound(above.noun, params[above.idName]);
    }
  }

  madeAt(collection: Collection, { id }: Item): string {
    return this.#of(this.#items, collection).get(id)?.madeAt ?? "";
  }

  nextId({ path }: Collection): number {
    return (this.#lastIds.get(path) ?? 0) + 1;
  }

  put(collection: Collection, item: Item): Item {
    const items = this.#of(this.#items, collection);
    items.set(item.id, { madeAt: items.get(item.id)?.madeAt ?? this.now, item });
    this.#lastIds.set(collection.path, Math.max(item.id, this.#lastIds.get(collection.path) ?? 0));
    return item;
  }

  /** Removes an item and everything that belongs to it. */
  remove(collection: Collection, { id }: Item): void {
    const kept = this.#of(this.#items, collection).get(id);
    if (kept === undefined) return;
    this.#of(this.#items, collection).delete(id);
    this.#of(this.#deleted, collection).set(id, kept);
    const below = `${collection.path}/:${collection.idName}/`;
    for (const child of collections.filter(({ path }) => path.startsWith(below)))
      for (const item of this.list(child, { [collection.idName]: id })) this.remove(child, item);
    for (const { path } of singles.filter((one) => one.path.startsWith(below)))
      this.#singles.delete(placeOf(path, { [collection.idName]: id }));
  }

  /** Brings a deleted item back. @throws {Failure} 404 */
  restore(collection: Collection, params: Params): Item {
    this.requireParents(collection.path, params);
    const there = this.find(collection, params);
    if (there !== undefined) return there;
    const id = params[collection.idName] as number;
    const kept = this.#of(this.#deleted, collection).get(id);
    if (kept === undefined || !isBelow(collection, params)(kept.item))
      throw new Failure("not_found", { message: `${collection.noun} ${id} was never deleted` });
    return this.put(collection, kept.item);
  }

  single({ path, fields }: Single, params: Params): Record<string, unknown> {
    return this.#singles.get(placeOf(path, params)) ?? fill(fields, {}, {}, this.now);
  }

  putSingle({ path }: Single, params: Params, value: Record<string, unknown>): void {
    this.#singles.set(placeOf(path, params), value);
  }

  /**
   * Returns the value of a field of an item or of a single resource that belongs to the item. For example, the
   * `externalId` of a pet is in its profile.
   */
  valueOf(collection: Collection, item: Item, name: string): unknown {
    if (name in collection.fields) return item[name];
    const own = singles.find(
      (single) => name in single.fields && singleOfItem(collection, single.name)?.path === single.path,
    );
    return own && this.single(own, { [collection.idName]: item.id })[name];
  }
}
