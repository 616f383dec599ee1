/** Spreadsheet programs read a file as UTF-8 if it begins with this. */
export const BYTE_ORDER_MARK = "\uFEFF";

/** Returns a function that writes a record of CSV (RFC 4180), without a line break at its end. */
export const createRecordWriter = (delimiter: string) => {
  const write = (value: string): string =>
    value.includes(delimiter) || /["\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
  return (fields: readonly string[]): string => fields.map(write).join(delimiter);
};

/** Writes a record of CSV with commas. */
export const writeRecord = createRecordWriter(",");
