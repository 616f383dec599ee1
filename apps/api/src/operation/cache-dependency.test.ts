import { type Pet, PetStatus } from "@petstore/contract/routes";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Position } from "./listing/position.js";
import { dependencyOf } from "../pets/list-pets.js";
import { toFields } from "../pets/store/pet-table.js";
import type { CacheDependency } from "./cache-dependency.js";
import { isInvalidatedBy } from "./cache-invalidation.js";

const all = { from: 0, to: Infinity };
const pet = (id: number, status: PetStatus = "available", categoryId = 1) => ({ id, status, categoryId });

describe("isInvalidatedBy", () => {
  const sold: CacheDependency = { ...all, status: "sold" };
  const ofTwo: CacheDependency = { ...all, categoryId: 2 };
  const middle: CacheDependency = { from: 10, to: 20 };
  const soldMiddle: CacheDependency = { ...middle, status: "sold" };
  const five: CacheDependency = { ...all, ids: new Set([5]) };

  it.each<[string, CacheDependency, ReturnType<typeof pet> | null, ReturnType<typeof pet> | null, boolean]>([
    ["true for a new pet, without filters", all, null, pet(5), true],
    ["false for a new pet of another status", sold, null, pet(5), false],
    ["true for a new pet of its status", sold, null, pet(5, "sold"), true],
    ["false for a new pet of another category", ofTwo, null, pet(5), false],
    ["true for a new pet of its category", ofTwo, null, pet(5, "sold", 2), true],
    ["false for a new pet after its page", middle, null, pet(21), false],
    ["false for a new pet before its page", middle, null, pet(9), false],
    ["true for a new pet at its start", middle, null, pet(10), true],
    ["true for a new pet at its end", middle, null, pet(20), true],
    ["false for a changed pet after its page", middle, pet(21), pet(21, "sold"), false],
    ["true for a pet that enters its filter", sold, pet(5), pet(5, "sold"), true],
    ["false for a pet that enters its filter after its page", soldMiddle, pet(21), pet(21, "sold"), false],
    ["true for a pet that leaves its filter", sold, pet(5, "sold"), pet(5), true],
    ["true for a pet that leaves its filter after its page", soldMiddle, pet(21, "sold"), pet(21), true],
    ["true for a deleted pet", all, pet(5), null, true],
    ["true for a deleted pet after its page", middle, pet(21), null, true],
    ["false for a deleted pet outside its filter", soldMiddle, pet(21), null, false],
    ["true for a pet that it may show in an older state", soldMiddle, pet(15), pet(15, "pending"), true],
    ["true for a deleted pet that it may show in an older state", soldMiddle, pet(15), null, true],
    ["true for a change of one of its ids", five, pet(5), pet(5, "sold"), true],
    ["false for a change of another id", five, pet(6), pet(6, "sold"), false],
    ["false for a deletion of another id", five, pet(6), null, false],
    ["false for no pet", all, null, null, false],
  ])("is %s", (_, dependency, before, after, expected) => {
    expect(isInvalidatedBy(dependency, { before, after })).toBe(expected);
  });

  it("is true for a change of a profile only if the response shows profiles of these pets", () => {
    const ofProfile = { before: { id: 15 }, after: { id: 15 }, isOfProfile: true };
    const shown = [true, false, undefined].map((hasProfiles) => ({
      ...all,
      ...(hasProfiles !== undefined && { hasProfiles }),
    }));
    expect(shown.map((dependency) => isInvalidatedBy(dependency, ofProfile))).toEqual([true, false, false]);
    expect(isInvalidatedBy({ ...five, hasProfiles: true }, ofProfile)).toBe(false);
  });

  it("considers only the id if nothing else is known", () => {
    const known = { before: { id: 15 }, after: { id: 15 } };
    expect([all, sold, soldMiddle, five].map((dependency) => isInvalidatedBy(dependency, known))).toEqual([
      true,
      true,
      true,
      false,
    ]);
    expect(isInvalidatedBy({ from: 16, to: 20 }, known)).toBe(false);
  });
});

type PageQuery = {
  filters: Parameters<typeof dependencyOf>[0];
  limit: number;
  position: Position | undefined;
};

