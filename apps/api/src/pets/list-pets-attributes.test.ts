import { contract, type ExpandedPet, readAttributeParameters } from "@petstore/contract/routes";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { addPets } from "../../test/support/builders.js";
import { linksOf } from "../../test/support/links.js";
import { createTestApi, errorBody, type TestApi } from "../../test/support/test-api.js";
import { queryOfPool } from "../database/query.js";
import type { Position } from "../operation/listing/position.js";
import { resolveAttributes } from "./filters/attribute-filters.js";
import { profilesFor } from "./filters/value-source.js";
import { selectionOf } from "./pet-filters.js";
import { petPages } from "./read-pet-pages.js";
import { readDefinitions } from "./store/attribute-table.js";

const options = ["small", "large", "largest"].map((value) => ({ value, label: value }));
const definitions = [
  { name: "breed", type: "text" },
  { name: "story", type: "longText" },
  { name: "weight", type: "number", minimum: -100, decimals: 2 },
  { name: "born_on", type: "date" },
  { name: "mixed", type: "boolean" },
  { name: "size", type: "choice", options },
  { name: "coats", type: "choices", options },
  { name: "tags", type: "labels", options: [] },
  { name: "price", type: "number", isPublic: false, decimals: 2 },
];

const profiles: (Record<string, unknown> | null)[] = [
  { breed: "Collie", weight: 12.5, born_on: "2020-01-01", mixed: true, size: "small", tags: ["Calm", "calm", "old"] },
  { breed: "collie", weight: -0.5, born_on: "2021-06-30", mixed: false, size: "large", coats: ["small", "large"] },
  null,
  {
    breed: "Poodle",
    weight: 0,
    mixed: true,
    size: "largest",
    price: 150,
    coats: ["large"],
    story: "Found\nin the rain",
  },
  { breed: "ÉPAGNEUL", weight: 100, born_on: "2019-12-31", price: 5.25, tags: ["Old"] },
  {},
  { breed: "collie", weight: 12.5, born_on: "2020-01-01", mixed: true, size: "small", price: 150 },
];

let api: TestApi;
let readKey: string;
let ids: number[];
beforeAll(async () => {
  api = await createTestApi();
  readKey = await api.makeKey("read");
  const key = await api.makeKey("admin");
  for (const one of definitions) {
    expect((await api.send("POST /v1/attributes", { body: { label: one.name, ...one }, key })).status).toBe(201);
  }
  ids = await addPets(
    api,
    ...profiles.map((_, at) => ({ name: `Pet ${at}`, status: at % 2 ? "sold" : "available" }) as const),
  );
  for (const [at, attributes] of profiles.entries()) {
    if (attributes === null) continue;
    const body = { attributes, externalId: `A-${at}` };
    const { status, text } = await api.send(`PATCH /v1/pets/${ids[at]}/profile`, { body });
    expect([status, text]).toEqual([200, text]);
  }
});
afterAll(() => api.close());

const list = async (query: string, key = api.key) => {
  const { status, body, text } = await api.send(`GET /v1/pets?${query}`, { key });
  expect([status, text]).toEqual([200, text]);
  return (body as ExpandedPet[]).map(({ id }) => ids.indexOf(id));
};
const refusal = async (query: string, key = api.key) => (await api.send(`GET /v1/pets?${query}`, { key })).body;
const bad = (message: string) => errorBody("invalid_request", 400, message);
const listed = async (target: string, key = api.key): Promise<ExpandedPet[]> => {
  const { body } = await api.send(`GET ${target}`, { key });
  return [body as ExpandedPet | ExpandedPet[]].flat();
};

