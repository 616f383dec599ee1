import { describe, expect, it } from "vitest";
import { preferenceOf } from "./preferences.js";

describe("preferenceOf", () => {
  it.each([
    ["count=exact", "exact"],
    ["Count = exact", "exact"],
    ['COUNT="exact"', "exact"],
    ['count="ex\\act"', "exact"],
    ['count="ex\\"act"', 'ex"act'],
    ['count="ex, act; =\\\\"', "ex, act; =\\"],
    ["count=exact; page=all;strict", "exact"],
    ["count=exact;", "exact"],
    ["respond-async, wait=10,\tcount=exact , handling=lenient", "exact"],
    [", ,count=exact,", "exact"],
    ['note="a, b; \\"c", count=exact', "exact"],
    ["count", ""],
    ['count=""', ""],
    ["count; exact", ""],
    ["count=EXACT", "EXACT"],
    ["count=none, count=exact", "none"],
    ["recount=exact", undefined],
    ["wait=10; count=exact", undefined],
    ['note="a, count=exact', undefined],
    ['note="a, count=exact"', undefined],
    ["count=exact exact", undefined],
    ["count=", undefined],
    ["count=, count=exact", "exact"],
    ["count=ex=act", undefined],
    ['count=ex"act"', undefined],
    ['count=exact"', undefined],
    ['count="ex"act"', undefined],
    ['count="exact" exact', undefined],
    ['count="exact', undefined],
    ['count="exact\\"', undefined],
    ["=exact", undefined],
    ["", undefined],
  ])("reads from `%s` the count %j", (field, value) => {
    expect(preferenceOf(field, "count")).toBe(value);
  });

  it.each(['"', "\\", ";", " ", ",", "=", '\\"', "; ", "a=", '"\\'])("finds nothing in 16 KiB of `%s`", (part) => {
    expect(preferenceOf(part.repeat(16_384 / part.length), "count")).toBeUndefined();
  });
});