const maxId = 14;
const id = fc.integer({ min: 1, max: maxId });
const name = fc.constantFrom("a", "ab", "b");
const fields = fc.record({
  name,
  categoryId: fc.integer({ min: 1, max: 2 }),
  status: fc.constantFrom(...PetStatus.options),
});
const storedPet = fc.tuple(id, fields).map(([id, values]): Pet => ({ id, ...toFields(values) }));
const catalogue = fc.uniqueArray(storedPet, { selector: (one) => one.id, maxLength: maxId });
const pageQuery: fc.Arbitrary<PageQuery> = fc
  .record({
    filters: fc.record(
      {
        sort: fc.constantFrom(
          "id" as const,
          "-id" as const,
          "id" as const,
          "-id" as const,
          "name" as const,
          "-name" as const,
        ),
        status: fc.constantFrom(...PetStatus.options),
        categoryId: fc.integer({ min: 1, max: 2 }),
        name: fc.constantFrom("a", "b"),
        id: fc.uniqueArray(id, { minLength: 1, maxLength: 4 }),
      },
      { requiredKeys: ["sort"] },
    ),
    limit: fc.integer({ min: 1, max: 5 }),
    side: fc.constantFrom(undefined, "after" as const, "before" as const, "atLeast" as const, "atMost" as const),
    at: fc.tuple(name, id),
  })
  .map(({ filters, limit, side, at }) => ({
    filters,
    limit,
    position: side && { side, key: filters.sort.endsWith("name") ? at : [at[1]] },
  }));

const keyOf = ({ sort }: PageQuery["filters"], one: Pet) => (sort.endsWith("name") ? [one.name, one.id] : [one.id]);
const compare = (a: Position["key"], b: Position["key"]): number => {
  const at = a.findIndex((value, index) => value !== b[index]);
  return at === -1 ? 0 : (a[at] as string) < (b[at] as string) ? -1 : 1;
};

/** Computes the rows and the edges of a page with a simple model of the listing. */
const pageOf = (pets: readonly Pet[], { filters, limit, position }: PageQuery) => {
  const direction = filters.sort.startsWith("-") ? -1 : 1;
  const listed = pets
    .filter((one) => filters.status === undefined || one.status === filters.status)
    .filter((one) => filters.categoryId === undefined || one.categoryId === filters.categoryId)
    .filter((one) => filters.name === undefined || one.name.includes(filters.name))
    .filter((one) => filters.id === undefined || filters.id.includes(one.id))
    .toSorted((a, b) => direction * compare(keyOf(filters, a), keyOf(filters, b)));
  const isBackward = position?.side === "before" || position?.side === "atMost";
  const isOnSide = (one: Pet) => {
    if (position === undefined) return true;
    const order = direction * compare(keyOf(filters, one), position.key);
    return { after: order > 0, before: order < 0, atLeast: order >= 0, atMost: order <= 0 }[position.side];
  };
  const side = listed.filter(isOnSide);
  const rows = isBackward ? side.slice(-limit) : side.slice(0, limit);
  const key = (one: Pet | undefined) => one && keyOf(filters, one);
  return {
    rows,
    edges: {
      position,
      hasMore: side.length > limit,
      hasOtherSide: side.length < listed.length,
      first: key(rows[0]),
      last: key(rows.at(-1)),
    },
  };
};

const withPet = (pets: readonly Pet[], { id }: Pick<Pet, "id">, after: Pet | null) => [
  ...pets.filter((one) => one.id !== id),
  ...(after === null ? [] : [after]),
];
const change = fc.record({ what: storedPet, isDeletion: fc.boolean() }).map(({ what, isDeletion }) => ({
  what,
  after: isDeletion ? null : what,
}));

describe("dependencyOf, against a model", () => {
  it("covers every change that alters the page", () => {
    let unaffected = 0;
    fc.assert(
      fc.property(catalogue, pageQuery, change, (pets, query, { what, after }) => {
        const page = pageOf(pets, query);
        const before = pets.find((one) => one.id === what.id) ?? null;
        const isAltered = JSON.stringify(pageOf(withPet(pets, what, after), query)) !== JSON.stringify(page);
        const isInvalidated = isInvalidatedBy(dependencyOf(query.filters, page.edges), { before, after });
        if (!isInvalidated) unaffected += 1;
        if (isAltered) expect(isInvalidated).toBe(true);
      }),
      { numRuns: 5_000 },
    );
    expect(unaffected).toBeGreaterThan(500);
  });

  it("covers every change of a pet on the page, whatever state it had before", () => {
    fc.assert(
      fc.property(catalogue, pageQuery, storedPet, change, (pets, query, unseen, { after: later }) => {
        const page = pageOf(pets, query);
        for (const { id } of page.rows) {
          const change = { before: { ...unseen, id }, after: later && { ...later, id } };
          expect(isInvalidatedBy(dependencyOf(query.filters, page.edges), change)).toBe(true);
        }
      }),
      { numRuns: 2_000 },
    );
  });
});
