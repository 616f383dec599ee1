/**
 * The kinds of values that a number in a cell can stand for. If the kind is a number, the value is a code that is shown
 * with at least this many digits: with the format `000000`, 123 is shown as 000123.
 */
export type CellFormat = "number" | "date" | "time" | "moment" | number;

/**
 * Returns the format of a built-in id, which a file does not define itself (ECMA-376 part 1, 18.8.30). Ids 27 to 36 and
 * 50 to 58 are East Asian dates.
 */
export const builtInFormat = (id: number): CellFormat => {
  if ((id >= 14 && id <= 17) || (id >= 27 && id <= 31) || id === 36 || (id >= 50 && id <= 58)) return "date";
  if ((id >= 18 && id <= 21) || (id >= 32 && id <= 35) || (id >= 45 && id <= 47)) return "time";
  return id === 22 ? "moment" : "number";
};

/**
 * Matches the literal parts of a format: quoted texts, characters after a backslash, a blank or a fill, and colours,
 * currencies and conditions in brackets.
 */
const LITERALS = /"[^"]*"|[\\_*].|\[(?!(?:h+|m+|s+)\])[^\]]*\]/gi;

/** Spreadsheet programs allow at most 255 characters in a format. */
const MAX_CODE_LENGTH = 1_000;

/**
 * Returns the kind of a format that the file defines. `m` means minutes beside hours or seconds, and months elsewhere.
 */
export const formatOfCode = (code: string): CellFormat => {
  if (code.length > MAX_CODE_LENGTH) return "number";
  const letters = code.replaceAll(LITERALS, "").split(";", 1)[0] ?? "";
  // Programs group the digits of long codes with spaces, which belong to the display and not to the code.
  if (/^0[0 ]+$/.test(letters)) return letters.replaceAll(" ", "").length;
  const hasTime = /[hs]/i.test(letters);
  if (/[dy]/i.test(letters) || (!hasTime && /m/i.test(letters))) return hasTime ? "moment" : "date";
  return hasTime ? "time" : "number";
};

const DAY_SECONDS = 86_400;
/** The serial number of the last day of the year 9999. */
const LAST_SERIAL = 2_958_465;
/** Serial 60 is 29 February 1900, a day that never existed. */
const MISSING_DAY = 60;
const EPOCH_1900 = Date.UTC(1899, 11, 30);
const EPOCH_1904 = Date.UTC(1904, 0, 1);

/**
 * Writes a day or a time as ISO 8601, without a time zone because a sheet has none.
 * @returns undefined if the number is not a day or a time
 */
export const writeSerial = (serial: number, format: CellFormat, is1904: boolean): string | undefined => {
  if (format === "number" || typeof format === "number" || serial < 0 || serial > LAST_SERIAL) return undefined;
  const day = !is1904 && serial < MISSING_DAY ? serial + 1 : serial;
  const seconds = Math.round(day * DAY_SECONDS);
  const iso = new Date((is1904 ? EPOCH_1904 : EPOCH_1900) + seconds * 1_000).toISOString();
  if (format === "time" && serial < 1) return iso.slice(11, 19);
  return format === "date" || seconds % DAY_SECONDS === 0 ? iso.slice(0, 10) : iso.slice(0, 19);
};

/** The serial number of 1 March 1900. Programs differ in the numbers of the days before it. */
const FIRST_COMMON_SERIAL = 61;

/** Returns the serial number of a day `YYYY-MM-DD`; undefined if not every program would read the same day back. */
export const serialOf = (day: string): number | undefined => {
  const time = /^\d{4}-\d{2}-\d{2}$/.test(day) ? Date.parse(day) : Number.NaN;
  const serial = (time - EPOCH_1900) / (DAY_SECONDS * 1_000);
  return serial >= FIRST_COMMON_SERIAL && serial <= LAST_SERIAL ? serial : undefined;
};
