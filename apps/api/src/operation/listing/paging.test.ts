import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../test/support/test-database.js";
import { Prisma } from "../../generated/client.js";
import { createCursors } from "./cursors.js";
import type { Position } from "./position.js";
import { countStatement } from "./keyset.js";
import {
  countRows,
  type Edges,
  embeddedFilters,
  embeddedQuery,
  openPage,
  pageHeaders,
  type PageRequest,
  readPage,
  writeFilters,
} from "./paging.js";

const cursors = createCursors(Buffer.alloc(32, 1));
const path = "/v1/pets";

/** Texts for the worst case: characters of four bytes, some with two cases, and ids of 16 digits. */
const character = fc.oneof(
  fc.integer({ min: 0x1_0000, max: 0x10_ffff }),
  fc.integer({ min: 0x1_0400, max: 0x1_044f }),
  fc.integer({ min: 0x4e00, max: 0x9fff }),
  fc.integer({ min: 0xc0, max: 0x24f }),
);
const name = fc
  .array(character, { minLength: 1, maxLength: 200, size: "max" })
  .map((points) => String.fromCodePoint(...points));
const id = fc.oneof(
  fc.maxSafeNat().map((at) => at + 1),
  fc.integer({ min: 2 ** 52, max: 2 ** 53 - 1 }),
);
const ids = fc
  .uniqueArray(id, { minLength: 1, maxLength: 100, size: "max" })
  .map((list) => list.filter(Number.isSafeInteger).toSorted((one, other) => one - other));

const linksOf = (link: string) =>
  [...link.matchAll(/<([^>]+)>; rel="(\w+)"/g)].map(([, url = "", rel]) => ({ url: new URL(url, "http://a"), rel }));

const pageOf = (filters: PageRequest["filters"], first: string, last: string) => {
  const request = { path, filters, limit: 100, cursor: undefined };
  const position = { side: "after", key: ["", 1] } as const;
  const edges = { position, hasMore: true, hasOtherSide: true };
  const keys = { first: [first, 2 ** 53 - 2], last: [last, 2 ** 53 - 1] };
  return pageHeaders(cursors, openPage(cursors, request).ofListing, request, { ...edges, ...keys }).Link ?? "";
};

describe("pageHeaders", () => {
  it("writes all filters into the links while they are short", () => {
    const link = pageOf(writeFilters({ status: "sold", sort: "name" }), "a", "b");
    expect(link).toMatch(
      /^<\/v1\/pets\?status=sold&sort=name&limit=100&cursor=[\w-]+>; rel="next", <\/v1\/pets\?status=sold&sort=name&limit=100&cursor=[\w-]+>; rel="prev", <\/v1\/pets\?status=sold&sort=name&limit=100>; rel="first"$/,
    );
  });

  it("limits Link to 4 KB and carries omitted filters in its cursors", () => {
    fc.assert(
      fc.property(name, ids, fc.boolean(), (text, list, isLowerCase) => {
        const query = { status: "available", categoryId: 2 ** 53 - 1, name: text, id: list, sort: "-name" };
        const filters = writeFilters(query);
        // The name of a row contains the text of the filter, in PostgreSQL's lower case, and has at most 200
        // characters.
        const key = isLowerCase ? text.toLowerCase() : text;
        const link = pageOf(filters, key, key);
        expect(`Link: ${link}`.length).toBeLessThanOrEqual(4_096);
        const links = linksOf(link);
        expect(links.map(({ rel }) => rel).slice(0, 2)).toEqual(["next", "prev"]);
        if (links.some(({ url }) => url.searchParams.has("name"))) return;
        for (const { url, rel } of links) {
          const cursor = url.searchParams.get("cursor") ?? "";
          expect(cursor).toMatch(/^[A-Za-z0-9_-]{1,2048}$/);
          expect(embeddedFilters(cursors, { path, filters: [], cursor })).toEqual(filters);
          const { position } = openPage(cursors, { path, filters, limit: 5, cursor });
          expect(position?.side).toBe({ next: "after", prev: "before" }[rel as "next"]);
          if (position !== undefined) expect(position.key[0]).toBe(key);
          expect(() => openPage(cursors, { path, filters: [["sort", "-id"]], limit: 5, cursor })).toThrow(
            "query.cursor",
          );
          const altered = `${cursor.slice(0, -1)}${cursor.endsWith("A") ? "B" : "A"}`;
          expect(() => cursors.openWithFilters(path, altered)).toThrow("query.cursor");
          expect(() => cursors.openWithFilters("/v1/orders", cursor)).toThrow("query.cursor");
        }
      }),
      { numRuns: 200 },
    );
  });
});

