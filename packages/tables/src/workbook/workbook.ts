import { readCsvLines } from "../csv.js";
import { createPause } from "../pause.js";
import { TableError } from "../table-error.js";
import { writeRecord } from "../write-csv.js";
import { builtInFormat, type CellFormat, formatOfCode, writeSerial } from "./cell-formats.js";
import { attribute, scanTags, type Tag, unescapeXml } from "./xml.js";
import { type Archive, ArchiveError, ArchiveTooLargeError, openArchive } from "./zip.js";

/** The limits for reading a workbook. */
export type WorkbookLimits = {
  /** The maximum number of bytes that are unpacked from the archive, over all parts. */
  readonly unpackedBytes: number;
  /** The maximum number of characters of the sheet as CSV. */
  readonly length: number;
  readonly rows: number;
};
/** The limit is far above the 32,767 characters that a cell may hold. */
const MAX_TEXT_LENGTH = 1_048_576;
const MAX_SHARED_TEXTS = 2_000_000;
const MAX_MERGES = 100_000;
const LAST_ROW = 1_048_576;
const LAST_COLUMN = 16_384;

const [idOf, typeOf, targetOf] = [attribute("Id"), attribute("Type"), attribute("Target")];
const [nameOf, relationOf, stateOf] = [attribute("name"), attribute("\\w+:id"), attribute("state")];
const [placeOf, kindOf, styleOf] = [attribute("r"), attribute("t"), attribute("s")];
const [hiddenOf, rangeOf] = [attribute("hidden"), attribute("ref")];
const [formatIdOf, formatCodeOf] = [attribute("numFmtId"), attribute("formatCode")];
const dateSystemOf = attribute("date1904");

type Scan = (path: string, onTag: (tag: Tag) => void) => Promise<void>;

const createScan = (archive: Archive, signal: AbortSignal): Scan => {
  const pause = createPause(signal);
  return async (path, onTag) => {
    let rest = "";
    for await (const piece of archive.read(path)) {
      rest = scanTags(rest + piece, onTag);
      if (rest.length > MAX_TEXT_LENGTH) throw new ArchiveTooLargeError(path);
      await pause();
    }
  };
};

type Relation = { readonly type: string; readonly path: string };

