import { badRowColumns, countBadRowColumns } from "@petstore/contract/routes";
import { type BadRowCells, type TableHeader, writeBadRows } from "@petstore/tables";
import { type BadRow, problemOf } from "../csv/row-problems.js";
import type { Table } from "../csv/read-table.js";
import { writeFile } from "./output-file.js";
import { count as formatCount, plural } from "./words.js";

// The rows and their problems are held in memory, and an import may have millions.
const MAX_ROWS = 100_000;
const MAX_LENGTH = 64_000_000;

/**
 * Collects the bad rows of an import, and writes them as a file, as the admin does. The file is read again for the cells,
 * because an import does not keep them.
 */
export const createBadRowFile = (path: string) => {
  const problems = new Map<number, string>();
  let [length, count] = [0, 0];
  const collect = (row: BadRow): void => {
    count += 1;
    if (length >= MAX_LENGTH || problems.size >= MAX_ROWS) return;
    const problem = problemOf(row);
    length += problem.length;
    problems.set(row.line, problem);
  };
  const readCells = async (again: NonNullable<Table["again"]>, columns: number): Promise<BadRowCells[]> => {
    const rows: BadRowCells[] = [];
    let size = 0;
    for await (const records of again()) {
      for (const { line, fields } of records) {
        const problem = problems.get(line);
        if (problem === undefined || size >= MAX_LENGTH) continue;
        rows.push({ line, fields, problem });
        // A short row is filled up to the columns of the header.
        size += fields.reduce((sum, field) => sum + field.length, Math.max(columns, fields.length));
      }
    }
    return rows;
  };
  /** @returns a sentence about the file; undefined if no row is bad */
  const write = async ({ again, reading }: Table, header: TableHeader | undefined): Promise<string | undefined> => {
    if (count === 0 || header === undefined || again === undefined) return undefined;
    const { labels } = header;
    const rows = await readCells(again, labels.length);
    const table = { header: labels, delimiter: reading().delimiter ?? ",", added: countBadRowColumns(labels) };
    await writeFile(path, (output) => output(writeBadRows({ ...table, columns: badRowColumns.en }, rows)), {});
    const first = rows.length < count ? `the first ${formatCount(rows.length)} of ` : "";
    return `Wrote ${first}${plural(count, "bad row")} to "${path}".`;
  };
  return { collect, write };
};
