import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { CursorContent, Position } from "./position.js";
import { pack, unpack } from "./pack-filters.js";

const position: Position = { side: "after", key: ["Rex", 5] };
const ids = (...list: number[]): CursorContent["filters"] => list.map((id) => ["id", String(id)] as const);
/** Returns a text that can hardly be compressed. Its code points begin with `first`. */
const textOf = (seed: number, first = 0x4e00, count = 20_000) =>
  Array.from({ length: 200 }, (_, at) => String.fromCodePoint(first + ((seed * (at + 7) * (at + 3)) % count))).join("");

describe("packed filters", () => {
  it.each<[string, CursorContent["filters"]]>([
    ["no filter", []],
    ["an id between other filters", [["status", "sold"], ...ids(5, 900), ["sort", "-name"]]],
    ["ids first", [...ids(1), ["sort", "-id"]]],
    ["ids at the limits of each length", ids(1, 128, 255, 16_511, 2_113_791, 2 ** 53 - 1)],
    ["differences at the limits of each length", ids(127, 254, 382, 16_765, 33_149)],
    [
      "texts that are no ids",
      [
        ["id", "05"],
        ["id", "0"],
        ["id", "x5"],
        ["id", "5x"],
        ["id", "9007199254740993"],
      ],
    ],
    ["a number of another filter", [["categoryId", "5"]]],
    ["an empty text", [["name", ""]]],
  ])("preserve %s and any position", (_what, filters) => {
    for (const at of [position, undefined, { side: "atMost", key: [true, -1] } as const]) {
      expect(unpack(pack({ filters, position: at }))).toEqual({ filters, position: at });
    }
  });

  it("preserve any texts", () => {
    const texts = fc.array(fc.tuple(fc.constantFrom("name", "sort", "status"), fc.string({ unit: "grapheme" })));
    fc.assert(
      fc.property(texts, fc.string({ unit: "grapheme" }), (filters, name) => {
        const content = { filters, position: { side: "before", key: [name, 7] } as const };
        expect(unpack(pack(content))).toEqual(content);
      }),
    );
  });

  it("take two bytes per id for a hundred ids that are close together", () => {
    const list = Array.from({ length: 100 }, (_, at) => 2 ** 50 + 200 * at);
    expect(pack({ filters: ids(...list), position }).length).toBeLessThan(260);
  });

  it("do not repeat the name filter in the position, whatever its case is", () => {
    const sizeOf = (filter: string, key: string) =>
      pack({ filters: [["name", filter]], position: { side: "after", key: [key, 1] } }).length;
    const name = textOf(7_919);
    expect(sizeOf(name, name)).toBeLessThan(sizeOf(name, textOf(104_729)) - 300);
    const deseret = textOf(7_919, 0x10400, 37);
    expect(deseret.toLowerCase()).not.toBe(deseret);
    const other = textOf(104_729, 0x10400, 37).toLowerCase();
    expect(sizeOf(deseret, deseret.toLowerCase())).toBeLessThan(sizeOf(deseret, other) - 60);
  });

  it.each<[string, CursorContent]>([
    ["filters", { filters: [["name", "a".repeat(16_400)]], position: undefined }],
    ["a position", { filters: [], position: { side: "after", key: ["a".repeat(16_400)] } }],
  ])("are not unpacked to more than 16 KiB of %s", (_what, content) => {
    const bytes = pack(content);
    expect(bytes.length).toBeLessThan(100);
    expect(() => unpack(bytes)).toThrow(RangeError);
  });
});
