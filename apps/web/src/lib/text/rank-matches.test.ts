import { describe, expect, it } from "vitest";
import { rankMatches } from "./rank-matches.js";

const rank = (text: string, ...labels: string[]) => rankMatches(labels, text, (label) => label);

describe("rankMatches", () => {
  it("puts exact matches first, then names that start with the text, then words that do", () => {
    expect(rank(" cat", "Educated", "A very long category", "Cats", "CAT", "Wild cat")).toEqual([
      "CAT",
      "Cats",
      "A very long category",
      "Wild cat",
      "Educated",
    ]);
  });

  it("keeps the order of equal matches, and of all names if there is no text", () => {
    expect(rank("cat", "Cats B", "Cats A")).toEqual(["Cats B", "Cats A"]);
    expect(rank("", "b", "a")).toEqual(["b", "a"]);
  });
});
