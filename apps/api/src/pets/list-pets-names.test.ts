import { type Pets, searchTextOf } from "@petstore/contract/routes";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addPets } from "../../test/support/builders.js";
import { searchStep } from "./search/keep-search.js";
import { createTestApi, type TestApi } from "../../test/support/test-api.js";

const names = ["Luna", "LUNATIC", "50% off", "5000 off", "a_b", "aXb", "C:\\dogs", "C:dogs", "x\\%y", "x%y"].concat(
  ...["Ärger", "ärgerlich", "Лада", "лада 2", "Ωmega", "🐕 Rex", "春", "Ann  Lee", "Ann Lee", "O'Hara", '"Bo"', "$1"],
  ["Zoë", "Zoe\u0308 2", "Straße", "Bjørk"],
);

describe("GET /pets?name=", () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await createTestApi();
    await addPets(api, ...names.map((name) => ({ name })));
  });
  afterAll(() => api.close());

  const forgetAll = "TRUNCATE search_change; INSERT INTO search_rebuild DEFAULT VALUES";
  const write = async () => {
    while ((await searchStep(api.database.db)) === "more");
  };
  /** Some pets have no words, but are noted as changed. */
  const renameAll = `INSERT INTO search_change SELECT id FROM pet WHERE id % 3 = 0;
    DELETE FROM pet_search WHERE pet_id % 3 = 0`;

  const find = async (name: string) => {
    const { status, body } = await api.send(`GET /v1/pets?${new URLSearchParams({ name, limit: "100" })}`);
    expect(status).toBe(200);
    return (body as Pets).map(({ name }) => name);
  };

  it.each([
    ["luna", ["Luna", "LUNATIC"]],
    ["UNAT", ["LUNATIC"]],
    ["%", ["50% off", "x\\%y", "x%y"]],
    ["0% O", ["50% off"]],
    ["_", ["a_b"]],
    ["A_B", ["a_b"]],
    ["\\", ["C:\\dogs", "x\\%y"]],
    [":\\D", ["C:\\dogs"]],
    ["\\%", ["x\\%y"]],
    ["\\\\", []],
    ["ÄRGER", ["Ärger", "ärgerlich"]],
    ["arger", ["Ärger", "ärgerlich"]],
    ["a\u0308rger", ["Ärger", "ärgerlich"]],
    ["läda", []],
    ["zoe", ["Zoë", "Zoe\u0308 2"]],
    ["ZOË", ["Zoë", "Zoe\u0308 2"]],
    ["strasse", ["Straße"]],
    ["ſtrASSE", ["Straße"]],
    ["bjork", ["Bjørk"]],
    ["n\u00a0l", ["Ann Lee"]],
    ["ЛАДА", ["Лада", "лада 2"]],
    ["ωMEGA", ["Ωmega"]],
    ["🐕", ["🐕 Rex"]],
    ["春", ["春"]],
    ["n  l", ["Ann  Lee"]],
    [" ", names.filter((name) => name.includes(" "))],
    ["'", ["O'Hara"]],
    ['"b', ['"Bo"']],
    ["$1", ["$1"]],
    ["nobody", []],
    ["a".repeat(200), []],
  ])("%s finds %j", async (text, found) => {
    expect(await find(text)).toEqual(found);
  });

  it.each([
    ["whose words are not written yet", async () => {}],
    ["that a rebuild has not reached", async () => void (await api.database.pool.query(forgetAll))],
    ["whose words are written", write],
    ["of which some were changed since", async () => void (await api.database.pool.query(renameAll))],
  ])("finds the text anywhere in the names of pets %s, ignoring case and accents", async (_, prepare) => {
    await prepare();
    const text = fc.constantFrom(...names).chain((name) =>
      fc
        .tuple(fc.nat([...name].length - 1), fc.integer({ min: 1, max: [...name].length }), fc.boolean())
        .map(([from, length, isUpperCase]) => ({
          name,
          part: [...name].slice(from, from + length).join(""),
          isUpperCase,
        })),
    );
    await fc.assert(
      fc.asyncProperty(text, async ({ part, isUpperCase }) => {
        const has = (name: string) => searchTextOf(name).includes(searchTextOf(part));
        expect(await find(isUpperCase ? part.toUpperCase() : part)).toEqual(names.filter(has));
      }),
      { numRuns: 50 },
    );
  });
});
