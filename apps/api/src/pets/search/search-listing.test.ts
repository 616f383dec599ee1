import type { PetStatus } from "@petstore/contract/routes";
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
  const hasChanges = async () => (await api.database.pool.query("SELECT FROM search_change LIMIT 1")).rowCount === 1;
  while (await hasChanges()) await api.deps.searchKeeper.settle();
  plan = await planOf("rex", '[["rex",[["max",6]]]]');
});
afterAll(() => api.close());

const amounts = { "-": 10, f: 1_000, m: Infinity };

/** @param kinds - A letter for each kind of match: - for very few pets, f for few, and m for many. */
const having = (search: SearchPlan, kinds: string): SearchPlan => ({
  ...search,
  tiers: search.tiers.map((tier, at) => ({ ...tier, most: amounts[kinds[at] as keyof typeof amounts] })),
});

const planOf = (q: string, corrections?: string) => {
  const { pool } = api.deps.database.reads;
  return planSearch(queryOfPool(pool), { q, seen: "all", settle: () => api.deps.searchKeeper.settle(), corrections });
};

/** Reads all pages, and then back to the first. */
const readAll = async (search: SearchPlan, limit: number, status?: PetStatus) => {
  const readPage = petPages(api.database.pool, api.deps.lanes);
  const filters = { q: "rex", sort: "relevance" as const, search, status };
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
  const ways = [
    "-----",
    "---m-",
    "----m",
    "---mm",
    "--ff-",
    "--mm-",
    "-ffff",
    "-mmmm",
    "fffff",
    "mmmmm",
    "f--f-",
    "m--m-",
    "-fmfm",
  ];

  it("finds the same pets in the same order, forwards and backwards, whichever kinds of matches are frequent", async () => {
    const expected = await readAll(having(plan, "-----"), 100);
    const namesOf = expected.there.map((at) => names[at % names.length]);
    expect(new Set(namesOf)).toEqual(new Set(["Rex", "Rexona", "Rex Max", "Old Rex", "Old Rexona", "Max"]));
    expect(expected.there).toHaveLength(21);
    for (const kinds of ways)
      for (const limit of [2, 100]) {
        const { there, back } = await readAll(having(plan, kinds), limit);
        expect([kinds, limit, there]).toEqual([kinds, limit, expected.there]);
        expect([kinds, limit, back]).toEqual([kinds, limit, expected.there]);
      }
  });

  it.each([
    ["rex max", ["Rex Max"]],
    ["max rex", ["Rex Max"]],
    ["old re", ["Old Rex", "Old Rexona"]],
    ["old rex", ["Old Rex", "Old Rexona"]],
    ["old rexona", ["Old Rexona"]],
    ["rex zzz", []],
  ])("finds the pets that have all words of %s, and no others, in each status", async (q, found) => {
    const search = await planOf(q);
    for (const status of [undefined, "pending"] as const) {
      const isWanted = (at: number) => status === undefined || (status === "pending") === (at % 3 === 1);
      const expected = [...ids.keys()].filter((at) => isWanted(at) && found.includes(names[at % names.length] ?? ""));
      for (const kinds of ["-----", "--ff-", "--mm-", "fffff", "mmmmm"]) {
        const { there, back } = await readAll(having(search, kinds), 3, status);
        expect([kinds, there.toSorted((a, b) => a - b)]).toEqual([kinds, expected]);
        expect([kinds, back]).toEqual([kinds, there]);
      }
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
