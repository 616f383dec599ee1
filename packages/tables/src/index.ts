export { type CsvRecord, MAX_CSV_RECORD_LENGTH, readCsvLines, type RecordProblem } from "./csv.js";
export { createTextDecoding, decodeText, type Encoding, encodings, type TextDecoding } from "./decode-text.js";
export {
  type Delimiter,
  type DelimiterName,
  delimiterNames,
  delimiters,
  isDelimiter,
  nameOfDelimiter,
} from "./delimiter.js";
export { type FileKind, fileKindOf, SIGNATURE_BYTES } from "./file-kind.js";
export { createPause } from "./pause.js";
export { createRecordReader, readRecords, type RecordReader } from "./read-records.js";
export { scanText } from "./scan-text.js";
export { createShape, MAX_COLUMNS, type ShapeOptions, type TableHeader, type TableShape } from "./shape.js";
export { spreadsheetSafe } from "./spreadsheet-safe.js";
export { TableError, type TableProblem } from "./table-error.js";
export { type BadRowCells, type BadRowTable, writeBadRows } from "./write-bad-rows.js";
export { BYTE_ORDER_MARK, createRecordWriter, writeRecord } from "./write-csv.js";
export { isBooleanWord, isUnknownWord, readBoolean } from "./values/booleans.js";
export {
  createDateEvidence,
  type DateOrder,
  dateOrders,
  isDayOfCalendar,
  needsDateOrder,
  readDate,
} from "./values/dates.js";
export { createNumberEvidence, type DecimalSign, decimalSigns, readNumber } from "./values/numbers.js";
