import { describe, expect, it } from "vitest";
import { findColumns } from "./import-columns.js";
import { createRowReader, type StatusMap } from "./import-row.js";

const settingOf = (setting: string) => `--${setting}`;
const open = (header: string, names: object = {}, map?: StatusMap) => {
  const read = createRowReader(
    findColumns({ labels: header.split(","), repeated: [] }, { ...names, settingOf }, "pets.csv"),
    map,
  );
  return (row: string) => read({ line: 7, fields: row.split(",") });
};

describe("a row of an import", () => {
  it("names the column of each problem, and for a name the column that it came from", () => {
    const read = open("call,tag,category,status", { name: "call", fallbackName: "tag" });
    const long = "x".repeat(201);
    expect([read(`${long},Rex,1,sold`), read(`,${long},Dog,lost`), read(" ,,0,sold")]).toEqual([
      { line: 7, problem: "call must have 1 to 200 characters after trimming" },
      {
        line: 7,
        problem: "tag must have 1 to 200 characters after trimming; status must be one of available, pending, sold",
      },
      {
        line: 7,
        problem:
          "tag must have 1 to 200 characters after trimming; category must be an integer from 1 to 9007199254740991",
      },
    ]);
  });

  it("has the status that its value maps to, however many values came before", () => {
    const map: StatusMap = new Map([
      ["out", "sold"],
      ["", "pending"],
    ]);
    const read = open("name,category,status", {}, map);
    const statusOf = (value: string) => {
      const row = read(`Rex,1,${value}`);
      return "pet" in row ? row.pet.status : row.problem;
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
