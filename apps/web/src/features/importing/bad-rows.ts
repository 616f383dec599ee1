import type { PetImportResult } from "@petstore/contract/client";
import { countBadRowColumns, type ParametersOf } from "@petstore/contract/schemas";
import { type BadRowCells, type BadRowTable, createRecordReader, scanText, writeBadRows } from "@petstore/tables";
import { rowProblems } from "../../texts/row-problems";
import type { CsvFile } from "./read-file";

type BadRow = PetImportResult["badRows"][number];
type Problem = Pick<BadRow["problems"][number], "code" | "column" | "parameters" | "sentence">;

const isKnown = (code: string): code is keyof typeof rowProblems.problems => Object.hasOwn(rowProblems.problems, code);

/** Says in the language of the page what is wrong. The sentence of a later version of the service remains English. */
export const describeProblem = ({ code, parameters, sentence }: Problem): string => {
  if (!isKnown(code)) return sentence;
  const text: (parameters: ParametersOf<"invalid">) => string = rowProblems.problems[code] as never;
  return text(parameters as never);
};

/** Writes what is wrong with a row, each problem with its column and its value. */
export const describeRow = ({ problems }: BadRow): string =>
  problems
    .map((problem) => {
      const { column, value } = problem;
      const place = [column ?? "", value === null ? "" : rowProblems.value(value)]
        .filter((part) => part !== "")
        .join(" ");
      return place === "" || !isKnown(problem.code)
        ? describeProblem(problem)
        : rowProblems.about(place, describeProblem(problem));
    })
    .join("; ");

/** Writes the bad rows as a file, which an import takes back when they are corrected. */
export const badRowsFile = async (
  { text, delimiter, header }: CsvFile,
  badRows: readonly BadRow[],
  columns: BadRowTable["columns"],
): Promise<string> => {
  const bad = new Map(badRows.map((row) => [row.line, row]));
  const found: BadRowCells[] = [];
  await scanText(text, createRecordReader(delimiter), (records) => {
    for (const { line, fields } of records) {
      const row = bad.get(line);
      if (row !== undefined) found.push({ line, fields, problem: describeRow(row) });
    }
  });
  return writeBadRows({ header, delimiter, added: countBadRowColumns(header), columns }, found);
};
