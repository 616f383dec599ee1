import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createCursors } from "./cursors.js";

const cursors = createCursors(Buffer.alloc(32, 1));
const position = fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER });

describe("a cursor", () => {
  it("opens to the position that was sealed", () => {
    fc.assert(
      fc.property(position, (at) => {
        expect(cursors.open(cursors.seal(at, { a: 1 }), { a: 1 })).toBe(at);
      }),
    );
  });

  it("is refused with other filters than it was sealed with", () => {
    expect(() => cursors.open(cursors.seal(5, { status: "sold" }), {})).toThrow("unaltered and with the same filters");
  });

  it("is refused by a store with another secret", () => {
    const cursor = createCursors(Buffer.alloc(32, 2)).seal(5, {});
    expect(() => cursors.open(cursor, {})).toThrow("query.cursor");
  });

  it("is refused when it is any other text", () => {
    fc.assert(
      fc.property(fc.base64String(), (text) => {
        expect(() => cursors.open(text, {})).toThrow("query.cursor");
      }),
    );
  });
});
