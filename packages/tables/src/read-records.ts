import { type CsvRecord, MAX_CSV_RECORD_LENGTH, readCsvLines } from "./csv.js";
import { type Delimiter, GUESSED_LENGTH, guessDelimiter, isDelimiter } from "./delimiter.js";
import { TableError } from "./table-error.js";
import { BYTE_ORDER_MARK } from "./write-csv.js";

export type RecordReader = {
  /** The delimiter, once it is known: after the first 64 KiB, or at the end of a shorter file. */
  readonly delimiter: () => Delimiter | undefined;
  /** Returns the records that are complete. */
  readonly add: (text: string, isLast: boolean) => CsvRecord[];
};

/**
 * Reads the records of a text that comes in pieces, wherever it is cut. Lines end with LF, CR LF or CR alone. A first
 * line such as `sep=;`, which spreadsheet programs write and hide, names the delimiter.
 * @param chosen - The delimiter that a person chose; without one it is guessed.
 */
export const createRecordReader = (chosen?: Delimiter): RecordReader => {
  let delimiter: Delimiter | undefined;
  let isReturnAlone = false;
  let line = 1;
  let rest = "";

  const withLineFeeds = (text: string) => (isReturnAlone ? text.replaceAll("\r", "\n") : text);
  const start = (): Delimiter => {
    if (rest.startsWith(BYTE_ORDER_MARK)) rest = rest.slice(1);
    isReturnAlone = rest.includes("\r") && !rest.includes("\n");
    rest = withLineFeeds(rest);
    const [first = "", named = ""] = /^sep=(.)\r?(?:\n|$)/i.exec(rest) ?? [];
    rest = rest.slice(first.length);
    if (first !== "") line += 1;
    return chosen ?? (isDelimiter(named) ? named : guessDelimiter(rest));
  };
  return {
    delimiter: () => delimiter,
    add: (text, isLast) => {
      rest += withLineFeeds(text);
      if (delimiter === undefined) {
        if (rest.length < GUESSED_LENGTH && !isLast) return [];
        delimiter = start();
      }
      const end = isLast ? rest.length : rest.lastIndexOf("\n") + 1;
      if (rest.length - end > MAX_CSV_RECORD_LENGTH) throw new TableError("line-too-long", line);
      const { records, nextLine, unread } = readCsvLines(rest.slice(0, end), { line, delimiter, isLast });
      rest = unread + rest.slice(end);
      line = nextLine;
      return records;
    },
  };
};

/** Reads the records of a text that comes in pieces; see {@link createRecordReader}. */
export const readRecords = async function* (
  texts: AsyncIterable<string> | Iterable<string>,
  reader: RecordReader,
): AsyncGenerator<CsvRecord[]> {
  for await (const text of texts) yield reader.add(text, false);
  yield reader.add("", true);
};
