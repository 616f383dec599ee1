import { describe, expect, it } from "vitest";
import { createRecordReader } from "./read-records.js";
import { createShape, MAX_COLUMNS, type ShapeOptions } from "./shape.js";
import { TableError } from "./table-error.js";

const shapeOf = (text: string, options: ShapeOptions = {}) => {
  const reader = createRecordReader(",");
  const shape = createShape(options);
  const rows = [...shape.add(reader.add(text, false)), ...shape.add(reader.add("", true)), ...shape.end()];
  return { header: shape.header(), rows };
};
const problemOf = (text: string, options: ShapeOptions = {}) => {
  try {
    return shapeOf(text, options);
  } catch (error) {
    return error instanceof TableError ? error.problem : error;
  }
};

describe("the header", () => {
  it.each([
    ["name,kind\nRex,Dog\n", 1],
    ["Report\n\nname,kind,born\nRex,Dog,\n", 3],
    ["Report,,\nPrinted 1/2/2024,,\n,,\nname,category,location\nRex,Dog,A1\n", 4],
    ["name\nRex\nMax\n", 1],
    ["name,kind,born,sex,chip\nRex\nMax\n", 1],
    ["only a title\n", 1],
  ])("in %j is found in line %i", (text, line) => {
    expect(shapeOf(text).header?.line).toBe(line);
  });

  it("is the first line with two known names, even if other lines have more values", () => {
    const text = "Printed,on,Monday,by,Ann\nNAME,Kind\nRex,Dog\nMax,Dog,far,far,far,far,far\n";
    const isKnown = (label: string) => ["name", "kind"].includes(label.toLowerCase());
    expect(shapeOf(text, { isKnown })).toMatchObject({ header: { line: 2, labels: ["NAME", "Kind"] } });
  });

  it("is the line that the caller chooses, and the rows begin after it", () => {
    expect(shapeOf("a,b\nc,d\ne,f\ng,h\n", { headerLine: 3 })).toEqual({
      header: { line: 3, labels: ["e", "f"], repeated: [] },
      rows: [{ line: 4, fields: ["g", "h"] }],
    });
  });

  it.each([2, 9])("cannot be line %i, which is blank or missing", (headerLine) => {
    expect(problemOf("a\n,\nb\n", { headerLine })).toBe("no-header-line");
  });

  it("is found before the end of the file, so that rows can be processed while the file is read", () => {
    const shape = createShape();
    const records = Array.from({ length: 20 }, (_, at) => ({ line: at + 1, fields: ["a", "b"] }));
    expect(shape.add(records.slice(0, 19))).toEqual([]);
    expect(shape.add(records.slice(19))).toHaveLength(19);
    expect(shape.end()).toEqual([]);
  });

  it("is found at once if two of its names are known", () => {
    const shape = createShape({ isKnown: (label) => label === "a" || label === "b" });
    expect(shape.add([{ line: 1, fields: ["Title"] }])).toEqual([]);
    expect(shape.header()).toBeUndefined();
    expect(
      shape.add([
        { line: 2, fields: ["a", " b "] },
        { line: 3, fields: ["1", "2"] },
      ]),
    ).toHaveLength(1);
  });

  it("does not exist in a file without values", () => {
    expect(problemOf("\n,,\n")).toBe("empty");
  });

  it("keeps the problem with its quotes", () => {
    expect(shapeOf('name,"kind" x\nRex,Dog\n').header).toMatchObject({
      line: 1,
      problem: { code: "stray_quote" },
    });
  });

  it(`may have ${MAX_COLUMNS} columns`, () => {
    const names = (count: number) => Array.from({ length: count }, (_, at) => `c${at}`).join(",");
    expect(shapeOf(names(MAX_COLUMNS)).header?.labels).toHaveLength(MAX_COLUMNS);
    expect(problemOf(names(MAX_COLUMNS + 1))).toBe("too-wide");
  });
});

describe("the names of the columns", () => {
  it.each([
    ["Notes,Notes,Notes", ["Notes", "Notes (2)", "Notes (3)"]],
    ["Notes,Notes (2),Notes", ["Notes", "Notes (2)", "Notes (3)"]],
    ["Notes,Notes,Notes (2)", ["Notes", "Notes (3)", "Notes (2)"]],
    [" name , kind\u00a0,,", ["name", "kind"]],
    ["name,,kind", ["name", "B", "kind"]],
    ["name,,B,kind", ["name", "B (2)", "B", "kind"]],
    [`${"a".repeat(1)}${",".repeat(27)}z`, ["a", ..."BCDEFGHIJKLMNOPQRSTUVWXYZ", "AA", "z"]],
  ])("are trimmed, and get a number or a letter if they are repeated or empty: %j", (text, labels) => {
    const shape = createShape({ headerLine: 1 });
    shape.add(createRecordReader(",").add(text, true));
    expect(shape.header()?.labels).toEqual(labels);
  });
});

it("repeated lists the names that several columns have", () => {
  const repeated = (text: string) => shapeOf(text, { headerLine: 1 }).header?.repeated;
  expect(repeated("a,b, a ,c,a,,")).toEqual(["a"]);
  expect(repeated("a,A,a (2),,")).toEqual([]);
});

describe("a row", () => {
  const rowsOf = (...lines: string[]) => shapeOf(["name,kind,born", ...lines].join("\n")).rows;

  it("may have fewer cells than the header, or more cells if those are empty", () => {
    expect(rowsOf("Rex", "Max,Dog", "Tom,Cat,,,", "Lea,Cat,2020, ,")).toEqual([
      { line: 2, fields: ["Rex"] },
      { line: 3, fields: ["Max", "Dog"] },
      { line: 4, fields: ["Tom", "Cat", ""] },
      { line: 5, fields: ["Lea", "Cat", "2020"] },
    ]);
  });

  it("has a problem if a cell beyond the header has a value, and the problem names value and column", () => {
    expect(rowsOf("Rex,Dog,2020,, stray ", "Max,Dog")).toEqual([
      {
        line: 2,
        fields: ["Rex", "Dog", "2020", "", " stray "],
        problem: { code: "beyond_columns", value: "stray", position: 5, columns: 3 },
      },
      { line: 3, fields: ["Max", "Dog"] },
    ]);
  });

  it("is skipped if all its cells are blank, but counts as a line", () => {
    expect(rowsOf(",,", " , \u00a0,", "", "Rex,Dog,")).toEqual([{ line: 5, fields: ["Rex", "Dog", ""] }]);
  });

  it("keeps the problem with its quotes, even if it looks blank", () => {
    expect(rowsOf('" "x')).toMatchObject([{ line: 2, problem: { code: "stray_quote" } }]);
  });
});
