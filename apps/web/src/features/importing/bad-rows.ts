import type { PetImportResult } from "@petstore/contract/client";
import { BYTE_ORDER_MARK, createRecordReader, scanText, writeRecord } from "@petstore/tables";
import type { CsvFile } from "./read-file";

type BadRow = PetImportResult["badRows"][number];

export type ProblemGroup = { readonly problem: string; readonly lines: readonly number[] };

/** Treats `outcome "X" is …` and `outcome "Y" is …` as one problem. */
const kindOf = (problem: string): string => problem.replaceAll(/"[^"]*"/g, "“…”");

/** Groups the bad rows by problem, the most frequent problem first. */
export const groupProblems = (badRows: readonly BadRow[]): readonly ProblemGroup[] => {
  const groups = new Map<string, number[]>();
  for (const { line, problem } of badRows) {
    const kind = kindOf(problem);
    groups.set(kind, [...(groups.get(kind) ?? []), line]);
  }
  return [...groups]
    .map(([problem, lines]) => ({ problem, lines }))
    .toSorted((one, other) => other.lines.length - one.lines.length);
};

/** Writes the bad rows as they are in the file, with their line numbers and problems. */
export const writeBadRows = async (
  { text, delimiter, header }: CsvFile,
  badRows: readonly BadRow[],
  labels: { readonly line: string; readonly problem: string },
): Promise<string> => {
  const problems = new Map(badRows.map(({ line, problem }) => [line, problem]));
  const written = [writeRecord([...header, labels.line, labels.problem])];
  await scanText(text, createRecordReader(delimiter), (records) => {
    for (const { line, fields } of records) {
      const problem = problems.get(line);
      if (problem === undefined) continue;
      const padding = Array.from({ length: Math.max(0, header.length - fields.length) }, () => "");
      written.push(writeRecord([...fields, ...padding, String(line), problem]));
    }
  });
  return `${BYTE_ORDER_MARK}${written.join("\r\n")}\r\n`;
};
