import { type Pets, PetStatus } from "@petstore/contract";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addPets } from "../../test/support/builders.js";
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

  const list = async (query = "") => {
    const { status, body, headers } = await api.send(`GET /v1/pets${query}`);
    return { status, pets: body as Pets, link: headers.get("link") };
  };
  const nextOf = (link: string | null) => link && (/^<\/v1\/pets(\?[^>]+)>; rel="next"$/.exec(link)?.[1] ?? null);
  const walk = async (query: string) => {
    const pages: Pets[] = [];
    for (let next: string | null = query; next !== null; ) {
      const { pets, link } = await list(next);
      pages.push(pets);
      next = nextOf(link);
    }
    return pages;
  };

  it("200 answers the first 20 animals in the order of their ids", async () => {
    const { status, pets } = await list();
    expect(status).toBe(200);
    expect(pets.map(({ id }) => id)).toEqual(ids.slice(0, 20));
    expect(pets[0]).toEqual({ id: ids[0], name: "Frank", categoryId: 1, status: "available" });
  });

  it("200 answers at most `limit` animals", async () => {
    expect((await list("?limit=1")).pets).toHaveLength(1);
    expect((await list("?limit=100")).pets).toHaveLength(45);
  });

  it("200 answers the animals of one status alone", async () => {
    const { pets } = await list("?status=sold&limit=100");
    expect(pets.map(({ id }) => id)).toEqual(ids.filter((_, index) => index % 3 === 2));
  });

  it("walks every animal once and in order by Link, whatever the page size and the status", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 100 }),
        fc.constantFrom(undefined, ...statuses),
        async (limit, status) => {
          const pages = await walk(`?limit=${limit}${status ? `&status=${status}` : ""}`);
          const expected = ids.filter((_, index) => status === undefined || statuses[index % 3] === status);
          expect(pages.flat().map(({ id }) => id)).toEqual(expected);
          expect(pages).toHaveLength(Math.ceil(expected.length / limit));
        },
      ),
      { numRuns: 15 },
    );
  });

  it("answers no Link where all fits on one page", async () => {
    expect((await list("?limit=45")).link).toBeNull();
    expect((await list("?limit=44")).link).not.toBeNull();
  });

  it("keeps to a cursor when the page size changes", async () => {
    const cursor = new URLSearchParams(nextOf((await list("?limit=10")).link)!).get("cursor");
    expect((await list(`?limit=3&cursor=${cursor}`)).pets.map(({ id }) => id)).toEqual(ids.slice(10, 13));
  });

  it("400 for a cursor with another filter than it was made with", async () => {
    const cursor = new URLSearchParams(nextOf((await list("?limit=5&status=sold")).link)!).get("cursor");
    for (const query of [`?cursor=${cursor}`, `?status=pending&cursor=${cursor}`]) {
      expect((await api.send(`GET /v1/pets${query}`)).body).toEqual(errorBody("invalid_request", 400));
    }
  });

  it("400 for a cursor of which one character was altered", async () => {
    const cursor = new URLSearchParams(nextOf((await list("?limit=5")).link)!).get("cursor")!;
    for (let index = 0; index < cursor.length; index++) {
      const altered = cursor.slice(0, index) + (cursor[index] === "A" ? "B" : "A") + cursor.slice(index + 1);
      expect((await list(`?cursor=${altered}`)).status).toBe(400);
    }
  });

  it.each([
    ["limit=0", "query.limit must be an integer from 1 to 100"],
    ["limit=101", "query.limit must be an integer from 1 to 100"],
    ["limit=99999999999999999999999", "query.limit must be an integer from 1 to 100"],
    ["?limit=1", "query.?limit is no parameter that this operation knows"],
    ["limit=", "query.limit must be an integer from 1 to 100"],
    ["limit=+5", "query.limit must be an integer from 1 to 100"],
    ["limit=%2B5", "query.limit must be an integer from 1 to 100"],
    ["limit=5.0", "query.limit must be an integer from 1 to 100"],
    ["limit=5e0", "query.limit must be an integer from 1 to 100"],
    ["limit=0x5", "query.limit must be an integer from 1 to 100"],
    ["limit=%205", "query.limit must be an integer from 1 to 100"],
    ["limit=5&limit=5", "query.limit must be an integer from 1 to 100"],
    ["limit[]=5", "query.limit[] is no parameter that this operation knows"],
    ["status=", "query.status must be one of available, pending, sold"],
    ["status=SOLD", "query.status must be one of available, pending, sold"],
    ["status=sold&status=sold", "query.status must be one of available, pending, sold"],
    ["cursor=", "query.cursor must be a cursor from a Link header of this service"],
    ["cursor=a&cursor=b", "query.cursor must be given once"],
    ["page=2", "query.page is no parameter that this operation knows"],
    ["__proto__=1", "query.__proto__ is no parameter that this operation knows"],
    ["limit=%zz", "query must be percent-encoded UTF-8"],
    ["status=%ff", "query must be percent-encoded UTF-8"],
    [
      "limit=0&status=x&page=2",
      "query.limit must be an integer from 1 to 100; query.status must be one of available, pending, sold; query.page is no parameter that this operation knows",
    ],
  ])("400 for ?%s", async (query, message) => {
    expect((await api.send(`GET /v1/pets?${query}`)).body).toEqual(errorBody("invalid_request", 400, message));
  });

  it("keeps `+` and `%20` in a query apart from digits, and reads `%32%30` as 20", async () => {
    expect((await list("?limit=%32%30")).pets).toHaveLength(20);
  });
});

describe("GET /pets of an empty store", () => {
  it("200 answers an empty array and no Link", async () => {
    const api = await createTestApi();
    const { body, headers } = await api.send("GET /v1/pets");
    expect({ body, link: headers.get("link") }).toEqual({ body: [], link: null });
    await api.close();
  });
});
