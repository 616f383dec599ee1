import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { entityTagOf, namesTag } from "./etag.js";

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
