import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bodyTag, entityTagOf, isMatch, namesTag, requireMatch } from "./etag.js";

const tag = '"q1w2e3"';

describe("entityTagOf", () => {
  it("returns a strong tag in base64url", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (content) => {
        expect(entityTagOf(content)).toMatch(/^"[A-Za-z0-9_-]{22}"$/);
      }),
    );
  });

  it("returns the same tag only for the same content", () => {
    expect(entityTagOf("[]", "a")).toBe(entityTagOf("[]", "a"));
    const contents = [["[]"], ["[1]"], ["[]", "a"], ["[]", "b"], ["[]", "a", "b"], ["[]", "ab"]];
    expect(new Set(contents.map((content) => entityTagOf(...content))).size).toBe(contents.length);
  });
});

describe("namesTag", () => {
  it.each([tag, `W/${tag}`, "*", `"a", ${tag}`, `"a" ,W/"b",W/${tag}`, `,, ${tag} ,`, `"",${tag}`, `"a,b",${tag}`])(
    "finds the tag in `%s`",
    (field) => {
      expect(namesTag(field, tag)).toBe(true);
    },
  );

  it.each(['"q1w2e"', '""', '"*"', 'W/"*"', '"a", "Q1W2E3"', '"W/q1w2e3"', '"a,q1w2e3"', "q1w2e3"])(
    "does not find the tag in `%s`",
    (field) => {
      expect(namesTag(field, tag)).toBe(false);
    },
  );
});

describe("isMatch", () => {
  it.each([undefined, "*", tag, `"a", ${tag}`, `W/"a",${tag}`])("accepts `%s`", (field) => {
    expect(isMatch(field, () => ['"other"', tag])).toBe(true);
  });

  it.each(['"a"', `W/${tag}`, `"a", W/${tag}`, '""', '"*"'])("refuses `%s`, by strong comparison", (field) => {
    expect(isMatch(field, () => ['"other"', tag])).toBe(false);
  });

  it.each([undefined, "*"])("computes no tag for `%s`", (field) => {
    expect(isMatch(field, () => expect.fail("a tag was computed"))).toBe(true);
  });
});

describe("requireMatch", () => {
  it("names the resource to fetch again", () => {
    expect(() => requireMatch(bodyTag({ id: 2 }), "order", { id: 1 })).toThrow(
      "If-Match does not match the current ETag; fetch the order again",
    );
    expect(() => requireMatch(bodyTag({ id: 1 }), "order", { id: 1 })).not.toThrow();
  });
});
