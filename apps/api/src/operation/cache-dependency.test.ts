import { type Pet, PetStatus } from "@petstore/contract";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Position } from "../listing/cursors.js";
import { dependencyOf } from "../pets/list-pets.js";
import { isInvalidatedBy, type CacheDependency } from "./cache-dependency.js";

const all = { from: 0, to: Infinity };
const pet = (id: number, status: PetStatus = "available", categoryId = 1) => ({ id, status, categoryId });

describe("what could change an answer", () => {
  const sold: CacheDependency = { ...all, status: "sold" };
  const ofTwo: CacheDependency = { ...all, categoryId: 2 };
  const middle: CacheDependency = { from: 10, to: 20 };
  const soldMiddle: CacheDependency = { ...middle, status: "sold" };
  const five: CacheDependency = { ...all, ids: new Set([5]) };

  it.each<[string, CacheDependency, ReturnType<typeof pet> | null, ReturnType<typeof pet> | null, boolean]>([
    ["a new animal, for an answer about all", all, null, pet(5), true],
    ["one of another status", sold, null, pet(5), false],
    ["one of its status", sold, null, pet(5, "sold"), true],
    ["one of another category", ofTwo, null, pet(5), false],
    ["one of its category", ofTwo, null, pet(5, "sold", 2), true],
    ["one beyond its page", middle, null, pet(21), false],
    ["one in front of its page", middle, null, pet(9), false],
    ["one at its begin", middle, null, pet(10), true],
    ["one at its end", middle, null, pet(20), true],
    ["an animal beyond its page that is changed", middle, pet(21), pet(21, "sold"), false],
    ["one that comes into its filter", sold, pet(5), pet(5, "sold"), true],
    ["one that comes into its filter, beyond its page", soldMiddle, pet(21), pet(21, "sold"), false],
    ["one that leaves its filter", sold, pet(5, "sold"), pet(5), true],
    ["one that leaves its filter, beyond its page", soldMiddle, pet(21, "sold"), pet(21), true],
    ["one that is deleted", all, pet(5), null, true],
    ["one that is deleted, beyond its page", middle, pet(21), null, true],
    ["one that is deleted and was not listed", soldMiddle, pet(21), null, false],
    ["one that it may show as it was before an unheard change", soldMiddle, pet(15), pet(15, "pending"), true],
    ["one that it may show, deleted after an unheard change", soldMiddle, pet(15), null, true],
    ["one of those that it is about", five, pet(5), pet(5, "sold"), true],
    ["another than it is about", five, pet(6), pet(6, "sold"), false],
    ["another than it is about, deleted", five, pet(6), null, false],
    ["nothing", all, null, null, false],
  ])("%s", (_, dependency, before, after, expected) => {
    expect(isInvalidatedBy(dependency, { before, after })).toBe(expected);
  });

  it("an animal of which nothing but the id is known, where it may be shown", () => {
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

/** A listing as it is asked for, and a place in it. */
type Asked = {
  filters: Parameters<typeof dependencyOf>[0];
  limit: number;
  position: Position | undefined;
};

const mostIds = 14;
const id = fc.integer({ min: 1, max: mostIds });
const name = fc.constantFrom("a", "ab", "b");
const animal = fc.record({
  id,
  name,
  categoryId: fc.integer({ min: 1, max: 2 }),
  status: fc.constantFrom(...PetStatus.options),
});
const catalogue = fc.uniqueArray(animal, { selector: (one) => one.id, maxLength: mostIds });
const asked: fc.Arbitrary<Asked> = fc
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

const keyOf = ({ sort }: Asked["filters"], one: Pet) => (sort.endsWith("name") ? [one.name, one.id] : [one.id]);
const compare = (a: Position["key"], b: Position["key"]): number => {
  const at = a.findIndex((value, index) => value !== b[index]);
  return at === -1 ? 0 : (a[at] as string) < (b[at] as string) ? -1 : 1;
};

/** The same listing in plain words: what is on the page, and where it lies. */
const pageOf = (pets: readonly Pet[], { filters, limit, position }: Asked) => {
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
const change = fc.record({ what: animal, isDeletion: fc.boolean() }).map(({ what, isDeletion }) => ({
  what,
  after: isDeletion ? null : what,
}));

describe("reach, against a model", () => {
  it("a page that is another after a change is within its reach", () => {
    let spared = 0;
    fc.assert(
      fc.property(catalogue, asked, change, (pets, query, { what, after }) => {
        const page = pageOf(pets, query);
        const before = pets.find((one) => one.id === what.id) ?? null;
        const isAnother = JSON.stringify(pageOf(withPet(pets, what, after), query)) !== JSON.stringify(page);
        const touched = isInvalidatedBy(dependencyOf(query.filters, page.edges), { before, after });
        if (!touched) spared += 1;
        if (isAnother) expect(touched).toBe(true);
      }),
      { numRuns: 5_000 },
    );
    expect(spared).toBeGreaterThan(500);
  });

  it("a page that shows an animal is touched by a change of it, whatever others did to it meanwhile", () => {
    fc.assert(
      fc.property(catalogue, asked, animal, change, (pets, query, unheard, { after: later }) => {
        const page = pageOf(pets, query);
        for (const { id } of page.rows) {
          const change = { before: { ...unheard, id }, after: later && { ...later, id } };
          expect(isInvalidatedBy(dependencyOf(query.filters, page.edges), change)).toBe(true);
        }
      }),
      { numRuns: 2_000 },
    );
  });
});
