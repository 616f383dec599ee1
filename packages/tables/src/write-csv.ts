/** Spreadsheet programs read a file as UTF-8 if it begins with this. */
export const BYTE_ORDER_MARK = "\uFEFF";

const writeField = (value: string): string => (/[",\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value);

/** Writes a record of CSV with commas (RFC 4180), without a line break at its end. */
export const writeRecord = (fields: readonly string[]): string => fields.map(writeField).join(",");
