// The service and the admin both read CSV files with this file. It imports nothing, so neither of them loads anything
// else with it.

/** A problem of a record as a whole: faulty quotes, or a value to the right of all columns. */
export type RecordProblem =
  | { readonly code: "unclosed_quote" | "stray_quote" }
  | {
      readonly code: "beyond_columns";
      readonly value: string;
      /** The number of the value's column, from 1. */
      readonly position: number;
      /** The number of columns that the header has. */
      readonly columns: number;
    };

/**
 * `line` is where the record starts; the header is line 1. A record with faulty quotes has its whole line as its only
 * field, and a `problem`.
 */
export type CsvRecord = { readonly line: number; readonly fields: string[]; readonly problem?: RecordProblem };

/**
 * `unread` is the start of a record that continues in the following lines, and `nextLine` is the number of its first
 * line.
 */
export type CsvLines = { readonly records: CsvRecord[]; readonly nextLine: number; readonly unread: string };

/** `line` is the first line of the text, `delimiter` one character. */
export type CsvPlace = { readonly line: number; readonly delimiter: string; readonly isLast: boolean };

/**
 * The maximum length of a record. Without this limit, an unclosed quote would cause the rest of the file to be read
 * into memory.
 */
export const MAX_CSV_RECORD_LENGTH = 1_048_576;

const UNCLOSED = "unclosed_quote";
const STRAY = "stray_quote";

const withoutReturn = (text: string) => (text.endsWith("\r") ? text.slice(0, -1) : text);

/** @returns The position after the closing quote, or -1. */
const closingQuote = (text: string, open: number): number => {
  for (let at = text.indexOf('"', open + 1); at >= 0; at = text.indexOf('"', at + 2)) {
    if (text[at + 1] !== '"') return at + 1;
  }
  return -1;
};

const plainEnd = (text: string, start: number, delimiter: string): number => {
  let at = start;
  while (at < text.length && text[at] !== delimiter && text[at] !== "\n" && text[at] !== '"') at += 1;
  return at;
};

/** `next` is where the next record starts; `innerBreaks` counts line breaks within quotes. */
type QuotedRecord = { readonly fields: string[]; readonly next: number; readonly innerBreaks: number };

/** Follows RFC 4180 §2.5 to 2.7. @returns The problem, if the quotes are faulty. */
const readQuotedRecord = (
  text: string,
  start: number,
  delimiter: string,
): QuotedRecord | typeof UNCLOSED | typeof STRAY => {
  const fields: string[] = [];
  let innerBreaks = 0;
  for (let at = start; ; at += 1) {
    if (text[at] === '"') {
      const open = at;
      at = closingQuote(text, open);
      if (at < 0 || at - start > MAX_CSV_RECORD_LENGTH) return UNCLOSED;
      const value = text.slice(open + 1, at - 1).replaceAll('""', '"');
      innerBreaks += value.split("\n").length - 1;
      fields.push(value);
    } else {
      const from = at;
      at = plainEnd(text, from, delimiter);
      const value = text.slice(from, at);
      fields.push(text[at] === delimiter ? value : withoutReturn(value));
    }
    if (text[at] === delimiter) continue;
    if (text[at] === "\r") at += 1;
    if (at < text.length && text[at] !== "\n") return STRAY;
    return { fields, next: at + 1, innerBreaks };
  }
};

/**
 * Reads CSV (RFC 4180) in pieces; the caller puts `unread` in front of the next piece. Empty lines are skipped.
 * @param text - Whole lines; only the last piece may end within a line.
 */
export const readCsvLines = (text: string, { line: firstLine, delimiter, isLast }: CsvPlace): CsvLines => {
  const records: CsvRecord[] = [];
  let line = firstLine;
  let at = 0;
  let quote = text.indexOf('"');
  while (at < text.length) {
    const found = text.indexOf("\n", at);
    const lineEnd = found === -1 ? text.length : found;
    if (quote !== -1 && quote < at) quote = text.indexOf('"', at);
    if (quote === -1 || quote > lineEnd) {
      const content = text.slice(at, text[lineEnd - 1] === "\r" && lineEnd > at ? lineEnd - 1 : lineEnd);
      if (content !== "") records.push({ line, fields: content.split(delimiter) });
      line += 1;
      at = lineEnd + 1;
      continue;
    }
    const record = readQuotedRecord(text, at, delimiter);
    if (typeof record !== "string") {
      records.push({ line, fields: record.fields });
      line += 1 + record.innerBreaks;
      at = record.next;
      continue;
    }
    if (record === UNCLOSED && !isLast && text.length - at <= MAX_CSV_RECORD_LENGTH) break;
    // It is not clear where a faulty quote should end, so parsing resumes at the next line.
    records.push({ line, fields: [withoutReturn(text.slice(at, lineEnd))], problem: { code: record } });
    line += 1;
    at = lineEnd + 1;
  }
  return { records, nextLine: line, unread: text.slice(at) };
};
