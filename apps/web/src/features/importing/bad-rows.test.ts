import { describe, expect, it } from "vitest";
import { badRowsFile, describeProblem, describeRow } from "./bad-rows.js";
import { type CsvFile, isProblem, readFile } from "./read-file.js";

const required = { code: "required", column: "name", parameters: {}, value: null, sentence: "name is required" };
const statusOf = (value: string) => ({
  ...{ code: "not_in_status_map", column: "status", parameters: {}, value },
  sentence: `status "${value}" is not in the status map, which has no entry for *`,
});
const beyond = {
  ...{ code: "beyond_columns", column: null, parameters: { columns: 2, position: 3 }, value: "extra" },
  sentence: 'has "extra" in column 3, but the header has 2 columns',
};
const badRows = [
  { line: 3, problem: required.sentence, problems: [required] },
  { line: 4, problem: statusOf("a").sentence, problems: [statusOf("a"), required] },
  { line: 6, problem: beyond.sentence, problems: [beyond] },
];

describe("a problem of a row", () => {
  it("is written with its column and its value, and is followed by the next problem", () => {
    expect(badRows.map(describeRow)).toEqual([
      "name: has no value",
      "status “a”: no status is chosen for this value; name: has no value",
      "“extra”: the value in column 3 stands to the right of the 2 columns",
    ]);
  });

  it("is written in English if only a later version of the service knows its kind", () => {
    const later = { code: "shiny", column: "coat", parameters: {}, value: "x", sentence: 'coat shines, not "x"' };
    expect([describeProblem(later), describeRow({ line: 2, problem: "", problems: [later] })]).toEqual([
      later.sentence,
      later.sentence,
    ]);
  });
});

describe("the file of bad rows", () => {
  const write = async (text: string) => {
    const file = await readFile(new File([text], "a.csv"), {}, new AbortController().signal);
    if (isProblem(file)) throw new Error(file);
    return badRowsFile(file satisfies CsvFile, badRows, ["Line", "Problem"]);
  };

  it("writes each bad row unchanged, with its line and, in the last column, its problem", async () => {
    expect(await write("name,status\nok,sold\n,sold\nRex;,a\n\nMax,b,extra\n")).toBe(
      [
        "\uFEFFname,status,,Line,Problem",
        ",sold,,3,name: has no value",
        "Rex;,a,,4,status “a”: no status is chosen for this value; name: has no value",
        "Max,b,extra,6,“extra”: the value in column 3 stands to the right of the 2 columns",
        "",
      ].join("\r\n"),
    );
  });

  it("keeps the delimiter of the file, which the person's spreadsheet program reads", async () => {
    expect(await write("name;status\nok;sold\n;4,5\nRex;a\n")).toBe(
      [
        "\uFEFFname;status;Line;Problem",
        ";4,5;3;name: has no value",
        'Rex;a;4;"status “a”: no status is chosen for this value; name: has no value"',
        "",
      ].join("\r\n"),
    );
  });
});
