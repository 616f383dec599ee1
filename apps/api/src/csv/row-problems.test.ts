import { type ParametersOf, type RowProblemCode, rowProblemCodes, rowProblems } from "@petstore/contract/routes";
import { describe, expect, it } from "vitest";
import { createBadRows } from "./bad-rows.js";
import { createProblemGroups } from "./problem-groups.js";
import { rowProblem, sentenceOf } from "./row-problems.js";

const parameters = {
  ...{ minimum: 1, maximum: 9, decimals: 2, options: ["a", "b"], more: 3, columns: 4, type: "colour" },
  ...{ rule: "must be a colour", line: 2, petId: 7, orderId: 5, status: "pending", position: 6 },
  ...{ otherColumn: "Sex", attribute: "colour", stored: "007", character: "U+200B" },
} as const;

const sampleOf = (code: RowProblemCode, value: string | null) => {
  const names = [...rowProblems[code].rule, ...rowProblems[code].row];
  const given = Object.fromEntries(names.map((name) => [name, parameters[name]])) as ParametersOf<"invalid">;
  return rowProblem(code as "invalid", "Colour", value, given);
};

describe("the sentence about a problem", () => {
  /**
   * The sentences of these kinds do not contain the value. They are about a missing value, about the attribute, or
   * about the pet that has the external id of the row.
   */
  const withoutValue = [
    "required",
    "only_invisible",
    "values_disagree",
    "unknown_type",
    "reserved",
    "unclosed_quote",
    "stray_quote",
  ];

  it.each(rowProblemCodes)("names the column and the value if the problem is %s", (code) => {
    const sentence = sentenceOf(sampleOf(code, "red"));
    expect(sentence).toMatch(/^Colour /);
    expect(sentence.includes('"red"')).toBe(!withoutValue.includes(code));
    expect(sentence).not.toContain("undefined");
  });

  it.each(rowProblemCodes)("is complete without the value and the parameters of a row if the problem is %s", (code) => {
    const groups = createProblemGroups();
    groups.add({ line: 3, problems: [sampleOf(code, "red")] });
    const [group] = groups.result().problems;
    expect(Object.keys(group?.parameters ?? {})).toEqual(rowProblems[code].rule);
    expect(group?.sentence).toMatch(/^Colour /);
    expect(group?.sentence).not.toMatch(/undefined|red"| {2}/);
  });

  it("has neither control characters nor lone surrogates", () => {
    const problem = rowProblem("not_a_date", "a\u001B[2J", "\uD800\u0000", {});
    expect(sentenceOf(problem)).toBe('a\uFFFD[2J must be a date of the calendar as YYYY-MM-DD, not "\uFFFD\uFFFD"');
  });
});

describe("the groups of problems", () => {
  const problem = (column: string, value = "m") => rowProblem("not_a_boolean", column, value, {});

  it("count each problem of a column once, however the problems are combined, the most frequent first", () => {
    const groups = createProblemGroups();
    groups.add({ line: 2, problems: [problem("Fixed"), problem("Chipped", "n.a.")] });
    groups.add({ line: 3, problems: [problem("Chipped")] });
    for (let line = 4; line <= 6; line += 1) groups.add({ line, problems: [problem("Chipped")] });
    const shared = { code: "not_a_boolean", parameters: {} };
    expect(groups.result()).toEqual({
      problems: [
        {
          ...{ ...shared, column: "Chipped", sentence: "Chipped must be true or false", count: 5 },
          examples: [
            { line: 2, value: "n.a." },
            { line: 3, value: "m" },
            { line: 4, value: "m" },
          ],
        },
        {
          ...{ ...shared, column: "Fixed", sentence: "Fixed must be true or false", count: 1 },
          examples: [{ line: 2, value: "m" }],
        },
      ],
      moreProblems: 0,
    });
  });

  it("do not distinguish problems by the pet or the line that causes the conflict", () => {
    const groups = createProblemGroups();
    for (const line of [2, 3])
      groups.add({ line: line + 1, problems: [rowProblem("external_id_repeated", "tag", "A", { line })] });
    expect(groups.result().problems).toMatchObject([
      { parameters: {}, sentence: "tag is also in an earlier line", count: 2 },
    ]);
  });

  it("are the 100 most frequent of up to 1,000 groups, and the problems of the others are counted", () => {
    const groups = createProblemGroups();
    for (let column = 0; column < 1_200; column += 1) groups.add({ line: 2, problems: [problem(`c${column}`)] });
    groups.add({ line: 3, problems: [problem("c900")] });
    const { problems, moreProblems } = groups.result();
    expect([problems.length, problems[0]?.column, moreProblems]).toEqual([100, "c900", 1_100]);
  });
});

it("bad rows are listed up to four megabytes, and all of them are counted", () => {
  const bad = createBadRows(undefined);
  const problems = Array.from({ length: 1_000 }, (_, at) =>
    rowProblem("not_an_option", `c${at}`, "x".repeat(99), { options: Array.from({ length: 20 }, String), more: 0 }),
  );
  bad.add(Array.from({ length: 100 }, (_, at) => ({ line: at + 2, problems })));
  const { badRows } = bad.result();
  const size = JSON.stringify(badRows).length;
  expect(size).toBeGreaterThan(4_000_000);
  expect(size).toBeLessThan(5_000_000);
  expect([bad.count(), badRows[0]?.line]).toEqual([100, 2]);
});