describe("writeFilters", () => {
  it("writes each value of a list in the order of the query, and leaves out undefined ones", () => {
    expect(writeFilters({ status: "sold", name: undefined, categoryId: 5, id: [1, 2], sort: "-id" })).toEqual([
      ["status", "sold"],
      ["categoryId", "5"],
      ["id", "1"],
      ["id", "2"],
      ["sort", "-id"],
    ]);
  });
});

describe("the Link of a page", () => {
  const request: PageRequest = { path, filters: [], limit: 3, cursor: undefined };
  const edges: Edges = { position: undefined, hasMore: false, hasOtherSide: false, first: [4], last: [6] };
  /** Returns the link relations, and the position in each cursor. */
  const linksWith = (given: Partial<Edges>, filters: PageRequest["filters"] = []) => {
    const page = { ...request, filters };
    const { Link } = pageHeaders(cursors, openPage(cursors, page).ofListing, page, { ...edges, ...given });
    return (
      Link &&
      linksOf(Link).map(({ url, rel }) => {
        const cursor = url.searchParams.get("cursor") ?? undefined;
        const own = [...url.searchParams].filter(([name]) => name !== "cursor" && name !== "limit");
        expect([url.pathname, url.searchParams.get("limit")]).toEqual([path, "3"]);
        return [rel, openPage(cursors, { ...page, filters: own.length > 0 ? own : filters, cursor }).position];
      })
    );
  };
  const after: Position = { side: "after", key: [3] };
  const before: Position = { side: "before", key: [7] };

  it("is omitted for the only page", () => {
    expect(linksWith({})).toBeUndefined();
    expect(linksWith({ position: after })).toBeUndefined();
    expect(linksWith({ position: before })).toBeUndefined();
  });

  it.each<[string, Partial<Edges>, unknown[]]>([
    ["the first page", { hasMore: true }, [["next", { side: "after", key: [6] }]]],
    [
      "a middle page",
      { position: after, hasMore: true, hasOtherSide: true },
      [
        ["next", { side: "after", key: [6] }],
        ["prev", { side: "before", key: [4] }],
      ],
    ],
    ["the last page", { position: after, hasOtherSide: true }, [["prev", { side: "before", key: [4] }]]],
    [
      "a middle page read backwards",
      { position: before, hasMore: true, hasOtherSide: true },
      [
        ["next", { side: "after", key: [6] }],
        ["prev", { side: "before", key: [4] }],
      ],
    ],
    [
      "the first page read backwards",
      { position: before, hasOtherSide: true },
      [["next", { side: "after", key: [6] }]],
    ],
    ["the last page read backwards", { position: before, hasMore: true }, [["prev", { side: "before", key: [4] }]]],
    [
      "an empty page after the last row",
      { position: after, hasOtherSide: true, first: undefined, last: undefined },
      [["prev", { side: "atMost", key: [3] }]],
    ],
    [
      "an empty page before the first row",
      { position: before, hasOtherSide: true, first: undefined, last: undefined },
      [["next", { side: "atLeast", key: [7] }]],
    ],
  ])("has the correct links next and prev on %s", (_what, given, links) => {
    for (const filters of [[], [["status", "sold"]]] as const)
      expect(linksWith(given, filters)).toEqual([...links, ["first", undefined]]);
  });

  it("has cursors with embedded filters if it would exceed 4,000 bytes", () => {
    const linkWith = (length: number) => {
      const page: PageRequest = { ...request, filters: [["name", "é".repeat(length)]] };
      const { ofListing } = openPage(cursors, page);
      return pageHeaders(cursors, ofListing, page, { ...edges, hasMore: true }).Link ?? "";
    };
    // Each letter is written as %C3%A9 in both of the links.
    const longest = Math.floor((4_000 - linkWith(0).length) / 12);
    expect(linkWith(longest)).toHaveLength(linkWith(0).length + 12 * longest);
    expect(linkWith(longest + 1)).toMatch(
      /^<\/v1\/pets\?limit=3&cursor=[\w-]+>; rel="next", <\/v1\/pets\?limit=3&cursor=[\w-]+>; rel="first"$/,
    );
  });
});

