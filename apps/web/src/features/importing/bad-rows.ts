import type { PetImportResult } from "@petstore/contract/client";
import type { ParametersOf } from "@petstore/contract/schemas";
import { BYTE_ORDER_MARK, createRecordReader, createRecordWriter, scanText } from "@petstore/tables";
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

/**
 * Writes the bad rows as they are in the file, with the delimiter of the file, so that the program that wrote it opens
 * them. The last columns are the line and what is wrong.
 */
export const writeBadRows = async (
  { text, delimiter, header }: CsvFile,
  badRows: readonly BadRow[],
  labels: { readonly line: string; readonly problem: string },
): Promise<string> => {
  const bad = new Map(badRows.map((row) => [row.line, row]));
  const found: { readonly fields: readonly string[]; readonly row: BadRow }[] = [];
  await scanText(text, createRecordReader(delimiter), (records) => {
    for (const { line, fields } of records) {
      const row = bad.get(line);
      if (row !== undefined) found.push({ fields, row });
    }
  });
  const writeRecord = createRecordWriter(delimiter);
  // A row may have values to the right of all columns.
  const width = found.reduce((most, { fields }) => Math.max(most, fields.length), header.length);
  const write = (fields: readonly string[], ...last: readonly string[]) => {
    const padding = Array.from({ length: Math.max(0, width - fields.length) }, () => "");
    return writeRecord([...fields, ...padding, ...last]);
  };
  const written = [
    write(header, labels.line, labels.problem),
    ...found.map(({ fields, row }) => write(fields, String(row.line), describeRow(row))),
  ];
  return `${BYTE_ORDER_MARK}${written.join("\r\n")}\r\n`;
};
