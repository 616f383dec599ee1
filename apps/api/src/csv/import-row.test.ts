import { describe, expect, it } from "vitest";
import { findColumns } from "./import-columns.js";
import { createRowReader, type StatusMap } from "./import-row.js";
import { problemOf } from "./row-problems.js";

const settingOf = (setting: string) => `--${setting}`;
const open = (header: string, names: object = {}, map?: StatusMap) => {
  const read = createRowReader(
    findColumns({ labels: header.split(","), repeated: [] }, { ...names, settingOf }, "pets.csv"),
    map,
  );
  return (row: string) => read({ line: 7, fields: row.split(",") });
};

describe("a row of an import", () => {
  it("names the column and the value of each problem, and for a name the column from which it was taken", () => {
    const read = open("call,tag,category,status", { name: "call", fallbackName: "tag" });
    const long = "x".repeat(201);
    const problemsOf = (text: string) => {
      const row = read(text);
      return "pet" in row ? [] : row.problems;
    };
    const shown = `${"x".repeat(59)}…`;
    const tooLong = { code: "too_long", value: shown, parameters: { maximum: 200 } };
    expect(problemsOf(`${long},Rex,1,sold`)).toEqual([{ ...tooLong, column: "call" }]);
    expect(problemsOf(`,${long},Dog,lost`)).toEqual([
      { ...tooLong, column: "tag" },
      {
        code: "not_a_status",
        column: "status",
        value: "lost",
        parameters: { options: ["available", "pending", "sold"] },
      },
    ]);
    expect(problemsOf(" ,,0,sold")).toEqual([
      { code: "required", column: "tag", value: null, parameters: {} },
      { code: "not_an_id", column: "category", value: "0", parameters: { maximum: 9_007_199_254_740_991 } },
    ]);
  });

  it("has the status to which its value is mapped, however many different values came before", () => {
    const map: StatusMap = new Map([
      ["out", "sold"],
      ["", "pending"],
    ]);
    const read = open("name,category,status", {}, map);
    const statusOf = (value: string) => {
      const row = read(`Rex,1,${value}`);
      return "pet" in row ? row.pet.status : problemOf(row);
    };
    for (let count = 0; count < 1_001; count += 1) statusOf(`v${count}`);
    expect([statusOf("out"), statusOf(" out "), statusOf(""), statusOf("in")]).toEqual([
      "sold",
      "sold",
      "pending",
      'status "in" is not in the status map, which has no entry for *',
    ]);
  });
});
