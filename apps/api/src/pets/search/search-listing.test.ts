import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addPets } from "../../../test/support/builders.js";
import { createTestApi, type TestApi } from "../../../test/support/test-api.js";
import type { Position } from "../../operation/listing/position.js";
import { queryOfPool } from "../../database/query.js";
import { petPages } from "../read-pet-pages.js";
import { planSearch, type SearchPlan } from "./plan-search.js";

const flow = { account: "a", key: "a" };
const names = ["Rex", "Rex", "Rexona", "Old Rex", "Max", "Rex Max", "Remus", "Rxe", "Old Rexona", "Bo"];

let api: TestApi;
let ids: readonly number[];
let plan: SearchPlan;
beforeAll(async () => {
  api = await createTestApi();
  ids = await addPets(
    api,
    ...[...names, ...names, ...names].map((name, at) => ({
      name,
      status: at % 3 === 1 ? ("pending" as const) : ("available" as const),
    })),
  );
  const { reads } = api.deps.database;
  const settle = async () => {
    while (
      (await queryOfPool(reads.pool)<{ left: boolean }>("SELECT EXISTS (SELECT FROM search_change) AS left", []))[0]
        ?.left
    )
      await api.deps.searchKeeper.settle();
  };
  await settle();
  plan = await planSearch(queryOfPool(reads.pool), {
    q: "rex",
    seen: "all",
    settle,
    corrections: '[["rex",[["max",6]]]]',
  });
});
afterAll(() => api.close());

const many = (at: readonly number[]): SearchPlan => ({
  ...plan,
  tiers: plan.tiers.map((tier, tierAt) => ({ ...tier, most: at.includes(tierAt) ? Infinity : 10 })),
});

/** Reads all pages, and then back to the first. */
const readAll = async (search: SearchPlan, limit: number) => {
  const readPage = petPages(api.database.pool, api.deps.lanes);
  const filters = { q: "rex", sort: "relevance" as const, search };
  const read = async (position?: Position) => {
    const page = await readPage(flow, { filters, limit, position });
    return { ...page, found: (JSON.parse(page.text) as { id: number }[]).map(({ id }) => ids.indexOf(id)) };
  };
  let page = await read();
  const [there, back] = [[...page.found], [] as number[]];
  while (page.hasMore && page.last) {
    page = await read({ side: "after", key: page.last });
    there.push(...page.found);
  }
  back.unshift(...page.found);
  while (page.hasOtherSide && page.first) {
    page = await read({ side: "before", key: page.first });
    back.unshift(...page.found);
  }
  return { there, back };
};

describe("a search", () => {
  it("finds the same pets in the same order, forwards and backwards, whichever kinds of matches are frequent", async () => {
    const expected = await readAll(many([]), 100);
    const namesOf = expected.there.map((at) => names[at % names.length]);
    expect(new Set(namesOf)).toEqual(new Set(["Rex", "Rexona", "Rex Max", "Old Rex", "Old Rexona", "Max"]));
    expect(expected.there).toHaveLength(21);
    for (const frequent of [[], [3], [4], [3, 4], [2, 3], [1, 2, 3, 4], [0, 1, 2, 3, 4], [0, 3]])
      for (const limit of [1, 4, 100]) {
        const { there, back } = await readAll(many(frequent), limit);
        expect([frequent, limit, there]).toEqual([frequent, limit, expected.there]);
        expect([frequent, limit, back]).toEqual([frequent, limit, expected.there]);
      }
  });

  it("has exact names first, then beginnings, then words of names, then corrections, of each the available ones", async () => {
    const { there } = await readAll(plan, 100);
    const isAvailable = (at: number) => at % 3 !== 1;
    const order = (at: number) => {
      const name = names[at % names.length] ?? "";
      const tier = name === "Rex" ? 0 : name.startsWith("Rex") ? 1 : name.includes("Rex") ? 2 : 4;
      return [2 * tier + Number(!isAvailable(at)), at] as const;
    };
    expect(there).toEqual(there.toSorted((a, b) => order(a)[0] - order(b)[0] || order(a)[1] - order(b)[1]));
  });
});
