import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { identityOf, invisibleIn, searchTextOf } from "./text-identity.js";

describe("identityOf", () => {
  it.each([
    ["composed and decomposed accents", "Café dog", "Cafe\u0301 dog"],
    ["case", "CAFÉ", "cafe\u0301"],
    ["no-break and other spaces", "Guinea\u00a0pig", "Guinea\u2003pig", "Guinea\u202fpig"],
    ["zero-width characters and soft hyphens", "Dog", "D\u200bo\u00ad\u2060g\ufeff", "\u200eDog"],
    ["white space behind what is invisible", "Dog", "\u200b\u00a0Dog \u200b"],
    ["the sharp s", "Straße", "STRASSE", "STRAẞE"],
    ["the final sigma", "ΟΔΟΣ", "οδος", "οδοσ"],
    ["joined emoji and their parts", "👨‍👩‍👧", "👨👩👧"],
    ["emoji with and without a variation selector", "❤", "❤️"],
  ])("is the same for %s", (_what, ...texts) => {
    expect(new Set(texts.map(identityOf)).size).toBe(1);
  });

  it.each([
    ["an accent", "Café", "Cafe"],
    ["a letter", "Dog", "Dogs"],
    ["the space within", "Guinea pig", "Guineapig"],
    ["the dotless i of Turkish", "ılık", "ilik"],
    ["a mark that makes another letter of Kana", "が", "か"],
    ["flags of regions", "🏴\u{e0067}\u{e0062}", "🏴\u{e0067}\u{e0063}"],
  ])("differs for %s", (_what, one, other) => {
    expect(identityOf(one)).not.toBe(identityOf(other));
  });

  it("folds I and İ as in every language but Turkish", () => {
    expect([identityOf("ISTANBUL"), identityOf("İzmir")]).toEqual(["istanbul", identityOf("i\u0307zmir")]);
  });

  it("is its own identity", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (text) => {
        expect(identityOf(identityOf(text))).toBe(identityOf(text));
      }),
    );
  });
});

describe("searchTextOf", () => {
  it("finds a text with accents by one without, in either form", () => {
    for (const text of ["Café dog", "Cafe\u0301 dog"])
      for (const part of ["cafe", "CAFÉ", "e\u0301 d"]) expect(searchTextOf(text)).toContain(searchTextOf(part));
  });

  it("keeps the white space at the ends, which counts within a text", () => {
    expect(searchTextOf(" É\u00a0")).toBe(" e ");
  });

  it("finds letters without a decomposition by the letters that people type instead", () => {
    expect(searchTextOf("Søren Łæra O’Malley")).toBe("soren laera o'malley");
  });
});

describe("invisibleIn", () => {
  it("names the character of a text that shows nothing", () => {
    expect([invisibleIn("\u200b"), invisibleIn(" \u2060\u200b"), invisibleIn("\u2063")]).toEqual([
      "U+200B ZERO WIDTH SPACE",
      "U+2060 WORD JOINER",
      "U+2063",
    ]);
  });

  it.each(["Rex", "\u200bRex", "👩‍🚀", "", "  "])("returns undefined for %j", (text) => {
    expect(invisibleIn(text)).toBeUndefined();
  });
});
