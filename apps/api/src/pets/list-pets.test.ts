import { type Pets, PetStatus } from "@petstore/contract/routes";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addPets, petOf } from "../../test/support/builders.js";
import { linksOf } from "../../test/support/links.js";
import { createTestApi, errorBody, type TestApi } from "../../test/support/test-api.js";

const statuses = PetStatus.options;

describe("GET /pets", () => {
  let api: TestApi;
  let ids: number[];
  beforeAll(async () => {
    api = await createTestApi();
    ids = await addPets(api, ...Array.from({ length: 45 }, (_, index) => ({ status: statuses[index % 3] ?? "sold" })));
  });
  afterAll(() => api.close());

  const list = async (query = "", headers: Record<string, string> = {}) => {
    const { status, body, headers: fields } = await api.send(`GET /v1/pets${query}`, { headers });
    return { status, pets: body as Pets, headers: fields };
  };
  const idsOf = async (query: string) => (await list(query)).pets.map(({ id }) => id);

  it("returns 200 with the first 20 pets in the order of ids", async () => {
    const { status, pets } = await list();
    expect(status).toBe(200);
    expect(pets.map(({ id }) => id)).toEqual(ids.slice(0, 20));
    expect(pets[0]).toEqual(petOf({ id: ids[0] }));
  });

  it("returns at most `limit` pets", async () => {
    expect((await list("?limit=1")).pets).toHaveLength(1);
    expect((await list("?limit=100")).pets).toHaveLength(45);
  });

  it("returns only pets of the given status", async () => {
    const { pets } = await list("?status=sold&limit=100");
    expect(pets.map(({ id }) => id)).toEqual(ids.filter((_, index) => index % 3 === 2));
  });

  it("returns only pets of the given category, alone or with any other filter", async () => {
    const [pending, sold] = await addPets(
      api,
      { categoryId: 77, status: "pending", name: "Zora" },
      { categoryId: 77, status: "sold", name: "anna" },
    );
    expect(await idsOf("?categoryId=77")).toEqual([pending, sold]);
    expect(await idsOf("?categoryId=77&status=sold")).toEqual([sold]);
    expect(await idsOf("?categoryId=77&name=ZOR")).toEqual([pending]);
    expect(await idsOf(`?categoryId=77&id=${sold}&id=${ids[0]}`)).toEqual([sold]);
    expect(await idsOf("?categoryId=77&sort=name")).toEqual([sold, pending]);
    expect(await idsOf("?categoryId=77&sort=-id&name=a&status=pending")).toEqual([pending]);
    expect(await idsOf("?categoryId=78")).toEqual([]);
    expect(await idsOf("?categoryId=9007199254740991")).toEqual([]);
    await api.database.db.pet.deleteMany({ where: { categoryId: 77 } });
  });

  it("returns only pets with the given ids, each once, up to 100", async () => {
    const [a, b, c] = ids;
    expect(await idsOf(`?id=${c}&id=${a}&id=${c}&id=9007199254740991`)).toEqual([a, c]);
    expect(await idsOf(`?id=${b}`)).toEqual([b]);
    const hundred = Array.from({ length: 100 }, (_, index) => `id=${ids[index % 45]}`).join("&");
    expect(await idsOf(`?${hundred}&limit=100`)).toEqual(ids);
    expect((await api.send(`GET /v1/pets?${hundred}&id=1`)).body).toEqual(
      errorBody("invalid_request", 400, "query.id must be given at most 100 times"),
    );
  });

  it("sorts by id or by lower-case name and id, in reverse order with `-`", async () => {
    const names = ["b", "B", "a", "Z", "é", "É", "z", "🐕", "\uffee"];
    const [b1, b2, a, z1, e1, e2, z2, dog, wide] = await addPets(
      api,
      ...names.map((name) => ({ name, categoryId: 88 })),
    );
    const byName = [a, b1, b2, z1, z2, e1, e2, wide, dog];
    expect(await idsOf("?categoryId=88&sort=name")).toEqual(byName);
    expect(await idsOf("?categoryId=88&sort=-name")).toEqual(byName.toReversed());
    const byId = [b1, b2, a, z1, e1, e2, z2, dog, wide];
    expect(await idsOf("?categoryId=88&sort=id")).toEqual(byId);
    expect(await idsOf("?categoryId=88&sort=-id")).toEqual(byId.toReversed());
    await api.database.db.pet.deleteMany({ where: { categoryId: 88 } });
  });

  it("returns the total count on any page for `Prefer: count=exact`", async () => {
    const count = async (query: string, prefer: string) => {
      const { headers } = await list(query, { prefer });
      return [headers.get("total-count"), headers.get("preference-applied")];
    };
    expect(await count("", "count=exact")).toEqual(["45", "count=exact"]);
    expect(await count("?limit=1&status=sold", 'wait=5, COUNT="exact";a=b')).toEqual(["15", "count=exact"]);
    expect(await count("?name=nobody", "count=exact")).toEqual(["0", "count=exact"]);
    expect(await count(`?id=${ids[0]}&id=${ids[1]}&status=sold`, "count=exact")).toEqual(["0", "count=exact"]);
    const next = linksOf((await list("?limit=40")).headers.get("link"))["next"]?.replace("/v1/pets", "") ?? "";
    expect(await count(next, "count=exact")).toEqual(["45", "count=exact"]);
    expect(await count("", "count=none, count=exact")).toEqual([null, null]);
    expect(await count("", "respond-async")).toEqual([null, null]);
  });

  it.each([
    ["limit=0", "query.limit must be an integer from 1 to 100"],
    ["limit=101", "query.limit must be an integer from 1 to 100"],
    ["limit=99999999999999999999999", "query.limit must be an integer from 1 to 100"],
    ["?limit=1", "query.?limit is not a recognised parameter"],
    ["limit=", "query.limit must be an integer from 1 to 100"],
    ["limit=+5", "query.limit must be an integer from 1 to 100"],
    ["limit=%2B5", "query.limit must be an integer from 1 to 100"],
    ["limit=5.0", "query.limit must be an integer from 1 to 100"],
    ["limit=5e0", "query.limit must be an integer from 1 to 100"],
    ["limit=0x5", "query.limit must be an integer from 1 to 100"],
    ["limit=%205", "query.limit must be an integer from 1 to 100"],
    ["limit=5&limit=6", "query.limit is given 2 times; send it once"],
    ["limit=5&limit=5", "query.limit is given 2 times; send it once"],
    ["limit[]=5", "query.limit[] is not a recognised parameter"],
    ["status=", "query.status must be one of available, pending, sold"],
    ["status=SOLD", "query.status must be one of available, pending, sold"],
    ["id=1,2", "query.id must be repeated for several values: id=1&id=2"],
    ["status=sold&status=sold", "query.status is given 2 times; send it once"],
    ["cursor=", "query.cursor must be a cursor from a Link header of this service"],
    ["cursor=a&cursor=b", "query.cursor is given 2 times; send it once"],
    ["q=", "query.q must have 1 to 200 characters"],
    [`q=${"a".repeat(201)}`, "query.q must have 1 to 200 characters"],
    ["q=%00", "query.q must not contain control characters"],
    ["q=a&q=b", "query.q is given 2 times; send it once"],
    ["categoryId=0", "query.categoryId must be an integer from 1 to 9007199254740991"],
    ["categoryId=1&categoryId=2", "query.categoryId is given 2 times; send it once"],
    ["sort=", "query.sort must be one of id, -id, name, -name, relevance, attributes.NAME, -attributes.NAME"],
    ["sort=%2Bid", "query.sort must be one of id, -id, name, -name, relevance, attributes.NAME, -attributes.NAME"],
    ["sort=id,name", "query.sort must be one of id, -id, name, -name, relevance, attributes.NAME, -attributes.NAME"],
    ["page=2", "query.page is not a recognised parameter"],
    ["__proto__=1", "query.__proto__ is not a recognised parameter"],
    ["limit=%zz", "query must be percent-encoded UTF-8"],
    ["status=%ff", "query must be percent-encoded UTF-8"],
    [
      "limit=0&status=x&page=2",
      "query.limit must be an integer from 1 to 100; query.status must be one of available, pending, sold; query.page is not a recognised parameter",
    ],
  ])("returns 400 for ?%s", async (query, message) => {
    expect((await api.send(`GET /v1/pets?${query}`)).body).toEqual(errorBody("invalid_request", 400, message));
  });

  it.each(["id=", "id=x", "id=0", "id=1&id=", "id=1&id=9007199254740992"])("returns 400 for ?%s", async (query) => {
    const rule = /^query\.id must be an integer from 1 to 9007199254740991$/;
    expect((await api.send(`GET /v1/pets?${query}`)).body).toEqual(
      errorBody("invalid_request", 400, expect.stringMatching(rule)),
    );
  });

  it("decodes `%32%30` as 20", async () => {
    expect((await list("?limit=%32%30")).pets).toHaveLength(20);
  });
});

describe("GET /pets without pets", () => {
  it("returns 200 with an empty array and no Link", async () => {
    const api = await createTestApi();
    const { body, headers } = await api.send("GET /v1/pets");
    expect({ body, link: headers.get("link") }).toEqual({ body: [], link: null });
    await api.close();
  });
});
