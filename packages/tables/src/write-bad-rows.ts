import { BYTE_ORDER_MARK, createRecordWriter } from "./write-csv.js";

/** The file whose bad rows are written. */
export type BadRowTable = {
  readonly header: readonly string[];
  readonly delimiter: string;
  /** How many columns at the end of the header an earlier file of bad rows has added. They are left out. */
  readonly added: number;
  /** The names of the two columns that are added. */
  readonly columns: readonly [line: string, problem: string];
};

/** A row with more values beyond the columns does not make the others as wide, because there may be a million. */
const MAX_BEYOND = 100;

export type BadRowCells = { readonly line: number; readonly fields: readonly string[]; readonly problem: string };

/**
 * Writes bad rows as they are in their file, with the delimiter of the file, so that the program that wrote it opens them.
 * The last columns are the line and what is wrong. A row may have values to the right of all columns.
 */
export const writeBadRows = (
  { header, delimiter, added, columns }: BadRowTable,
  rows: readonly BadRowCells[],
): string => {
  const own = header.length - added;
  const cellsOf = (fields: readonly string[]) => [...fields.slice(0, own), ...fields.slice(header.length)];
  const found = rows.map(({ line, fields, problem }) => ({ cells: cellsOf(fields), line, problem }));
  const width = found.reduce(
    (most, { cells }) => (cells.length <= own + MAX_BEYOND ? Math.max(most, cells.length) : most),
    own,
  );
  const writeRecord = createRecordWriter(delimiter);
  const write = (cells: readonly string[], ...last: readonly string[]) => {
    const padding = Array.from({ length: Math.max(0, width - cells.length) }, () => "");
    return writeRecord([...cells, ...padding, ...last]);
  };
  const written = [
    write(header.slice(0, own), ...columns),
    ...found.map(({ cells, line, problem }) => write(cells, String(line), problem)),
  ];
  return `${BYTE_ORDER_MARK}${written.join("\r\n")}\r\n`;
};
