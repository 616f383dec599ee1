import { describe, expect, it } from "vitest";
import {
  attributeWords,
  badRowColumns,
  columnWords,
  countBadRowColumns,
  foldColumn,
  indexOfWords,
} from "./import-words.js";

describe("the name of a column", () => {
  it.each([
    [
      "animalname",
      "Animal Name",
      "animal_name",
      "ANIMALNAME",
      "animal-name",
      "Animal\u00a0Name",
      "Animal Name (first)",
    ],
    ["pet'sname", "Pet's Name", "pet\u2019s name", "PET'S_NAME"],
    ["categoria", "Categoría", "Catego\u0301ria", " CATEGORIA "],
    ["(price)", "(Price)", "( price )"],
  ])("is %j in each of its spellings", (folded, ...labels) => {
    expect(new Set(labels.map(foldColumn))).toEqual(new Set([folded]));
  });

  it("is read in linear time, however long it is", () => {
    expect(foldColumn(`${"( ".repeat(500_000)}x)`)).not.toBe("");
  });
});

describe("indexOfWords", () => {
  it("finds the column of the first word that names one", () => {
    expect(indexOfWords(["id", "animal_type", "Species"], columnWords.category)).toBe(2);
    expect(indexOfWords(["id", "animal_type"], columnWords.category)).toBe(1);
    expect(indexOfWords(["id", "Type"], columnWords.category)).toBe(-1);
    expect(indexOfWords(["Sex upon Intake"], attributeWords["sex"] ?? [])).toBe(0);
  });
});

describe("countBadRowColumns", () => {
  it.each(Object.values(badRowColumns))("recognises the last columns %s and %s", (line, problem) => {
    expect(countBadRowColumns(["name", line, problem])).toBe(2);
    expect([["name", problem, line], [line, problem, "name"], [problem], []].map(countBadRowColumns)).toEqual([
      0, 0, 0, 0,
    ]);
  });
});
