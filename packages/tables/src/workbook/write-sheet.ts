import { TableError } from "../table-error.js";
import { columnLetters } from "../shape.js";
import { serialOf } from "./cell-formats.js";

/**
 * The maximum number of rows of a sheet, including its header, and of characters of a cell, in every spreadsheet
 * program.
 */
export const MAX_SHEET_ROWS = 1_048_576;
export const MAX_CELL_LENGTH = 32_767;

/** The type of the cells of a column. A `date` is given as `YYYY-MM-DD`. */
export type SheetColumn = { readonly label: string; readonly kind: "text" | "number" | "date" | "boolean" };
export type CellValue = string | number | boolean | null;

/** The indexes of the styles in {@link sheetStyles}. */
const STYLES = { text: 1, number: 0, boolean: 0, date: 2, header: 3 };

/** The format `@` (49) keeps what a person types as text: no code loses its zeros, and nothing becomes a formula. */
export const sheetStyles = `<numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/></numFmts>
<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts>
<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>
<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>
<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>
<cellXfs count="4"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>
<xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>
<xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>
<xf numFmtId="49" fontId="1" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/></cellXfs>
<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles>`;

const entities: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };

// Matches the characters that XML does not allow, and the carriage return, which a reader of XML would turn into a line
// feed.
// oxlint-disable-next-line no-control-regex
const special = /[&<>\u0000-\u0008\u000b-\u001f\ufffe\uffff]|_(?=x[\da-f]{4}_)/gi;

/**
 * Writes the characters that XML does not allow as escapes such as `_x000D_` (ECMA-376 part 1, 22.9.2.19). It also
 * escapes texts that would be read as such an escape.
 */
const escapeText = (text: string): string =>
  text.replaceAll(
    special,
    (one) => entities[one] ?? `_x${one.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}_`,
  );

const textCell = (place: string, style: number, text: string): string => {
  if (text.length > MAX_CELL_LENGTH)
    throw new RangeError(`Cell ${place} has more than ${MAX_CELL_LENGTH} characters, the maximum of a spreadsheet.`);
  const space = /^\s|\s$|[\n\t]| {2}/.test(text) ? ' xml:space="preserve"' : "";
  return `<c r="${place}" s="${style}" t="inlineStr"><is><t${space}>${escapeText(text)}</t></is></c>`;
};

/** Spreadsheet programs keep 15 digits. A number with more is written as text. */
const EXACT_DIGITS = 15;
const isExact = (value: number): boolean => Number(value.toPrecision(EXACT_DIGITS)) === value;

const cellOf = (kind: SheetColumn["kind"], place: string, value: CellValue): string => {
  if (value === null || value === "") return "";
  if (typeof value === "boolean") return `<c r="${place}" t="b"><v>${value ? 1 : 0}</v></c>`;
  if (typeof value === "number" && isExact(value)) return `<c r="${place}"><v>${value}</v></c>`;
  const serial = kind === "date" ? serialOf(String(value)) : undefined;
  if (serial !== undefined) return `<c r="${place}" s="${STYLES.date}"><v>${serial}</v></c>`;
  return textCell(place, STYLES.text, String(value));
};

const WIDTHS = { text: 20, number: 12, date: 12, boolean: 10 };

/**
 * Returns the XML of a sheet in pieces. Its first row names the columns and stays in view. Cells without a value have the
 * format of their column, so that what is typed into them stays text, too.
 */
export const createSheetXml = (columns: readonly SheetColumn[]) => {
  const letters = columns.map((_, at) => columnLetters(at));
  let row = 1;
  const columnsXml = columns.map(
    ({ kind }, at) =>
      `<col min="${at + 1}" max="${at + 1}" width="${WIDTHS[kind]}" style="${STYLES[kind]}" customWidth="1"/>`,
  );
  const header = columns.map(({ label }, at) => textCell(`${letters[at]}1`, STYLES.header, label));
  return {
    head: `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${columnsXml.join("")}</cols><sheetData><row r="1">${header.join("")}</row>`,
    /** @throws TableError `workbook-too-large` if the sheet would have too many rows */
    rowsOf: (rows: readonly (readonly CellValue[])[]): string => {
      let xml = "";
      for (const values of rows) {
        row += 1;
        if (row > MAX_SHEET_ROWS) throw new TableError("workbook-too-large");
        xml += `<row r="${row}">`;
        for (const [at, { kind }] of columns.entries()) xml += cellOf(kind, `${letters[at]}${row}`, values[at] ?? null);
        xml += "</row>";
      }
      return xml;
    },
  };
};

export const SHEET_TAIL = "</sheetData></worksheet>";
