/** `line` is where the record starts in the file; the header is line 1. */
export type CsvRecord = { readonly line: number; readonly fields: readonly string[] };

/** The limit of the service's reader: an unclosed quote does not swallow the rest of the file. */
const MAX_QUOTED_LENGTH = 1_048_576;
const SLICE_MS = 12;

/** @returns the position after the closing quote, or -1 */
const closingQuote = (text: string, open: number): number => {
  for (let at = text.indexOf('"', open + 1); at >= 0; at = text.indexOf('"', at + 2)) {
    if (at - open > MAX_QUOTED_LENGTH) return -1;
    if (text[at + 1] !== '"') return at + 1;
  }
  return -1;
};

const lineEndAt = (text: string, at: number): number => {
  const found = text.indexOf("\n", at);
  return found === -1 ? text.length : found;
};

const withoutReturn = (line: string): string => (line.endsWith("\r") ? line.slice(0, -1) : line);

type Quoted = { readonly fields: readonly string[]; readonly next: number; readonly breaks: number };

/** A record that has quotes. @returns undefined if they are faulty */
const readQuoted = (text: string, start: number, delimiter: string): Quoted | undefined => {
  const fields: string[] = [];
  let breaks = 0;
  for (let at = start; ; ) {
    let end: number;
    if (text[at] === '"') {
      end = closingQuote(text, at);
      if (end < 0) return undefined;
      const value = text.slice(at + 1, end - 1).replaceAll('""', '"');
      breaks += value.split("\n").length - 1;
      fields.push(value);
    } else {
      const lineEnd = lineEndAt(text, at);
      const separator = text.indexOf(delimiter, at);
      end = separator === -1 || separator > lineEnd ? lineEnd : separator;
      const value = text.slice(at, end);
      if (value.includes('"')) return undefined;
      fields.push(end === lineEnd ? withoutReturn(value) : value);
    }
    if (text[end] === delimiter) {
      at = end + 1;
      continue;
    }
    if (text[end] === "\r") end += 1;
    if (end < text.length && text[end] !== "\n") return undefined;
    return { fields, next: end + 1, breaks };
  }
};

/** Reads CSV (RFC 4180). Empty lines are no records; a record with faulty quotes is its line, as one field. */
export const readCsv = function* (text: string, delimiter: string): Generator<CsvRecord> {
  let line = 1;
  let quote = text.indexOf('"');
  for (let at = 0; at < text.length; ) {
    const lineEnd = lineEndAt(text, at);
    if (quote !== -1 && quote < at) quote = text.indexOf('"', at);
    const quoted = quote === -1 || quote > lineEnd ? undefined : readQuoted(text, at, delimiter);
    if (quoted !== undefined) {
      yield { line, fields: quoted.fields };
      line += 1 + quoted.breaks;
      at = quoted.next;
      continue;
    }
    const content = withoutReturn(text.slice(at, lineEnd));
    if (content !== "") yield { line, fields: quote === -1 || quote > lineEnd ? content.split(delimiter) : [content] };
    line += 1;
    at = lineEnd + 1;
  }
};

/** Reads all records in short slices: the page answers in between. */
export const scanCsv = async (
  text: string,
  delimiter: string,
  onRecord: (record: CsvRecord) => void,
  signal?: AbortSignal,
): Promise<void> => {
  let sliceStart = performance.now();
  for (const record of readCsv(text, delimiter)) {
    onRecord(record);
    if (performance.now() - sliceStart < SLICE_MS) continue;
    // The pause between two slices is the point.
    // oxlint-disable-next-line no-await-in-loop
    await new Promise((resolve) => setTimeout(resolve));
    signal?.throwIfAborted();
    sliceStart = performance.now();
  }
};

const delimiters = [",", ";", "\t"] as const;

/** Spreadsheets of many countries write semicolons. */
export const findDelimiter = (text: string): string => {
  const header = text.slice(0, Math.min(lineEndAt(text, 0), 10_000));
  const counts = delimiters.map((delimiter) => header.split(delimiter).length);
  return delimiters[counts.indexOf(Math.max(...counts))] ?? ",";
};

const writeField = (value: string): string => (/[",\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value);

export const writeRecord = (fields: readonly string[]): string => fields.map(writeField).join(",");

/** Writes the file with commas, as the service reads it; each record keeps its line. */
export const withCommas = async (text: string, delimiter: string): Promise<string> => {
  if (delimiter === ",") return text;
  const parts: string[] = [];
  let at = 1;
  await scanCsv(text, delimiter, ({ line, fields }) => {
    const written = writeRecord(fields);
    parts.push("\n".repeat(line - at), written);
    at = line + written.split("\n").length - 1;
  });
  return parts.join("");
};
