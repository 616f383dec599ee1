import { describe, expect, it } from "vitest";
import { linkTo } from "./links.js";

const headers = new Headers({
  link: '</v1/pets?cursor=b>; rel="first next"; type="application/json", </docs>; title="next"; REL=deprecation',
});

describe("linkTo", () => {
  it.each([
    ["first", "/v1/pets?cursor=b"],
    ["next", "/v1/pets?cursor=b"],
    ["deprecation", "/docs"],
    ["prev", null],
    ["nex", null],
  ])("finds each relation of a link, and no other: %s", (relation, target) => {
    expect(linkTo(relation, headers)).toBe(target);
  });

  it("finds nothing in an answer without links", () => {
    expect(linkTo("next", new Headers())).toBeNull();
  });
});
