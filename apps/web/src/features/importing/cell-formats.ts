/** What a number in a cell is. */
export type CellFormat = "number" | "date" | "time" | "moment";

/** ECMA-376 part 1, 18.8.30: the formats that a file does not write out; 27 to 36 and 50 to 58 are dates of East Asia. */
export const builtInFormat = (id: number): CellFormat => {
  if ((id >= 14 && id <= 17) || (id >= 27 && id <= 31) || id === 36 || (id >= 50 && id <= 58)) return "date";
  if ((id >= 18 && id <= 21) || (id >= 32 && id <= 35) || (id >= 45 && id <= 47)) return "time";
  return id === 22 ? "moment" : "number";
};

/** Texts in quotes, after a backslash, a blank or a fill, and colours, currencies and conditions in brackets. */
const LITERALS = /"[^"]*"|[\\_*].|\[(?!(?:h+|m+|s+)\])[^\]]*\]/gi;

/** Spreadsheet programs allow 255 characters. */
const MAX_CODE_LENGTH = 1_000;

/** What a format of the file's own makes of a number: `m` is a minute beside hours or seconds, and a month elsewhere. */
export const formatOfCode = (code: string): CellFormat => {
  if (code.length > MAX_CODE_LENGTH) return "number";
  const letters = code.replaceAll(LITERALS, "").split(";", 1)[0] ?? "";
  const hasTime = /[hs]/i.test(letters);
  if (/[dy]/i.test(letters) || (!hasTime && /m/i.test(letters))) return hasTime ? "moment" : "date";
  return hasTime ? "time" : "number";
};

const DAY_SECONDS = 86_400;
/** The last day of 9999. */
const LAST_SERIAL = 2_958_465;
/** The day that 1900 did not have: 29 February, which is serial 60. */
const MISSING_DAY = 60;
const EPOCH_1900 = Date.UTC(1899, 11, 30);
const EPOCH_1904 = Date.UTC(1904, 0, 1);

/** Writes a day or a time as ISO 8601, without a zone: a sheet has none. @returns undefined for what is none */
export const writeSerial = (serial: number, format: CellFormat, is1904: boolean): string | undefined => {
  if (format === "number" || serial < 0 || serial > LAST_SERIAL) return undefined;
  const day = !is1904 && serial < MISSING_DAY ? serial + 1 : serial;
  const seconds = Math.round(day * DAY_SECONDS);
  const iso = new Date((is1904 ? EPOCH_1904 : EPOCH_1900) + seconds * 1_000).toISOString();
  if (format === "time" && serial < 1) return iso.slice(11, 19);
  return format === "date" || seconds % DAY_SECONDS === 0 ? iso.slice(0, 10) : iso.slice(0, 19);
};