describe("openPage", () => {
  const filters = [["status", "sold"]] as const;
  const request: PageRequest = { path, filters, limit: 3, cursor: undefined };
  const content = { filters, position: { side: "after", key: [3] } } as const;

  it("opens a cursor with embedded filters only together with the same filters", () => {
    const cursor = cursors.sealWithFilters(path, content);
    expect(openPage(cursors, { ...request, cursor }).position).toEqual(content.position);
    expect(() => openPage(cursors, { ...request, filters: [], cursor })).toThrow("query.cursor");
  });

  it("opens a plain cursor only together with the same filters", () => {
    const cursor = openPage(cursors, request).ofListing.seal(content.position);
    expect(openPage(cursors, { ...request, cursor }).position).toEqual(content.position);
    expect(() => openPage(cursors, { ...request, filters: [], cursor })).toThrow("query.cursor");
  });

  it("finds embedded filters only if the request has a cursor but no filters", () => {
    const cursor = cursors.sealWithFilters(path, content);
    expect(embeddedFilters(cursors, { path, filters: [], cursor })).toEqual(filters);
    expect(embeddedFilters(cursors, { path, filters: [], cursor: undefined })).toBeUndefined();
    expect(embeddedFilters(cursors, { path, filters, cursor })).toBeUndefined();
    expect(embeddedFilters(cursors, { path, filters: [], cursor: cursors({}).seal(content.position) })).toBeUndefined();
  });
});

describe("embeddedQuery", () => {
  const cursor = (filters: PageRequest["filters"]) => cursors.sealWithFilters(path, { filters, position: undefined });

  it("returns the embedded filters as query parameters, with a list for a repeated one", () => {
    const filters = writeFilters({ status: "sold", id: [1, 2, 3], name: "a" });
    expect(embeddedQuery(cursors, { path, filters: [], cursor: cursor(filters) })).toEqual({
      ...{ status: "sold", id: ["1", "2", "3"], name: "a" },
    });
  });

  it("returns undefined if the request has no cursor, or has filters itself", () => {
    const filters = writeFilters({ status: "sold" });
    expect(embeddedQuery(cursors, { path, filters: [], cursor: undefined })).toBeUndefined();
    expect(embeddedQuery(cursors, { path, filters, cursor: cursor(filters) })).toBeUndefined();
  });
});

describe("readPage", () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase("template1");
    await database.pool.query("CREATE TABLE animal AS SELECT generate_series(1, 7)::bigint AS id");
  });
  afterAll(() => database.drop());

  const listing = {
    ...{ select: Prisma.sql`id::int`, from: Prisma.sql`animal`, where: [] },
    order: { columns: [Prisma.sql`id`], isDescending: false },
  };
  const read = async (cursor: string | undefined) => {
    const { rows, headers } = await readPage<{ id: number }>(
      { pool: database.pool, cursors },
      { path, filters: [], limit: 3, cursor },
      { listing, keyOf: ({ id }) => [id] },
    );
    const links = linksOf(headers.Link ?? "").map(({ url, rel }) => [rel, url.searchParams.get("cursor") ?? undefined]);
    return { ids: rows.map(({ id }) => id), links: Object.fromEntries(links) as Record<string, string | undefined> };
  };

  it("reads every page forwards and backwards by its links", async () => {
    const one = await read(undefined);
    const two = await read(one.links["next"]);
    const three = await read(two.links["next"]);
    expect([one, two, three].map(({ ids }) => ids)).toEqual([[1, 2, 3], [4, 5, 6], [7]]);
    expect([one, two, three].map(({ links }) => Object.keys(links))).toEqual([
      ["next", "first"],
      ["next", "prev", "first"],
      ["prev", "first"],
    ]);
    const back = await read(three.links["prev"]);
    expect(back.ids).toEqual([4, 5, 6]);
    expect(await read(back.links["prev"])).toMatchObject({ ids: [1, 2, 3], links: { next: expect.any(String) } });
  });

  it("has no link to a next page on a last page that is full", async () => {
    const cursor = cursors({ path, filters: [] }).seal({ side: "after", key: [4] });
    const { ids, links } = await read(cursor);
    expect([ids, Object.keys(links)]).toEqual([
      [5, 6, 7],
      ["prev", "first"],
    ]);
  });

  it("returns no rows and a link back if the position is after the last row", async () => {
    const cursor = cursors({ path, filters: [] }).seal({ side: "after", key: [7] });
    const { ids, links } = await read(cursor);
    expect([ids, Object.keys(links)]).toEqual([[], ["prev", "first"]]);
    expect((await read(links["prev"])).ids).toEqual([5, 6, 7]);
  });

  it("counts all rows", async () => {
    expect(await countRows(database.pool, countStatement(listing))).toBe(7);
  });
});
