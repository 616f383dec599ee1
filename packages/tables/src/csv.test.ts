import { describe, expect, it } from "vitest";
import { type CsvRecord, MAX_CSV_RECORD_LENGTH, readCsvLines } from "./csv.js";

const readPieces = (pieces: readonly string[], delimiter = ","): CsvRecord[] => {
  const records: CsvRecord[] = [];
  let line = 1;
  let unread = "";
  for (const [at, piece] of pieces.entries()) {
    const read = readCsvLines(unread + piece, { line, delimiter, isLast: at === pieces.length - 1 });
    records.push(...read.records);
    ({ nextLine: line, unread } = read);
  }
  return records;
};

describe("readCsvLines", () => {
  it.each([",", ";", "\t"])("separates values only at %j, whether they are in quotes or not", (delimiter) => {
    const others = [",", ";", "\t"].filter((each) => each !== delimiter).join("");
    const text = `a${others}b${delimiter}c\n"d${delimiter}${others}e"${delimiter}f\ng${delimiter}`;
    expect(readPieces([text], delimiter)).toEqual([
      { line: 1, fields: [`a${others}b`, "c"] },
      { line: 2, fields: [`d${delimiter}${others}e`, "f"] },
      { line: 3, fields: ["g", ""] },
    ]);
  });

  it("returns a record that the next piece continues as unread, with the line on which it starts", () => {
    expect(readCsvLines('a,b\n"c\n', { line: 7, delimiter: ",", isLast: false })).toEqual({
      records: [{ line: 7, fields: ["a", "b"] }],
      nextLine: 8,
      unread: '"c\n',
    });
    expect(readPieces(["a,b\n", '"c\n', 'd",e\n', "f,g"])).toEqual([
      { line: 1, fields: ["a", "b"] },
      { line: 2, fields: ["c\nd", "e"] },
      { line: 4, fields: ["f", "g"] },
    ]);
  });

  it("returns the whole line as the only field of a record whose quotes are faulty", () => {
    expect(readPieces(['"a" b,c\r\nd,e\r\n'])).toEqual([
      { line: 1, fields: ['"a" b,c'], problem: { code: "stray_quote" } },
      { line: 2, fields: ["d", "e"] },
    ]);
  });

  it.each([
    [0, "no problem"],
    [1, "unclosed_quote"],
  ])(
    "reads a quoted value that is %i characters longer than the limit, in one piece or two, with %s",
    (over, expected) => {
      const quoted = `"${"\n".repeat(MAX_CSV_RECORD_LENGTH - 2 + over)}"\n`;
      const middle = MAX_CSV_RECORD_LENGTH - 10;
      for (const pieces of [[quoted], [quoted.slice(0, middle), quoted.slice(middle)], [quoted, ""]]) {
        expect(readPieces(pieces)[0]?.problem?.code ?? "no problem").toBe(expected);
      }
    },
  );
});
