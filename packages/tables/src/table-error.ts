/**
 * - `encoding`: the text is neither UTF-8, nor UTF-16, nor Windows-1252, or it is not what was chosen.
 * - `binary`: the file is not text.
 * - `line-too-long`: a line has more than 1 MiB.
 * - `empty`: no line names the columns.
 * - `too-wide`: the header has more than 1,000 columns.
 * - `no-header-line`: the chosen header line does not exist, or is blank.
 * - `workbook`: the file is not a workbook that spreadsheet programs write.
 * - `workbook-too-large`: the workbook unpacks to more than the limits allow.
 * - `no-sheet`: the workbook has no sheet of the chosen name.
 */
export type TableProblem =
  | "encoding"
  | "binary"
  | "line-too-long"
  | "empty"
  | "too-wide"
  | "no-header-line"
  | "workbook"
  | "workbook-too-large"
  | "no-sheet";

/** An error about a file that cannot be read as a table. */
export class TableError extends Error {
  readonly problem: TableProblem;
  /** The line of the file, from 1, at or soon after which the problem is. */
  readonly line: number | undefined;

  constructor(problem: TableProblem, line?: number) {
    super(problem);
    this.problem = problem;
    this.line = line;
  }
}
