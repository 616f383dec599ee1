import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { entityTagOf, namesTag, requireMatch } from "./etag.js";

const tag = '"q1w2e3"';

describe("an entity tag", () => {
  it("is strong, and of characters that need no care anywhere", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (content) => {
        expect(entityTagOf(content)).toMatch(/^"[A-Za-z0-9_-]{22}"$/);
      }),
    );
  });

  it("is the same for the same content, and another for another", () => {
    expect(entityTagOf("[]", "a")).toBe(entityTagOf("[]", "a"));
    const contents = [["[]"], ["[1]"], ["[]", "a"], ["[]", "b"], ["[]", "a", "b"], ["[]", "ab"]];
    expect(new Set(contents.map((content) => entityTagOf(...content))).size).toBe(contents.length);
  });
});

describe("If-None-Match", () => {
  it.each([tag, `W/${tag}`, "*", `"a", ${tag}`, `"a" ,W/"b",W/${tag}`, `,, ${tag} ,`, `"",${tag}`, `"a,b",${tag}`])(
    "names the tag in `%s`",
    (field) => {
      expect(namesTag(field, tag)).toBe(true);
    },
  );

  it.each(['"q1w2e"', '""', '"*"', 'W/"*"', '"a", "Q1W2E3"', '"W/q1w2e3"', '"a,q1w2e3"', "q1w2e3"])(
    "does not in `%s`",
    (field) => {
      expect(namesTag(field, tag)).toBe(false);
    },
  );
});

describe("If-Match", () => {
  it.each([undefined, "*", tag, `"a", ${tag}`, `W/"a",${tag}`])("is kept by `%s`", (field) => {
    expect(() => requireMatch(field, tag)).not.toThrow();
  });

  it.each(['"a"', `W/${tag}`, `"a", W/${tag}`, '""', '"*"'])("is broken by `%s`: it compares strongly", (field) => {
    expect(() => requireMatch(field, tag)).toThrow("header If-Match");
  });
});