const searches: [string, number[]][] = [
  ["attributes[breed]=COLLIE", [0, 1, 6]],
  ["attributes[breed]=coll", []],
  ["attributes[breed]=%C3%A9pagneul", [4]],
  ["attributes[weight]=12.50", [0, 6]],
  ["attributes[weight]=-1..0", [1, 3]],
  ["attributes[weight]=-0", [3]],
  ["attributes[weight]=..-0.5", [1]],
  ["attributes[weight]=12.51..", [4]],
  ["attributes[born_on]=2020-01-01..", [0, 1, 6]],
  ["attributes[born_on]=..2020-01-01", [0, 4, 6]],
  ["attributes[born_on]=2019-12-31&attributes[born_on]=2021-01-01..2022-01-01", [1, 4]],
  ["attributes[mixed]=true", [0, 3, 6]],
  ["attributes[mixed]=false", [1]],
  ["attributes[size]=large", [1]],
  ["attributes[size]=largest&attributes[size]=large", [1, 3]],
  ["attributes[coats]=large", [1, 3]],
  ["attributes[coats]=large&attributes[coats]=small", [1, 3]],
  ["attributes[tags]=OLD", [0, 4]],
  ["attributes[tags]=calm", [0]],
  ["attributes[breed]=collie&attributes[mixed]=true", [0, 6]],
  ["attributes[breed]=collie&attributes[mixed]=true&attributes[weight]=10..20&attributes[size]=small", [0, 6]],
  ["attributes[breed]=collie&attributes[mixed]=true&attributes[price]=150", [6]],
  ["attributes[breed]=collie&status=sold", [1]],
  ["attributes[breed]=collie&categoryId=99", []],
  ["attributes[breed]=collie&name=pet%206", [6]],
  ["attributes[breed]=collie&sort=-name", [6, 1, 0]],
  ["attributes[weight]=0..&sort=-id", [6, 4, 3, 0]],
  ["attributes[mixed]=true&sort=-id", [6, 3, 0]],
  ["sort=attributes.weight", [1, 3, 0, 6, 4, 2, 5]],
  ["sort=-attributes.weight", [4, 6, 0, 3, 1, 5, 2]],
  ["sort=attributes.born_on&status=available", [4, 0, 6, 2]],
  ["sort=attributes.breed", [0, 1, 6, 3, 4, 2, 5]],
  ["sort=-attributes.size", [6, 0, 3, 1, 5, 4, 2]],
  ["sort=attributes.weight&attributes[weight]=0..50", [3, 0, 6]],
  ["sort=attributes.born_on&attributes[mixed]=true", [0, 6, 3]],
  ["sort=attributes.born_on&attributes[weight]=..50", [0, 6, 1, 3]],
  ["externalId=A-4", [4]],
  ["externalId=a-4", []],
  ["externalId=A-4&externalId=A-1&externalId=A-none&externalId=A-1", [1, 4]],
  ["externalId=A-4&attributes[breed]=collie", []],
];

describe("GET /pets by attributes", () => {
  it.each(searches)("finds and orders pets by %s, on pages from both sides", async (query, expected) => {
    expect(await list(query)).toEqual(expected);
    const counted = await api.send(`GET /v1/pets?${query}&limit=1`, { headers: { prefer: "count=exact" } });
    expect(counted.headers.get("total-count")).toBe(String(expected.length));
    for (const limit of [1, 2]) {
      const found: number[] = [];
      let target: string | undefined = `/v1/pets?${query}&limit=${limit}`;
      let last = target;
      while (target !== undefined) {
        const page = await api.send(`GET ${target}`);
        found.push(...(page.body as ExpandedPet[]).map(({ id }) => ids.indexOf(id)));
        [last, target] = [target, linksOf(page.headers.get("link"))["next"]];
      }
      expect(found).toEqual(expected);
      const back: number[] = [];
      for (target = last; target !== undefined; ) {
        const page = await api.send(`GET ${target}`);
        back.unshift(...(page.body as ExpandedPet[]).map(({ id }) => ids.indexOf(id)));
        target = linksOf(page.headers.get("link"))["prev"];
      }
      expect(back).toEqual(expected);
    }
    const csv = await api.send(`GET /v1/pets/export?${query}`);
    expect(
      csv.text
        .trim()
        .split("\n")
        .slice(1)
        .map((line) => /Pet (\d+)/.exec(line)?.[1]),
    ).toEqual(expected.map(String));
  });
});

describe("a frequent value", () => {
  it("selects the correct pets in order and from both sides, like a rare value", async () => {
    const { database, deps } = api;
    const definitionsOfStore = await readDefinitions(queryOfPool(database.pool));
    const readPage = petPages(database.pool, deps.lanes);
    for (const [search, expected] of searches) {
      const given = new URLSearchParams(search);
      const valueOf = (name: string) => (given.getAll(name).length > 1 ? given.getAll(name) : given.get(name));
      const query = Object.fromEntries([...given.keys()].map((name) => [name, valueOf(name)]));
      const filters = selectionOf(contract.pets.listPets.query.parse(readAttributeParameters(query)));
      const resolved = resolveAttributes(filters, definitionsOfStore, "all");
      if (resolved.filters.length === 0) continue;
      const read = async (position?: Position) => {
        const page = await readPage(
          { account: "a", key: "a" },
          { filters: { ...filters, resolved }, limit: 2, position },
        );
        return { ...page, found: (JSON.parse(page.text) as ExpandedPet[]).map(({ id }) => ids.indexOf(id)) };
      };
      let page = await read();
      const [found, back] = [page.found, [] as number[]];
      for (; page.hasMore && page.last; found.push(...page.found)) page = await read({ side: "after", key: page.last });
      back.unshift(...page.found);
      while (page.hasOtherSide && page.first) {
        page = await read({ side: "before", key: page.first });
        back.unshift(...page.found);
        page = { ...page, hasOtherSide: page.hasMore };
      }
      expect([search, found, back]).toEqual([search, expected, expected]);
    }
  });

  it("reads whole profiles only for an attribute with several values", async () => {
    const definitionsOfStore = await readDefinitions(queryOfPool(api.database.pool));
    const isWhole = (attributes: Record<string, string[]>) => {
      const { filters } = resolveAttributes({ attributes, sort: "id" }, definitionsOfStore, "all");
      return / AS id, ?attributes[ ,]/.test(profilesFor(filters).sql);
    };
    const weight = ["1.."];
    expect([{ weight }, { mixed: ["true", "false"] }, { weight, tags: ["old", "calm"] }].map(isWhole)).toEqual([
      false,
      false,
      true,
    ]);
  });
});

