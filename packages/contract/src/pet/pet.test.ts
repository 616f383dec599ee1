import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Id, MAX_ID, TextId } from "../http/identifiers.js";
import { Name } from "../http/names.js";
import { invisibleIn } from "../http/text-identity.js";
import { limitOf } from "../http/paging.js";
import { NewPet } from "./pet.js";

const isControl = (character: string) => /\p{Cc}/u.test(character);
const problemsOf = (result: { error?: { issues: { message: string }[] } | undefined }) =>
  result.error?.issues.map(({ message }) => message) ?? [];

describe("Name", () => {
  it("accepts 1 to 200 code points without control characters, and leaves them unchanged", () => {
    const text = fc
      .string({ unit: "binary", minLength: 1, maxLength: 200 })
      .map((one) => one.replaceAll(/\p{Cc}/gu, ""));
    // A name of invisible characters alone is refused for another reason.
    const trimmed = text.filter((one) => one === one.trim() && one !== "" && invisibleIn(one) === undefined);
    fc.assert(
      fc.property(trimmed, (name) => {
        expect(Name.parse(name)).toBe(name);
      }),
    );
  });

  it("trims white space at both ends only", () => {
    const space = fc.stringMatching(/^[\s\u00a0\ufeff]*$/);
    fc.assert(
      fc.property(space, space, (before, after) => {
        expect(Name.parse(`${before}A  b${after}`)).toBe("A  b");
      }),
    );
  });

  it("counts code points: 200 emoji are valid, 201 are not", () => {
    expect(Name.safeParse("🐕".repeat(200)).success).toBe(true);
    expect(problemsOf(Name.safeParse("🐕".repeat(201)))).toEqual(["must have 1 to 200 characters after trimming"]);
  });

  it("refuses a name of only white space", () => {
    expect(problemsOf(Name.safeParse(" \t\n"))).toEqual(["must have 1 to 200 characters after trimming"]);
  });

  it("refuses every control character", () => {
    for (let code = 0; code < 0xa0; code++) {
      const character = String.fromCharCode(code);
      expect(Name.safeParse(`a${character}b`).success).toBe(!isControl(character));
    }
  });

  it("refuses lone surrogates", () => {
    expect(problemsOf(Name.safeParse("a\ud83d"))).toEqual(["must not contain lone surrogates"]);
  });
});

describe("Id", () => {
  it("is an integer from 1 to 2^53 - 1", () => {
    for (const id of [1, MAX_ID]) expect(Id.parse(id)).toBe(id);
    for (const id of [0, -1, 1.5, MAX_ID + 1, Number.NaN, Infinity, "1", null, 1n]) {
      expect(problemsOf(Id.safeParse(id))).toContain("must be an integer from 1 to 9007199254740991");
    }
  });
});

describe.each([
  ["TextId", TextId],
  ["limit", limitOf("pets")],
])("%s", (_name, schema) => {
  it("parses only plain decimal digits", () => {
    expect(schema.parse("42")).toBe(42);
    for (const text of ["+5", "5.0", "5e0", "0x5", " 5", "5 ", "", "-5", "٥", "5n", "1_0", ["5", "5"], 5]) {
      expect(schema.safeParse(text).success).toBe(false);
    }
  });
});

describe("limit", () => {
  const Limit = limitOf("pets");

  it("is 20 when omitted", () => expect(Limit.parse(undefined)).toBe(20));

  it("reports the same rule for every violation", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.integer().map(String), fc.constant("0"), fc.constant("101")), (text) => {
        const isAllowed = /^[0-9]+$/.test(text) && Number(text) >= 1 && Number(text) <= 100;
        expect(problemsOf(Limit.safeParse(text))).toEqual(isAllowed ? [] : ["must be an integer from 1 to 100"]);
      }),
    );
  });
});

describe("NewPet", () => {
  it("does not convert strings to numbers or numbers to strings", () => {
    expect(NewPet.safeParse({ name: 5, categoryId: "1" }).error?.issues.map(({ path }) => path)).toEqual([
      ["name"],
      ["categoryId"],
    ]);
  });

  it("refuses null as status", () => {
    expect(NewPet.safeParse({ name: "Frank", categoryId: 1, status: null }).success).toBe(false);
  });
});
