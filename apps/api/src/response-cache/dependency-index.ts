import { type CacheDependency, isInvalidatedBy, type PetChangeEvent } from "../operation/cache-dependency.js";

export type Dependent = { readonly target: string; readonly dependency: CacheDependency };

/** Finds the responses that a change invalidates without looking at the others, however many are cached. */
export type DependencyIndex = {
  add(dependent: Dependent): void;
  remove(dependent: Dependent): void;
  /** @param visit - Removes it: else it may be visited again. */
  forEachInvalidated(change: PetChangeEvent, visit: (dependent: Dependent) => void): void;
};

type PetSummary = NonNullable<PetChangeEvent["before"]>;
type Sets<Key> = Map<Key, Set<Dependent>>;

const addTo = <Key>(sets: Sets<Key>, key: Key, dependent: Dependent): void => {
  const set = sets.get(key);
  if (set === undefined) sets.set(key, new Set([dependent]));
  else set.add(dependent);
};

const removeFrom = <Key>(sets: Sets<Key>, key: Key, dependent: Dependent): void => {
  const set = sets.get(key);
  set?.delete(dependent);
  if (set?.size === 0) sets.delete(key);
};

const filtersOf = (status: string | undefined, categoryId: number | undefined): string =>
  `${status ?? "*"} ${categoryId ?? "*"}`;

/** The filters that list the pet. What is not known of it satisfies no filter. */
const listedBy = ({ status, categoryId }: PetSummary): ReadonlySet<string> =>
  new Set([
    filtersOf(undefined, undefined),
    filtersOf(status, undefined),
    filtersOf(undefined, categoryId),
    filtersOf(status, categoryId),
  ]);

/** Each range is in the one or two blocks, as long as the next power of two, that it touches. */
const createRangeIndex = () => {
  const blocksOfLength = new Map<number, Sets<number>>();
  const placesOf = ({ from, to }: CacheDependency) => {
    let length = 1;
    while (length < to - from + 1) length *= 2;
    return { length, places: new Set([Math.floor(from / length), Math.floor(to / length)]) };
  };
  return {
    add: (dependent: Dependent) => {
      const { length, places } = placesOf(dependent.dependency);
      const blocks = blocksOfLength.get(length) ?? new Map();
      blocksOfLength.set(length, blocks);
      for (const place of places) addTo(blocks, place, dependent);
    },
    remove: (dependent: Dependent) => {
      const { length, places } = placesOf(dependent.dependency);
      const blocks = blocksOfLength.get(length) ?? new Map();
      for (const place of places) removeFrom(blocks, place, dependent);
      if (blocks.size === 0) blocksOfLength.delete(length);
    },
    forEachNear: (id: number, visit: (dependent: Dependent) => void) => {
      for (const [length, blocks] of blocksOfLength) blocks.get(Math.floor(id / length))?.forEach(visit);
    },
  };
};

export const createDependencyIndex = (): DependencyIndex => {
  const byId: Sets<number> = new Map();
  const ranges = createRangeIndex();
  /** Ranges without an end, also by filters: the only ones that a pet with a new id can be in. */
  const open = new Set<Dependent>();
  const openByFilters: Sets<string> = new Map();
  const closedByFilters: Sets<string> = new Map();

  return {
    add: (dependent) => {
      const { ids, status, categoryId, to } = dependent.dependency;
      if (ids !== undefined) {
        for (const id of ids) addTo(byId, id, dependent);
      } else if (to === Infinity) {
        open.add(dependent);
        addTo(openByFilters, filtersOf(status, categoryId), dependent);
      } else {
        ranges.add(dependent);
        addTo(closedByFilters, filtersOf(status, categoryId), dependent);
      }
    },
    remove: (dependent) => {
      const { ids, status, categoryId, to } = dependent.dependency;
      if (ids !== undefined) {
        for (const id of ids) removeFrom(byId, id, dependent);
      } else if (to === Infinity) {
        open.delete(dependent);
        removeFrom(openByFilters, filtersOf(status, categoryId), dependent);
      } else {
        ranges.remove(dependent);
        removeFrom(closedByFilters, filtersOf(status, categoryId), dependent);
      }
    },
    forEachInvalidated: (change, visit) => {
      const { before, after } = change;
      const id = (before ?? after)?.id;
      if (id === undefined) return;
      const check = (dependent: Dependent) => {
        if (isInvalidatedBy(dependent.dependency, change)) visit(dependent);
      };
      byId.get(id)?.forEach(check);
      ranges.forEachNear(id, check);
      const filtersAfter = after === null ? new Set<string>() : listedBy(after);
      if (before === null) return filtersAfter.forEach((filters) => openByFilters.get(filters)?.forEach(check));
      open.forEach(check);
      // Wherever the pet was in a listing that it has left.
      for (const filters of listedBy(before)) {
        if (!filtersAfter.has(filters)) closedByFilters.get(filters)?.forEach(check);
      }
    },
  };
};
