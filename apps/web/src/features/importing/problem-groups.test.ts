import { type RowProblemCode, rowProblemCodes, rowProblems } from "@petstore/contract/schemas";
import { createElement } from "react";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import type { CsvFile } from "./read-file";

const parameters = {
  ...{ minimum: -1, maximum: 9, decimals: 2, options: ["a", "b"], more: 3, columns: 4, type: "t" },
  ...{ rule: "r", line: 2, petId: 7, orderId: 5, status: "pending", position: 6 },
  ...{ otherColumn: "o", attribute: "a", stored: "007", character: "U+200B" },
} as const;

type Names = readonly (keyof typeof parameters)[];
const pick = (names: Names) => Object.fromEntries(names.map((name) => [name, parameters[name]]));

const groupOf = (code: RowProblemCode) => ({
  ...{ code, column: "k", parameters: pick(rowProblems[code].rule), count: 2 },
  sentence: "The sentence of the service.",
  examples: [
    { line: 2, value: "v" },
    { line: 3, value: null },
  ],
});

const result = {
  ...{ rows: 3, imported: 1, updated: 0, bad: 2, categories: { all: 1, new: 1 } },
  badRows: [],
  problems: rowProblemCodes.map(groupOf),
  moreProblems: 3,
  pets: [],
  unknownColumns: [],
  values: [],
  changes: { values: 0, pets: 0, first: [] },
  table: { headerLine: 1, columns: ["k"], delimiter: "comma" as const, workbook: null },
};

const file: CsvFile = {
  name: "a.csv",
  size: 9,
  encoding: "utf-8",
  delimiter: ",",
  text: "k\nv\n",
  headerLine: 1,
  firstLines: [],
  header: ["k"],
  sample: [],
  rows: 1,
  values: [],
};

const translations = {
  en: () => undefined,
  de: () => import("../../texts/de"),
  fr: () => import("../../texts/fr"),
  es: () => import("../../texts/es"),
};

/** Renders the result of a check in a language. Like a page, it loads the texts first. */
const drawIn = async (language: keyof typeof translations) => {
  vi.resetModules();
  onTestFinished(() => void vi.resetModules());
  const { translate } = await import("../../texts/catalogue");
  const texts = await translations[language]();
  if (texts !== undefined) translate(() => texts);
  const { markupOf } = await import("../../../test/support/markup");
  const { CheckResult } = await import("./check-result");
  const { describeRow } = await import("./bad-rows");
  const html = markupOf(createElement(CheckResult, { file, result, attributes: [] }));
  const ofPage = html
    // Texts from the file and from the store are not translated.
    .replaceAll(/<span translate="no"[^>]*>[^<]*<\/span>/g, "")
    .split(/<[^>]*>/)
    .map((text) => text.trim())
    .filter((text) => /\p{L}{2}/u.test(text));
  const ofFile = rowProblemCodes.map((code) => {
    const problem = { ...groupOf(code), parameters: pick([...rowProblems[code].rule, ...rowProblems[code].row]) };
    return describeRow({ line: 2, problem: "", problems: [{ ...problem, value: null }] });
  });
  return [...ofPage, ...ofFile];
};

describe("the problems of a file", () => {
  it("have a text in the language of the page for each kind of problem", async () => {
    const texts = await drawIn("en");
    expect(texts).not.toContain(groupOf("invalid").sentence);
    expect(texts).toContain("is none of the options: a, b and 3 more");
    expect(texts).toContain("line 3");
    expect(texts.length).toBeGreaterThan(4 * rowProblemCodes.length);
  });

  it.each(["de", "fr", "es"] as const)(
    "have no English text in %s, neither on the page nor in the file",
    async (language) => {
      const english = new Set(await drawIn("en"));
      const translated = await drawIn(language);
      expect(translated).toHaveLength((await drawIn("en")).length);
      expect(translated.filter((text) => english.has(text))).toEqual([]);
    },
  );
});
