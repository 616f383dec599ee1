import { PetStatus } from "@petstore/contract/routes";
import fc from "fast-check";
import { expect, it } from "vitest";
import type { CacheDependency } from "../../operation/cache-dependency.js";
import { isInvalidatedBy, type PetChangeEvent } from "../../operation/cache-invalidation.js";
import { createDependencyIndex, type Dependent } from "./dependency-index.js";

const maxId = 40;
const id = fc.integer({ min: 1, max: maxId });
const status = fc.constantFrom(...PetStatus.options);
const categoryId = fc.integer({ min: 1, max: 3 });
const summary = fc.record({ id, status, categoryId }, { requiredKeys: ["id"] });
const change: fc.Arbitrary<PetChangeEvent> = fc.oneof(
  summary.map((after) => ({ before: null, after })),
  summary.map((before) => ({ before, after: null })),
  fc.tuple(summary, summary).map(([before, after]) => ({ before, after: { ...after, id: before.id } })),
);
const dependency: fc.Arbitrary<CacheDependency> = fc.record(
  {
    ids: fc.uniqueArray(id, { minLength: 1, maxLength: 3 }).map((ids) => new Set(ids)),
    status,
    categoryId,
    from: fc.integer({ min: 0, max: maxId }),
    // The range of the page after the last row may end before it starts.
    to: fc.oneof(fc.integer({ min: 0, max: maxId }), fc.constant(Infinity), fc.constant(2 ** 53 - 1)),
  },
  { requiredKeys: ["from", "to"] },
);

it("the index finds exactly what a scan of all dependencies finds, even after removals", () => {
  let found = 0;
  let spared = 0;
  fc.assert(
    fc.property(
      fc.array(dependency, { maxLength: 30 }),
      fc.array(change, { maxLength: 10 }),
      (dependencies, changes) => {
        const index = createDependencyIndex();
        const left = new Set<Dependent>();
        for (const [at, one] of dependencies.entries()) {
          const dependent = { target: `/${at}`, dependency: one };
          left.add(dependent);
          index.add(dependent);
        }
        for (const one of changes) {
          const expected = [...left].filter((dependent) => isInvalidatedBy(dependent.dependency, one));
          const invalidated: Dependent[] = [];
          index.forEachInvalidated(one, (dependent) => {
            invalidated.push(dependent);
            index.remove(dependent);
          });
          expect(new Set(invalidated)).toEqual(new Set(expected));
          expect(invalidated).toHaveLength(expected.length);
          for (const dependent of expected) left.delete(dependent);
          found += expected.length;
          spared += left.size;
        }
      },
    ),
    { numRuns: 2_000 },
  );
  expect(Math.min(found, spared)).toBeGreaterThan(1_000);
});

it("the index examines only ranges near a changed pet", () => {
  const index = createDependencyIndex();
  let looks = 0;
  for (let from = 0; from < 100_000; from += 20) {
    const counted = {
      from,
      get to() {
        looks += 1;
        return from + 19;
      },
    };
    index.add({ target: `/${from}`, dependency: counted });
  }
  looks = 0;
  const found: string[] = [];
  const pet = (status: PetStatus) => ({ id: 50_005, categoryId: 1, status });
  index.forEachInvalidated({ before: pet("sold"), after: pet("pending") }, ({ target }) => found.push(target));
  index.forEachInvalidated({ before: null, after: { ...pet("sold"), id: 100_001 } }, ({ target }) =>
    found.push(target),
  );
  expect(found).toEqual(["/50000"]);
  expect(looks).toBeLessThan(10);
});
