import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createCursors, cursorRefused } from "./cursors.js";
import type { Position } from "./position.js";

const cursors = createCursors(Buffer.alloc(32, 1));
const listing = { path: "/v1/pets", filters: [["status", "sold"]] };
const position: fc.Arbitrary<Position> = fc.record({
  side: fc.constantFrom("after", "before", "atLeast", "atMost"),
  key: fc.array(fc.oneof(fc.string({ unit: "grapheme" }), fc.maxSafeNat(), fc.boolean()), { minLength: 1 }),
});
const refused = "query.cursor must come unchanged from a Link header of this listing, with the same filters and sort";

describe("a cursor", () => {
  it("yields the position for which it was created", () => {
    fc.assert(
      fc.property(position, (at) => {
        expect(cursors(listing).open(cursors(listing).seal(at))).toEqual(at);
      }),
    );
  });

  it("is the same for the same position on every replica", () => {
    const at: Position = { side: "after", key: [5] };
    expect(createCursors(Buffer.alloc(32, 1))(listing).seal(at)).toBe(cursors(listing).seal(at));
  });

  it("satisfies the contract even for the longest name", () => {
    for (const letter of ["\\", "🐕", "\u{10ffff}"]) {
      const key = [letter.repeat(200), Number.MAX_SAFE_INTEGER];
      expect(cursors(listing).seal({ side: "atLeast", key })).toMatch(/^[A-Za-z0-9_-]{1,2048}$/);
    }
  });

  it.each([
    ["another path", { ...listing, path: "/v1/orders" }],
    ["another filter", { ...listing, filters: [["status", "pending"]] }],
    ["no filters", { ...listing, filters: [] }],
    ["an additional filter", { ...listing, filters: [...listing.filters, ["sort", "-id"]] }],
  ])("is refused with %s", (_what, other) => {
    expect(() => cursors(other).open(cursors(listing).seal({ side: "after", key: [5] }))).toThrow(refused);
  });

  it("is refused with 400", () => {
    expect(cursorRefused()).toMatchObject({ status: 400, body: { code: "invalid_request", message: refused } });
  });

  it("is refused by a store with another secret", () => {
    const cursor = createCursors(Buffer.alloc(32, 2))(listing).seal({ side: "after", key: [5] });
    expect(() => cursors(listing).open(cursor)).toThrow(refused);
  });

  it("is refused if any one character is altered, removed or added", () => {
    const characters = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_", "=", "+", "/", ""];
    for (const key of [[10], [100]]) {
      const cursor = cursors(listing).seal({ side: "after", key });
      for (let index = 0; index <= cursor.length; index++) {
        for (const character of characters) {
          const altered = cursor.slice(0, index) + character + cursor.slice(index + 1);
          if (altered !== cursor) expect(() => cursors(listing).open(altered)).toThrow(refused);
        }
      }
    }
  });

  it("is refused for arbitrary text", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.base64String()), (text) => {
        expect(() => cursors(listing).open(text)).toThrow(refused);
      }),
    );
  });

  it("is the same in every version, because clients follow links during an update", () => {
    const cursor = "IPqOSHdPMiLFwCdP6t_Pj0WyJhZnRlciIsIlJleCIsNSx0cnVlXQ";
    expect(cursors(listing).seal({ side: "after", key: ["Rex", 5, true] })).toBe(cursor);
  });
});

describe("a cursor with embedded filters", () => {
  const content = { filters: [["name", "Rex"]], position: { side: "before", key: ["Rex", 5] } } as const;
  const cursor = cursors.sealWithFilters("/v1/pets", content);

  it("yields its filters and its position, which is undefined for the first page", () => {
    expect(cursors.openWithFilters("/v1/pets", cursor)).toEqual(content);
    const first = { ...content, position: undefined };
    expect(cursors.openWithFilters("/v1/pets", cursors.sealWithFilters("/v1/pets", first))).toEqual(first);
  });

  it("is refused for another path, by another secret and if it is altered", () => {
    const others = createCursors(Buffer.alloc(32, 2));
    expect(() => cursors.openWithFilters("/v1/orders", cursor)).toThrow(refused);
    expect(() => others.openWithFilters("/v1/pets", cursor)).toThrow(refused);
    expect(() => cursors.openWithFilters("/v1/pets", `${cursor}A`)).toThrow(refused);
    expect(() => cursors.openWithFilters("/v1/pets", `A${cursor.slice(1)}`)).toThrow(refused);
  });

  it.each([
    ["a plain cursor", cursors(listing).seal({ side: "after", key: [5] })],
    ["another first byte", `${"a".repeat(22)}AAAA`],
    ["a short text", "abc"],
    ["an empty text", ""],
  ])("finds no embedded filters in a text that has none: %s", (_what, text) => {
    expect(cursors.openWithFilters("/v1/pets", text)).toBeUndefined();
  });
});
