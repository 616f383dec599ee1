import type { Pets } from "@petstore/contract/routes";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addPets } from "../../test/support/builders.js";
import { escapeLike } from "../operation/listing/escape-like.js";
import { Prisma } from "../generated/client.js";
import { contains } from "../operation/listing/contains.js";
import { createTestApi, type TestApi } from "../../test/support/test-api.js";

const names = ["Luna", "LUNATIC", "50% off", "5000 off", "a_b", "aXb", "C:\\dogs", "C:dogs", "x\\%y", "x%y"].concat(
  ...["Ärger", "ärgerlich", "Лада", "лада 2", "Ωmega", "🐕 Rex", "春", "Ann  Lee", "Ann Lee", "O'Hara", '"Bo"', "$1"],
);

describe("GET /pets?q=", () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await createTestApi();
    await addPets(api, ...names.map((name) => ({ name })));
  });
  afterAll(() => api.close());

  const find = async (name: string) => {
    const { status, body } = await api.send(`GET /v1/pets?${new URLSearchParams({ q: name, limit: "100" })}`);
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
    ["arger", []],
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

  it("finds the text anywhere in a name, ignoring case", async () => {
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
        const has = (name: string) => name.toLowerCase().includes(part.toLowerCase());
        expect(await find(isUpperCase ? part.toUpperCase() : part)).toEqual(names.filter(has));
      }),
      { numRuns: 100 },
    );
  });

  it("finds by one or two characters what ILIKE finds", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.string({ unit: "grapheme", maxLength: 6 }),
        fc.constantFrom("", "İ", "ſ", "ß", "Σ", "K"),
        async (one, other) => {
          const name = [...`${one}${other}`].filter((sign) => sign !== "\0").join("");
          const parts = [...name].flatMap((_, at) => [1, 2].map((length) => [...name].slice(at, at + length).join("")));
          for (const part of parts) {
            const { text, values } = contains(Prisma.sql`name`, part);
            const statement = `SELECT ${text} AS found, name ILIKE $2 AS same FROM (SELECT $3::text AS name) AS pet`;
            const { rows } = await api.database.pool.query(statement, [...values, `%${escapeLike(part)}%`, name]);
            expect({ part, found: rows[0].found }).toEqual({ part, found: rows[0].same });
          }
        },
      ),
      { numRuns: 60 },
    );
  });
});
