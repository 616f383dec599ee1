import type { Pets, Suggestions } from "@petstore/contract/routes";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addPets } from "../../../test/support/builders.js";
import { linksOf } from "../../../test/support/links.js";
import { searchStep } from "./keep-search.js";
import { createAdminApi, type TestApi } from "../../../test/support/test-api.js";

type Animal = { readonly name: string; readonly values?: object; readonly status?: "available" | "sold" };

/** The animals of the tests, in the order of their ids. */
const animals: readonly Animal[] = [
  { name: "Rex", status: "sold" },
  { name: "Rex" },
  { name: "Rexona" },
  { name: "T. Rex" },
  { name: "Bella", values: { breed: "Labrador Retriever", colours: ["Black", "White"] } },
  { name: "Zoë Müller", values: { chip: "985 112 000 000 001" } },
  { name: "黒猫カフェ", values: { kennel: "b12" } },
  { name: "Mary-Ann", values: { story: "Found near the old harbour with two kittens." } },
  { name: "Max", values: { breed: "Labrador Retriever" } },
  { name: "Straße" },
  { name: "Ollie", values: { chip: "00981020001234" } },
];

let api: TestApi;
let ids: readonly number[];
let reader: string;
beforeAll(async () => {
  api = await createAdminApi();
  reader = await api.makeKey("read");
  const define = (body: object) => api.send("POST /v1/attributes", { body });
  const created = await Promise.all([
    define({ name: "breed", label: "Breed", type: "text" }),
    define({ name: "colours", label: "Colours", type: "labels" }),
    define({ name: "story", label: "Story", type: "longText" }),
    define({ name: "chip", label: "Chip", type: "text", isPublic: false }),
    define({ name: "kennel", label: "Kennel", type: "choice", options: [{ value: "b12", label: "Garden house" }] }),
  ]);
  expect(created.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201]);
  ids = await addPets(api, ...animals.map(({ name, status = "available" }) => ({ name, status })));
  for (const [at, { values }] of animals.entries()) {
    if (values === undefined) continue;
    const { status } = await api.send(`PATCH /v1/pets/${ids[at]}/profile`, { body: { attributes: values } });
    expect(status).toBe(200);
  }
  const { status } = await api.send(`POST /v1/pets/${ids[8]}/notes`, { body: { text: "Bites the postman" } });
  expect(status).toBe(201);
  // On a busy machine, the first search might not wait long enough for all of them.
  while ((await searchStep(api.database.db)) === "more");
});
afterAll(() => api.close());

const find = async (q: string, rest = {}, key?: string) => {
  const { status, body } = await api.send(`GET /v1/pets?${new URLSearchParams({ q, ...rest })}`, key ? { key } : {});
  expect([status, body]).toEqual([200, expect.any(Array)]);
  return (body as Pets).map(({ id }) => ids.indexOf(id));
};

