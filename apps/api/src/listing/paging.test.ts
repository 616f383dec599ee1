import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createCursors } from "./cursors.js";
import { embeddedFilters, openPage, pageHeaders, type PageRequest, writeFilters } from "./paging.js";

const cursors = createCursors(Buffer.alloc(32, 1));
const path = "/v1/pets";

/** The worst case: characters of four bytes, some with two cases, and ids of 16 digits. */
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
        // A row's name contains the filter, in PostgreSQL's lower case, and has 200 characters at most.
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
