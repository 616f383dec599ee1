/** Spreadsheet programs read a file as UTF-8 if it begins with this. */
export const BYTE_ORDER_MARK = "\uFEFF";

const needsQuotes = (value: string, delimiter: string): boolean => value.includes(delimiter) || /["\r\n]/.test(value);

/** Writes a record of CSV (RFC 4180), without a line break at its end. */
export const writeRecord = (fields: readonly string[], delimiter = ","): string =>
  fields.map((value) => (needsQuotes(value, delimiter) ? `"${value.replaceAll('"', '""')}"` : value)).join(delimiter);
