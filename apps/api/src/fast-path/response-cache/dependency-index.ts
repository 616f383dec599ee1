import type { CacheDependency } from "../../operation/cache-dependency.js";
import { isInvalidatedBy, type PetChangeEvent } from "../../operation/cache-invalidation.js";

export type Dependent = { readonly target: string; readonly dependency: CacheDependency };

/** Finds the responses that a change invalidates without examining the others, however many are cached. */
export type DependencyIndex = {
  add(dependent: Dependent): void;
  remove(dependent: Dependent): void;
  /** @param visit - Must remove the dependent, which may otherwise be visited again. */
  forEachInvalidated(change: PetChangeEvent, visit: (dependent: Dependent) => void): void;
};

type PetSummary = NonNullable<PetChangeEvent["before"]>;
type Sets = Map<string | number, Set<Dependent>>;
type Place = { readonly sets: Sets; readonly key: string | number };

const addTo = ({ sets, key }: Place, dependent: Dependent): void => {
  const set = sets.get(key);
  if (set === undefined) sets.set(key, new Set([dependent]));
  else set.add(dependent);
};

const removeFrom = ({ sets, key }: Place, dependent: Dependent): void => {
  const set = sets.get(key);
  set?.delete(dependent);
  if (set?.size === 0) sets.delete(key);
};

const filtersOf = (status: string | undefined, categoryId: number | undefined): string =>
  `${status ?? "*"} ${categoryId ?? "*"}`;

/** Returns the filters that list the pet. If a property is unknown, the pet matches no filter on it. */
const listedBy = ({ status, categoryId }: PetSummary): ReadonlySet<string> =>
  new Set([
    filtersOf(undefined, undefined),
    filtersOf(status, undefined),
    filtersOf(undefined, categoryId),
    filtersOf(status, categoryId),
  ]);

export const createDependencyIndex = (): DependencyIndex => {
  const byId: Sets = new Map();
  /** The dependents whose range has no end. A pet with a new id cannot be in any other range. */
  const openByFilters: Sets = new Map();
  const closedByFilters: Sets = new Map();
  /** Each range is filed under one or two blocks. A block is as long as the range, rounded up to a power of two. */
  const blocksByLength = new Map<number, Sets>();

  const blocksOf = (from: number, to: number): Place[] => {
    let length = 1;
    while (length < to - from + 1) length *= 2;
    const sets = blocksByLength.get(length) ?? new Map();
    blocksByLength.set(length, sets);
    return [...new Set([Math.floor(from / length), Math.floor(to / length)])].map((key) => ({ sets, key }));
  };
  const placesOf = ({ dependency: { ids, status, categoryId, from, to } }: Dependent): Place[] => {
    if (ids !== undefined) return Array.from(ids, (key) => ({ sets: byId, key }));
    const key = filtersOf(status, categoryId);
    if (to === Infinity) return [{ sets: openByFilters, key }];
    return [{ sets: closedByFilters, key }, ...blocksOf(from, to)];
  };

  return {
    add: (dependent) => {
      for (const place of placesOf(dependent)) addTo(place, dependent);
    },
    remove: (dependent) => {
      for (const place of placesOf(dependent)) removeFrom(place, dependent);
    },
    forEachInvalidated: (change, visit) => {
      const { before, after } = change;
      const id = (before ?? after)?.id;
      if (id === undefined) return;
      const check = (dependent: Dependent) => {
        if (isInvalidatedBy(dependent.dependency, change)) visit(dependent);
      };
      byId.get(id)?.forEach(check);
      for (const [length, blocks] of blocksByLength) blocks.get(Math.floor(id / length))?.forEach(check);
      const filtersAfter = after === null ? new Set<string>() : listedBy(after);
      if (before === null) return filtersAfter.forEach((filters) => openByFilters.get(filters)?.forEach(check));
      for (const open of openByFilters.values()) open.forEach(check);
      // The pet may have been anywhere in a listing that it has left.
      for (const filters of listedBy(before)) {
        if (!filtersAfter.has(filters)) closedByFilters.get(filters)?.forEach(check);
      }
    },
  };
};
