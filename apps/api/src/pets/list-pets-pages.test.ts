import { type Pets, PetStatus } from "@petstore/contract/routes";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addPets } from "../../test/support/builders.js";
import { cursorOf, linksOf } from "../../test/support/links.js";
import { createTestApi, errorBody, type TestApi } from "../../test/support/test-api.js";

const statuses = PetStatus.options;
const refusedCursor = errorBody(
  "invalid_request",
  400,
  "query.cursor must come unchanged from a Link header of this listing, with the same filters and sort",
);

describe("the pages of GET /pets", () => {
  let api: TestApi;
  let ids: number[];
  beforeAll(async () => {
    api = await createTestApi();
    // Names that differ only in case are in the order of their ids.
    const names = ["anna", "Anna", "BELLA", "bella", "Ärger", "zoë"];
    const pet = (index: number) => ({ status: statuses[index % 3] ?? "sold", name: names[index % 6] ?? "" });
    ids = await addPets(api, ...Array.from({ length: 45 }, (_, index) => pet(index)));
  });
  afterAll(() => api.close());

  const get = async (target: string) => {
    const { status, body, headers } = await api.send(`GET ${target}`);
    const link = headers.get("link");
    return { status, body, ids: status === 200 ? (body as Pets).map(({ id }) => id) : [], link, links: linksOf(link) };
  };
  const list = (query: string) => get(`/v1/pets?${query}`);
  type Page = Awaited<ReturnType<typeof get>>;
  const walk = async (from: string | undefined, rel: "next" | "prev") => {
    const pages: Page[] = [];
    for (let target = from; target !== undefined; target = pages.at(-1)?.links[rel]) pages.push(await get(target));
    return pages;
  };
  const filters = fc.record({
    limit: fc.integer({ min: 1, max: 100 }),
    status: fc.constantFrom("", "&status=available", "&status=sold"),
    sort: fc.constantFrom("", "&sort=id", "&sort=-id", "&sort=name", "&sort=-name"),
  });

  it("contain every pet once and in order, for any limit, filter and sort", async () => {
    await fc.assert(
      fc.asyncProperty(filters, async ({ limit, status, sort }) => {
        const all = await list(`limit=100${status}${sort}`);
        const pages = await walk(`/v1/pets?limit=${limit}${status}${sort}`, "next");
        expect(pages.flatMap(({ ids }) => ids)).toEqual(all.ids);
        expect(all.ids).toHaveLength(status === "" ? 45 : 15);
        expect(pages).toHaveLength(Math.ceil(all.ids.length / limit));
      }),
      { numRuns: 15 },
    );
  });

  it("contain the same pets when they are followed backwards", async () => {
    await fc.assert(
      fc.asyncProperty(filters, async ({ limit, status, sort }) => {
        const pages = await walk(`/v1/pets?limit=${limit}${status}${sort}`, "next");
        const back = await walk(pages.at(-1)?.links["prev"], "prev");
        expect([...back.toReversed(), pages.at(-1)]).toEqual(pages);
      }),
      { numRuns: 15 },
    );
  });

  it("link to next, prev and first if these pages exist", async () => {
    const [one, two, three] = await walk("/v1/pets?limit=20&sort=-id", "next");
    expect([one, two, three].map((page) => Object.keys(page?.links ?? {}))).toEqual([
      ["next", "first"],
      ["next", "prev", "first"],
      ["prev", "first"],
    ]);
    for (const page of [one, two, three]) expect(page?.links["first"]).toBe("/v1/pets?sort=-id&limit=20");
  });

  it("have no Link if all pets fit on one page", async () => {
    expect((await list("limit=45")).link).toBeNull();
    expect((await list("limit=44")).link).not.toBeNull();
    expect((await list("status=sold")).link).toBeNull();
  });

  it("repeat every filter in their links, including each id", async () => {
    const some = ids.filter((_, index) => index % 3 === 0);
    const query = new URLSearchParams([
      ["status", "available"],
      ["categoryId", "1"],
      ["q", "A"],
      ...some.map((id) => ["id", String(id)] as [string, string]),
      ["sort", "-name"],
      ["limit", "2"],
    ]);
    const page = await list(query.toString());
    expect(page.links["first"]).toBe(`/v1/pets?${query}`);
    const next = new URL(page.links["next"] ?? "", "http://localhost").searchParams;
    next.delete("cursor");
    expect(next.toString()).toBe(query.toString());
  });

  it("link back when they are empty, after the end or before the start", async () => {
    const extra = await addPets(api, {}, {}, {}, {});
    const page = await list(`limit=2&${extra.map((id) => `id=${id}`).join("&")}`);
    const second = await get(page.links["next"] ?? "");
    await api.database.db.pet.deleteMany({ where: { id: { in: extra.slice(2) } } });
    await api.heard();
    const beyond = await get(page.links["next"] ?? "");
    expect(beyond).toMatchObject({ status: 200, ids: [] });
    expect(Object.keys(beyond.links)).toEqual(["prev", "first"]);
    expect((await get(beyond.links["prev"] ?? "")).ids).toEqual(extra.slice(0, 2));

    await addPets(api, {});
    await api.database.db.$executeRaw`UPDATE pet SET id = ${extra[3]}::bigint WHERE id = (SELECT max(id) FROM pet)`;
    await api.database.db.pet.deleteMany({ where: { id: { in: extra.slice(0, 3) } } });
    await api.heard();
    const before = await get(second.links["prev"] ?? "");
    expect(before).toMatchObject({ status: 200, ids: [] });
    expect(Object.keys(before.links)).toEqual(["next", "first"]);
    expect((await get(before.links["next"] ?? "")).ids).toEqual(extra.slice(3));

    await api.database.db.pet.deleteMany({ where: { id: { in: extra } } });
    await api.heard();
    expect(await get(second.links["prev"] ?? "")).toMatchObject({ status: 200, ids: [], link: null });
  });

  it("accept a cursor with another limit", async () => {
    const cursor = cursorOf((await list("limit=10")).links["next"]);
    expect((await list(`limit=3&cursor=${cursor}`)).ids).toEqual(ids.slice(10, 13));
  });

  it("accept a cursor with an equivalent query", async () => {
    const cursor = cursorOf((await list("limit=10")).links["next"]);
    expect((await list(`sort=id&limit=3&cursor=${cursor}`)).ids).toEqual(ids.slice(10, 13));
    const [a, b, c] = ids;
    const second = cursorOf((await list(`id=${c}&id=${a}&id=${b}&limit=1`)).links["next"]);
    expect((await list(`id=${b}&id=${c}&id=${b}&id=${a}&limit=1&cursor=${second}`)).ids).toEqual([b]);
  });

  it.each(["", "status=pending", "status=sold&categoryId=1", "status=sold&name=a", "status=sold&sort=-id"])(
    "return 400 for a cursor of status=sold with `%s`",
    async (query) => {
      const cursor = cursorOf((await list("limit=5&status=sold")).links["next"]);
      expect((await list(`${query}&cursor=${cursor}`.replace(/^&/, ""))).body).toEqual(refusedCursor);
    },
  );

  it.each(["/v1/orders", "/v1/categories"])("return 400 for their cursor at %s", async (path) => {
    const cursor = cursorOf((await list("limit=5")).links["next"]);
    expect((await get(`${path}?cursor=${cursor}`)).body).toEqual(refusedCursor);
  });

  it("return 400 for a cursor with a character altered, removed or added", async () => {
    const cursor = cursorOf((await list("limit=5&sort=name")).links["next"]);
    for (let index = 0; index < cursor.length; index++) {
      const character = cursor[index] === "A" ? "B" : "A";
      const altered = cursor.slice(0, index) + character + cursor.slice(index + 1);
      expect((await list(`sort=name&cursor=${altered}`)).body).toEqual(refusedCursor);
    }
    for (const altered of [cursor.slice(1), cursor.slice(0, -1), `A${cursor}`, `${cursor}A`])
      expect((await list(`sort=name&cursor=${altered}`)).body).toEqual(refusedCursor);
  });
});
