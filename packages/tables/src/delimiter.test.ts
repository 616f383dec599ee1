import { describe, expect, it } from "vitest";
import { guessDelimiter } from "./delimiter.js";

describe("guessDelimiter", () => {
  it.each([
    ["name,kind;of\n1;2;3", ","],
    ["name;kind\n", ";"],
    ["name\tkind\n", "\t"],
    ["name|kind\nRex, the dog|Dog\n", "|"],
    ["name", ","],
    ["", ","],
    // The commas are within values and in quotes.
    ["name;note\nRex;a, b\nMax;c, d, e\n", ";"],
    ['"a,b,c";d\n"1,2,3";4\n', ";"],
    ['name;"note\n, more"\nRex;"1\n,2"\n', ";"],
    // Both delimiters fit equally well.
    ["name;price,net\nRex;3,50\n", ","],
    ["a;b\tc\n1;2\t3\n", ","],
    // The first line fits both delimiters, but the later lines fit only one.
    ["a;b,c\n1;2\n3;4\n", ";"],
    [`a;b\n${"1;2\n".repeat(30_000)}`, ";"],
    // A title stands above the table.
    ["Animals, as of today\n\nname;kind\nRex;Dog\n", ";"],
    // The commas are those of numbers.
    ["name;price\nRex;25,00\nMax;1.250,50\n", ";"],
  ])("finds the delimiter of %j", (text, delimiter) => {
    expect(guessDelimiter(text)).toBe(delimiter);
  });
});