/** Reads what a part of the workbook refers to, by the ids that the part uses. "" stands for the whole workbook. */
const readRelations = async (scan: Scan, part: string): Promise<ReadonlyMap<string, Relation>> => {
  const folder = part.slice(0, part.lastIndexOf("/") + 1);
  const relations = new Map<string, Relation>();
  await scan(`${folder}_rels/${part.slice(folder.length)}.rels`, (tag) => {
    const target = tag.name === "Relationship" ? targetOf(tag) : undefined;
    if (target === undefined) return;
    const path = target.startsWith("/") ? target.slice(1) : folder + target;
    relations.set(idOf(tag) ?? "", { type: (typeOf(tag) ?? "").replace(/^.*\//, ""), path });
  });
  return relations;
};

/** Resolves escapes such as `_x0007_`, which stand for characters that XML does not allow. */
const unescapeText = (text: string): string =>
  unescapeXml(text).replaceAll(/_x([\da-f]{4})_/gi, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );

/**
 * Collects the text of a cell or of a shared text from all its runs. It leaves out the phonetic guides of Japanese
 * texts.
 */
const createTextCollector = () => {
  let text = "";
  let isAid = false;
  return {
    take: ({ name, kind, text: before }: Tag) => {
      if (name === "rPh") isAid = kind === "open";
      if (name === "t" && kind === "close" && !isAid) text += unescapeText(before);
      if (text.length > MAX_TEXT_LENGTH) throw new ArchiveTooLargeError("a text");
    },
    end: () => {
      const all = text;
      text = "";
      return all;
    },
  };
};

const readSharedTexts = async (scan: Scan, path: string): Promise<readonly string[]> => {
  const collector = createTextCollector();
  const texts: string[] = [];
  await scan(path, (tag) => {
    collector.take(tag);
    if (tag.name === "si" && tag.kind !== "open") texts.push(collector.end());
    if (texts.length > MAX_SHARED_TEXTS) throw new ArchiveTooLargeError(path);
  });
  return texts;
};

/** Reads the format of each cell style. */
const readFormats = async (scan: Scan, path: string): Promise<readonly CellFormat[]> => {
  const own = new Map<number, CellFormat>();
  const formats: CellFormat[] = [];
  let isOfCells = false;
  await scan(path, (tag) => {
    const id = Number(formatIdOf(tag) ?? 0);
    if (tag.name === "numFmt") own.set(id, formatOfCode(formatCodeOf(tag) ?? ""));
    if (tag.name === "cellXfs") isOfCells = tag.kind === "open";
    if (isOfCells && tag.name === "xf" && tag.kind !== "close") formats.push(own.get(id) ?? builtInFormat(id));
  });
  return formats;
};

type Book = {
  readonly texts: readonly string[];
  readonly formats: readonly CellFormat[];
  readonly is1904: boolean;
};

const LETTERS = 26;
const BEFORE_A = 64;

/** Returns the number of a column: `B7` is in column 2. @returns 0 if the place names no column */
const columnOf = (place: string): number => {
  let column = 0;
  for (const letter of /^[A-Z]{1,3}/.exec(place)?.[0] ?? "")
    column = column * LETTERS + letter.charCodeAt(0) - BEFORE_A;
  return column;
};

/** Spreadsheet programs show at most 15 digits. The others come from rounding in binary. */
const EXACT_DIGITS = 15;

const showNumber = (value: string, format: CellFormat | undefined, is1904: boolean): string => {
  const number = Number(value);
  if (value === "" || !Number.isFinite(number)) return value;
  const shown = writeSerial(number, format ?? "number", is1904) ?? String(Number(number.toPrecision(EXACT_DIGITS)));
  return typeof format === "number" && /^\d+$/.test(shown) ? shown.padStart(format, "0") : shown;
};

const showCell = (cell: Tag, value: string, inline: string, { texts, formats, is1904 }: Book): string => {
  switch (kindOf(cell)) {
    case "s":
      return texts[Number(value)] ?? "";
    case "inlineStr":
      return inline;
    case "b":
      return value === "1" ? "true" : "false";
    case "str":
    case "e":
      return unescapeText(value);
    case "d":
      return value.replace(/T00:00(?::00(?:\.0*)?)?Z?$/, "");
    default:
      return showNumber(value.trim(), formats[Number(styleOf(cell) ?? 0)], is1904);
  }
};

type SheetRow = { readonly line: number; readonly fields: readonly string[]; readonly isHidden: boolean };

/** The rows and the column, from 1, of merged cells that cover several rows. */
type Merge = { readonly column: number; readonly first: number; readonly last: number };

const mergeOf = (range: string): Merge | undefined => {
  const [, first, last] = /^[A-Z]{1,3}(\d{1,7}):[A-Z]{1,3}(\d{1,7})$/.exec(range) ?? [];
  if (first === undefined || first === last) return undefined;
  return { column: columnOf(range), first: Number(first), last: Number(last) };
};

const createSheetReader = (book: Book, onRow: (row: SheetRow) => void, onMerge: (merge: Merge) => void) => {
  const collector = createTextCollector();
  let line = 0;
  let fields: string[] = [];
  let isHidden = false;
  let cell: Tag | undefined;
  let value = "";
  let lastColumn = 0;
  const endCell = (of: Tag) => {
    const column = columnOf(placeOf(of) ?? "") || lastColumn + 1;
    if (column > LAST_COLUMN) throw new ArchiveError("has a cell outside of its sheet");
    lastColumn = column;
    const shown = showCell(of, value, collector.end(), book);
    // An empty cell may have only a format. If it counted, a single such cell far to the right would make each row
    // 16,384 cells wide.
    if (shown !== "") {
      while (fields.length < column) fields.push("");
      fields[column - 1] = shown;
    }
    cell = undefined;
    value = "";
  };
  const takeRow = (tag: Tag) => {
    if (tag.kind !== "close") {
      line = Number(placeOf(tag) ?? line + 1);
      isHidden = ["1", "true"].includes(hiddenOf(tag) ?? "");
      fields = [];
      lastColumn = 0;
    }
    if (tag.kind !== "open") onRow({ line, fields, isHidden });
  };
  return (tag: Tag): void => {
    const { name, kind } = tag;
    if (name === "row") takeRow(tag);
    else if (name === "c") {
      if (kind === "open") cell = tag;
      else endCell(cell ?? tag);
    } else if (name === "v" && kind === "close") value = tag.text;
    else if (name === "mergeCell" && kind !== "close") {
      const merge = mergeOf(rangeOf(tag) ?? "");
      if (merge !== undefined) onMerge(merge);
    } else collector.take(tag);
  };
};

/** Collects rows as CSV with commas. Each row keeps its line number, unless a cell before it has several lines. */
const createSheetWriter = (limits: WorkbookLimits, path: string) => {
  const parts: string[] = [];
  let length = 0;
  let at = 1;
  return {
    add: (line: number, fields: readonly string[]): void => {
      const size = fields.reduce((sum, field) => sum + field.length, fields.length);
      if (length + size > limits.length) throw new ArchiveTooLargeError(path);
      const written = `${"\n".repeat(Math.max(0, line - at))}${writeRecord(fields)}\n`;
      parts.push(written);
      length += written.length;
      at += written.split("\n").length - 1;
    },
    end: () => parts.join(""),
  };
};

/** Returns the index of the first row at or below this line. */
const indexOfLine = (lines: readonly number[], line: number): number => {
  let [low, high] = [0, lines.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((lines[middle] ?? 0) < line) low = middle + 1;
    else high = middle;
  }
  return low;
};

/**
 * Gives the value of merged cells to each row that they cover. A workbook stores it in the first row only, but a person
 * sees it beside all of them.
 */
const fillMerges = (
  text: string,
  lines: readonly number[],
  merges: readonly Merge[],
  { limits, path }: { readonly limits: WorkbookLimits; readonly path: string },
): string => {
  if (merges.length === 0) return text;
  const { records } = readCsvLines(text, { line: 1, delimiter: ",", isLast: true });
  const rows = records.map(({ fields }) => fields);
  let left = limits.length - text.length;
  for (const { column, first, last } of merges) {
    const top = indexOfLine(lines, first);
    const value = lines[top] === first ? (rows[top]?.[column - 1] ?? "") : "";
    if (value === "") continue;
    for (let at = top + 1; (lines[at] ?? Infinity) <= last; at += 1) {
      left -= value.length + 1;
      if (left < 0) throw new ArchiveTooLargeError(path);
      const row = rows[at] ?? [];
      while (row.length < column) row.push("");
      if (row[column - 1] === "") row[column - 1] = value;
    }
  }
  const writer = createSheetWriter(limits, path);
  for (const [at, row] of rows.entries()) writer.add(lines[at] ?? 0, row);
  return writer.end();
};

const readSheet = async (
  scan: Scan,
  path: string,
  book: Book,
  { limits, isSkippingHidden }: { readonly limits: WorkbookLimits; readonly isSkippingHidden: boolean },
): Promise<Pick<Sheet, "text" | "hiddenRows">> => {
  const writer = createSheetWriter(limits, path);
  const lines: number[] = [];
  const merges: Merge[] = [];
  let [last, hiddenRows] = [0, 0];
  const onRow = ({ line, fields, isHidden }: SheetRow): void => {
    if (!(line > last && line <= LAST_ROW)) throw new ArchiveError("has rows that are out of order");
    last = line;
    // A row without values, which only has a format, does not count.
    if (fields.every((field) => field.trim() === "")) return;
    if (isHidden) hiddenRows += 1;
    if (isHidden && isSkippingHidden) return;
    if (lines.length === limits.rows) throw new ArchiveTooLargeError(path);
    writer.add(line, fields);
    lines.push(line);
  };
  const onMerge = (merge: Merge): void => {
    if (merges.length === MAX_MERGES) throw new ArchiveTooLargeError(path);
    merges.push(merge);
  };
  await scan(path, createSheetReader(book, onRow, onMerge));
  return { text: fillMerges(writer.end(), lines, merges, { limits, path }), hiddenRows };
};

type SheetPlace = { readonly name: string; readonly path: string; readonly isHidden: boolean };

/** Returns the sheets in their order. Chart sheets are left out, because they have no rows. */
const readWorkbook = async (scan: Scan, part: string, relations: ReadonlyMap<string, Relation>) => {
  const sheets: SheetPlace[] = [];
  let is1904 = false;
  await scan(part, (tag) => {
    if (tag.name === "workbookPr") is1904 = ["1", "true"].includes(dateSystemOf(tag) ?? "");
    const relation = tag.name === "sheet" ? relations.get(relationOf(tag) ?? "") : undefined;
    if (relation?.type !== "worksheet") return;
    const isHidden = (stateOf(tag) ?? "visible") !== "visible";
    sheets.push({ name: nameOf(tag) ?? "", path: relation.path, isHidden });
  });
  return { sheets, is1904 };
};

/** A sheet of a workbook as CSV, and information about its hidden rows and the hidden sheets. */
export type Sheet = {
  readonly text: string;
  /** The name of the sheet that was read. */
  readonly sheet: string;
  /** The names of the sheets that a person sees, in their order. */
  readonly sheets: readonly string[];
  readonly hiddenSheets: readonly string[];
  /** The number of rows with values that are hidden in this sheet, whether they were read or not. */
  readonly hiddenRows: number;
};

/** How a workbook is to be read. */
export type SheetChoice = {
  /** The name of a sheet. Without it, the first sheet that a person sees is read. */
  readonly sheet?: string | undefined;
  /** True if rows that are hidden are left out. */
  readonly isSkippingHidden?: boolean | undefined;
};

const findType = (relations: ReadonlyMap<string, Relation>, wanted: string) =>
  [...relations.values()].find(({ type }) => type === wanted)?.path;

const read = async (
  bytes: ArrayBuffer,
  { sheet: wanted, isSkippingHidden = false }: SheetChoice,
  limits: WorkbookLimits,
  signal: AbortSignal,
): Promise<Sheet> => {
  const scan = createScan(openArchive(bytes, limits.unpackedBytes), signal);
  const part = findType(await readRelations(scan, ""), "officeDocument");
  if (part === undefined) throw new ArchiveError("has no workbook");
  const relations = await readRelations(scan, part);
  const { sheets, is1904 } = await readWorkbook(scan, part, relations);
  const seen = sheets.filter(({ isHidden }) => !isHidden);
  const chosen = wanted === undefined ? (seen[0] ?? sheets[0]) : sheets.find(({ name }) => name === wanted);
  if (sheets.length === 0) throw new ArchiveError("has no sheet");
  if (chosen === undefined) throw new TableError("no-sheet");
  const [texts, styles] = [findType(relations, "sharedStrings"), findType(relations, "styles")];
  const book = {
    is1904,
    texts: texts === undefined ? [] : await readSharedTexts(scan, texts),
    formats: styles === undefined ? [] : await readFormats(scan, styles),
  };
  return {
    ...(await readSheet(scan, chosen.path, book, { limits, isSkippingHidden })),
    sheet: chosen.name,
    sheets: seen.map(({ name }) => name),
    hiddenSheets: sheets.filter(({ isHidden }) => isHidden).map(({ name }) => name),
  };
};

/**
 * Reads a sheet of an .xlsx workbook (ECMA-376) as CSV with commas.
 * @throws TableError `workbook`, `workbook-too-large` or `no-sheet`
 */
export const readSheetAsCsv = async (
  bytes: ArrayBuffer,
  choice: SheetChoice,
  limits: WorkbookLimits,
  signal: AbortSignal,
): Promise<Sheet> => {
  try {
    return await read(bytes, choice, limits, signal);
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof ArchiveTooLargeError) throw new TableError("workbook-too-large");
    if (error instanceof ArchiveError || error instanceof RangeError) throw new TableError("workbook");
    throw error;
  }
};
