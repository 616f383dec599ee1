import type { CsvRecord } from "./csv.js";
import { createPause } from "./pause.js";
import type { RecordReader } from "./read-records.js";

/** This length is a few hundred rows. Reading them takes far less time than a slice. */
const PIECE_LENGTH = 16_384;

/** Reads all records of a text in short slices, so that a page can react in between. */
export const scanText = async (
  text: string,
  reader: RecordReader,
  onRecords: (records: readonly CsvRecord[]) => void,
  signal?: AbortSignal,
): Promise<void> => {
  const pause = createPause(signal);
  for (let at = 0; at < text.length; at += PIECE_LENGTH) {
    onRecords(reader.add(text.slice(at, at + PIECE_LENGTH), false));
    // The pause between two slices is intended.
    // oxlint-disable-next-line no-await-in-loop
    await pause();
  }
  onRecords(reader.add("", true));
};