describe("GET /pets?q=", () => {
  it.each([
    ["rex", [1, 0, 2, 3]],
    ["REX", [1, 0, 2, 3]],
    ["re", [1, 2, 0, 3, 4, 8]],
    ["zoe", [5]],
    ["muller", [5]],
    ["mueller", [5]],
    ["MÜLLER zoë", [5]],
    ["strasse", [9]],
    ["maryann", [7]],
    ["mary ann", [7]],
    ["mary-a", [7]],
    ["labrador", [4, 8]],
    ["retriever bella", [4]],
    ["bella black", [4]],
    ["black labrador", [4]],
    ["garden", [6]],
    ["garden hou", [6]],
    ["harbour kittens", [7]],
    ["黒猫", [6]],
    ["カフェ", [6]],
    ["985112000000001", [5]],
    ["985-112 000", [5]],
    ["9851", [5]],
    ["112", [5]],
    ["0098", [10]],
    ["00981020001234", [10]],
    ["postman", [8]],
    ["nobody", []],
    ["constructor __proto__ toString", []],
    ["…%_\\'", []],
  ])("%s finds %j", async (q, found) => {
    expect(await find(q)).toEqual(found);
  });

  it.each([
    ["labrdor", [4, 8]],
    ["labardor", [4, 8]],
    ["retreiver", [4, 8]],
    ["retrvr", []],
    ["belal", [4]],
    ["blakc labradro", [4]],
    ["98511200000002", []],
  ])("%s finds %j, with typing errors corrected in words but not in numbers", async (q, found) => {
    expect(await find(q)).toEqual(found);
  });

  it("finds a pet by its id, and by the beginning of a long one", async () => {
    expect(await find(String(ids[3]))).toEqual([3]);
    expect(await find(`#${ids[3]}`)).toEqual([3]);
  });

  it("finds by private attributes and notes only for scopes that see them", async () => {
    expect(await find("985112000000001", {}, reader)).toEqual([]);
    expect(await find("postman", {}, reader)).toEqual([]);
    expect(await find("labrador", {}, reader)).toEqual([4, 8]);
  });

  it("works with filters, another order, counts and expansions", async () => {
    expect(await find("rex", { status: "sold" })).toEqual([0]);
    expect(await find("rex", { sort: "-id" })).toEqual([3, 2, 1, 0]);
    expect(await find("rex", { sort: "id" })).toEqual([0, 1, 2, 3]);
    expect(await find("labrador", { "attributes[colours]": "black" })).toEqual([4]);
    expect(await find("labrador", { "attributes[breed]": "labrador retriever", sort: "-attributes.breed" })).toEqual([
      8, 4,
    ]);
    const counted = await api.send("GET /v1/pets?q=rex&limit=1&expand=profile", { headers: { Prefer: "count=exact" } });
    expect([counted.headers.get("total-count"), counted.headers.get("preference-applied")]).toEqual([
      "4",
      "count=exact",
    ]);
    expect(counted.body).toEqual([expect.objectContaining({ id: ids[1], profile: expect.any(Object) })]);
  });

  it("pages through all matches, forwards and backwards, while the words of the store change", async () => {
    const seen: number[] = [];
    let next: string | undefined = "/v1/pets?q=re&limit=2";
    let prev: string | undefined;
    while (next !== undefined) {
      const { body, headers } = await api.send(`GET ${next}`);
      seen.push(...(body as Pets).map(({ id }) => ids.indexOf(id)));
      ({ next, prev } = linksOf(headers.get("link")));
      await addPets(api, { name: "Zzz" });
    }
    expect(seen).toEqual([1, 2, 0, 3, 4, 8]);
    const { body } = await api.send(`GET ${prev}`);
    expect((body as Pets).map(({ id }) => ids.indexOf(id))).toEqual([0, 3]);
  });

  it("pages through the matches of a corrected word, although the word then gets another meaning", async () => {
    const { body, headers } = await api.send("GET /v1/pets?q=labrdor&limit=1");
    expect((body as Pets).map(({ id }) => ids.indexOf(id))).toEqual([4]);
    const [added] = await addPets(api, ...Array.from({ length: 5 }, () => ({ name: "Labrdor" })));
    const after = await api.send(`GET ${linksOf(headers.get("link"))["next"]}`);
    expect((after.body as Pets).map(({ id }) => ids.indexOf(id))).toContain(8);
    expect(added).toBeDefined();
    await api.database.pool.query("DELETE FROM pet WHERE name = 'Labrdor'");
  });

  it("finds a change that was made just before", async () => {
    const [id = 0] = await addPets(api, { name: "Quinoa" });
    const found = async (q: string) => ((await api.send(`GET /v1/pets?q=${q}`)).body as Pets).map((one) => one.id);
    expect(await found("quinoa")).toEqual([id]);
    await api.send(`PATCH /v1/pets/${id}`, { body: { name: "Amaranth" } });
    expect([await found("quinoa"), await found("amaranth")]).toEqual([[], [id]]);
    await api.send(`DELETE /v1/pets/${id}`);
    expect(await found("amaranth")).toEqual([]);
  });

  it.each([
    ["a ".repeat(17), "query.q must have at most 16 words"],
    ["a".repeat(201), "query.q must have 1 to 200 characters"],
    ["a\u0000b", "query.q must not contain control characters"],
  ])("refuses %j", async (q, message) => {
    const { status, body } = await api.send(`GET /v1/pets?${new URLSearchParams({ q })}`);
    expect([status, body]).toMatchObject([400, { message }]);
  });
});

describe("GET /suggestions", () => {
  const suggest = async (q: string, key?: string) => {
    const { status, body } = await api.send(`GET /v1/suggestions?${new URLSearchParams({ q })}`, key ? { key } : {});
    expect(status).toBe(200);
    return body as Suggestions;
  };

  it("marks what matches in names and values", async () => {
    expect(await suggest("lab")).toEqual({
      suggestions: [
        {
          ...{ kind: "pet", id: ids[4], status: "available", text: "Bella", ranges: [], attribute: null, value: null },
          reason: { field: "attributes.breed", text: "Labrador Retriever", ranges: [{ start: 0, end: 3 }] },
        },
        expect.objectContaining({ kind: "pet", id: ids[8] }),
        {
          ...{ kind: "value", attribute: "breed", value: "Labrador Retriever", text: "Labrador Retriever" },
          ...{ id: null, status: null, reason: null },
          ranges: [{ start: 0, end: 3 }],
        },
      ],
      corrected: null,
    });
  });

  it("says by which private field or note a pet was found, to those who may see it", async () => {
    expect(await suggest("985112000000001")).toMatchObject({
      suggestions: [{ id: ids[5], reason: { field: "attributes.chip", text: "985 112 000 000 001" } }],
    });
    expect(await suggest("985-112 000")).toMatchObject({
      suggestions: [{ id: ids[5], reason: { text: "985 112 000 000 001", ranges: [{ start: 0, end: 19 }] } }],
    });
    expect(await suggest("0098 10")).toEqual({
      suggestions: [
        expect.objectContaining({
          id: ids[10],
          reason: { field: "attributes.chip", text: "00981020001234", ranges: [{ start: 0, end: 6 }] },
        }),
      ],
      corrected: null,
    });
    expect(await suggest("postman")).toMatchObject({
      suggestions: [{ id: ids[8], reason: { field: "notes", text: "Bites the postman" } }],
    });
    expect(await suggest("postman", reader)).toEqual({ suggestions: [], corrected: null });
  });

  it("says what a misspelt word was taken for", async () => {
    expect(await suggest("labrdor")).toMatchObject({
      corrected: "labrador",
      suggestions: [{ id: ids[4] }, { id: ids[8] }],
    });
  });
});
