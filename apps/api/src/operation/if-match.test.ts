import { describe, expect, it } from "vitest";
import { bodyTag } from "./etag.js";
import { isMatch, requireMatch } from "./if-match.js";

const tag = '"q1w2e3"';

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