const publicOnes = "breed, weight, born_on, mixed, size, coats, tags";

describe("GET /pets with a query that it refuses", () => {
  it.each([
    [
      "attributes[colour]=red",
      `query.attributes[colour] is not an attribute; the attributes with a filter are ${publicOnes}, price`,
    ],
    [
      "attributes[story]=rain",
      `query.attributes[story] is a longText, which has no filter; the attributes with a filter are ${publicOnes}, price`,
    ],
    [
      "attributes[constructor]=x",
      `query.attributes[constructor] is not an attribute; the attributes with a filter are ${publicOnes}, price`,
    ],
    ["attributes[__proto__]=x", "query.attributes[__proto__] is not a recognised parameter"],
    ["attributes[Breed]=x", "query.attributes[Breed] is not a recognised parameter"],
    ["attributes[]=x", "query.attributes[] is not a recognised parameter"],
    ["attributes=x", "query.attributes must be written as attributes[NAME]=VALUE"],
    [
      "attributes[breed]=",
      "query.attributes[breed] must be a text of 1 to 200 characters, without control characters or lone surrogates",
    ],
    [
      "attributes[weight]=heavy",
      "query.attributes[weight] must be a number such as 12.5, or a range of them: from.., ..to or from..to",
    ],
    [
      "attributes[weight]=..",
      "query.attributes[weight] must be a number such as 12.5, or a range of them: from.., ..to or from..to",
    ],
    [
      "attributes[weight]=1..2..3",
      "query.attributes[weight] must be a number such as 12.5, or a range of them: from.., ..to or from..to",
    ],
    ["attributes[weight]=5..1", "query.attributes[weight] must give the lower end of the range first"],
    [
      "attributes[born_on]=2020-02-30",
      "query.attributes[born_on] must be a date of the calendar as YYYY-MM-DD, or a range of them: from.., ..to or from..to",
    ],
    ["attributes[mixed]=yes", "query.attributes[mixed] must be true or false"],
    ["attributes[size]=huge", "query.attributes[size] must be one of small, large, largest"],
    [
      "sort=attributes.tags",
      "query.sort must name an attribute that has one short value; the attributes to sort by are breed, weight, born_on, mixed, size, price",
    ],
    [
      "sort=-attributes.story",
      "query.sort must name an attribute that has one short value; the attributes to sort by are breed, weight, born_on, mixed, size, price",
    ],
    ["attributes[breed]=a&".repeat(21).slice(0, -1), "query.attributes[breed] must be given at most 20 times"],
    [
      ["a", "b", "c", "d", "e", "f"].map((name) => `attributes[${name}]=1`).join("&"),
      "query.attributes must have at most 5 attributes",
    ],
    ["expand=orders", "query.expand must be profile"],
  ])("%s", async (query, message) => {
    expect(await refusal(query)).toEqual(bad(message));
    expect(await refusal(`${query}&limit=2`)).toEqual(bad(message));
    expect((await api.send(`GET /v1/pets/export?${query}`)).status).toBe(400);
  });

  it("treats private attributes as unknown if the key has scope read", async () => {
    const unknown = `query.attributes[price] is not an attribute; the attributes with a filter are ${publicOnes}`;
    for (const _ of [1, 2, 3]) {
      expect(await list("attributes[price]=150")).toEqual([3, 6]);
      expect(await refusal("attributes[price]=150", readKey)).toEqual(bad(unknown));
      expect(await list("sort=attributes.price")).toEqual([4, 3, 6, 0, 1, 2, 5]);
      expect(await refusal("sort=attributes.price", readKey)).toMatchObject({ status: 400 });
    }
    expect((await api.send("GET /v1/pets/export?attributes[price]=150", { key: readKey })).status).toBe(400);
  });
});

describe("expand=profile", () => {
  const profileOf = async (id: number, key = api.key) => (await api.send(`GET /v1/pets/${id}/profile`, { key })).text;

  it("returns each profile exactly as GET /pets/{petId}/profile does", async () => {
    for (const query of [
      "",
      "status=sold&",
      "sort=-name&",
      "attributes[breed]=collie&",
      "sort=attributes.weight&",
      "q=pet&",
    ]) {
      for (const key of [api.key, readKey, api.key, readKey]) {
        const { text } = await api.send(`GET /v1/pets?${query}expand=profile`, { key });
        const plain = await api.send(`GET /v1/pets?${query}`, { key });
        let expected = plain.text;
        for (const { id } of plain.body as ExpandedPet[]) {
          const profile = await profileOf(id, key);
          expected = expected.replace(new RegExp(`("id":${id},[^}]*)}`), (_, pet) => `${pet},"profile":${profile}}`);
        }
        expect(text).toBe(expected);
      }
    }
  });

  it("hides private values from keys of scope read, even in cached responses", async () => {
    const targets = [
      "/v1/pets?expand=profile",
      "/v1/pets?%65xpand=profile",
      `/v1/pets?id=${ids[6]}&expand=profile`,
      `/v1/pets/${ids[6]}?expand=profile`,
    ];
    for (const target of targets) {
      for (const _ of [1, 2, 3]) {
        expect((await listed(target)).at(-1)?.profile?.attributes).toHaveProperty("price");
        expect((await listed(target, readKey)).at(-1)?.profile?.attributes).not.toHaveProperty("price");
      }
    }
  });

  it.each(["/v1/pets/ID?", "/v1/pets?id=ID&", "/v1/pets?sort=attributes.weight&"])(
    "shows a changed profile at once in a cached response: %s",
    async (start) => {
      const id = Number(ids[2]);
      const target = `${start.replace("ID", String(id))}expand=profile`;
      const breed = async () => (await listed(target)).find((pet) => pet.id === id)?.profile?.attributes["breed"];
      for (const value of ["Boxer", null]) {
        await api.send(`PATCH /v1/pets/${id}/profile`, { body: { attributes: { breed: value } } });
        for (const _ of [1, 2, 3]) expect(await breed()).toBe(value ?? undefined);
      }
    },
  );

  it("leaves private values out of pages whose cursor contains the query", async () => {
    const values = Array.from({ length: 18 }, (_, at) => `attributes[breed]=${"x".repeat(170)}${at}`).join("&");
    const target = `/v1/pets?attributes[price]=0..&attributes[breed]=collie&attributes[breed]=poodle&${values}&limit=1&expand=profile`;
    const { headers, status } = await api.send(`GET ${target}`);
    expect(status).toBe(200);
    const { next = "" } = linksOf(headers.get("link"));
    expect(next).not.toContain("attributes");
    for (const _ of [1, 2, 3]) {
      expect((await listed(next))[0]?.profile?.attributes).toMatchObject({ price: 150 });
      expect((await api.send(`GET ${next}`, { key: readKey })).status).toBe(400);
    }
  });

  it("shows a change of a profile or of an attribute at once", async () => {
    const weigh = (weight: number) =>
      api.send(`PATCH /v1/pets/${ids[1]}/profile`, { body: { attributes: { weight } } });
    // Other tests look for pets by their weight, so this test removes it.
    onTestFinished(async () => expect((await weigh(-0.5)).status).toBe(200));
    const target = "/v1/pets?attributes[mixed]=false&expand=profile";
    const find = async () =>
      (await listed(target)).map(({ id, profile }) => [ids.indexOf(id), profile?.attributes["weight"]]);
    for (const _ of [1, 2]) expect(await find()).toEqual([[1, -0.5]]);
    await weigh(7);
    expect(await find()).toEqual([[1, 7]]);
    await api.send(`PATCH /v1/pets/${ids[2]}/profile`, { body: { attributes: { mixed: false } } });
    expect(await find()).toEqual([
      [1, 7],
      [2, undefined],
    ]);
    await api.send(`PATCH /v1/pets/${ids[2]}/profile`, { body: { attributes: { mixed: null } } });
    expect(await find()).toEqual([[1, 7]]);
    const visible = async () => (await listed(target, readKey)).map(({ profile }) => profile?.attributes["weight"]);
    for (const _ of [1, 2]) expect(await visible()).toEqual([7]);
    const key = await api.makeKey("admin");
    await api.send("PATCH /v1/attributes/3", { body: { isPublic: false }, key });
    expect(await visible()).toEqual([undefined]);
    await api.send("PATCH /v1/attributes/3", { body: { isPublic: true }, key });
    expect(await visible()).toEqual([7]);
  });
});
