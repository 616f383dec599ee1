import { MAX_IMPORT_BYTES, MAX_IMPORT_ROWS } from "@petstore/contract/schemas";
import { builtInFormat, type CellFormat, formatOfCode, writeSerial } from "./cell-formats";
import { createPause, writeRecord } from "./csv";
import { attribute, scanTags, type Tag, unescapeXml } from "./xml";
import { type Archive, ArchiveError, ArchiveTooLargeError, openArchive } from "./zip";

export type Limits = {
  /** The most bytes that are unpacked from the archive, over all parts. */
  readonly unpackedBytes: number;
  /** The most characters of the sheet as CSV. */
  readonly length: number;
  readonly rows: number;
};

/** A sheet is about five times as long in XML as in CSV. */
const ofImports: Limits = {
  unpackedBytes: 8 * MAX_IMPORT_BYTES,
  length: MAX_IMPORT_BYTES,
  // The first row names the columns.
  rows: MAX_IMPORT_ROWS + 1,
};
/** The limit is far above the 32,767 characters that a cell may hold. */
const MAX_TEXT_LENGTH = 1_048_576;
const MAX_SHARED_TEXTS = 2_000_000;
const LAST_ROW = 1_048_576;
const LAST_COLUMN = 16_384;

const [idOf, typeOf, targetOf] = [attribute("Id"), attribute("Type"), attribute("Target")];
const [nameOf, relationOf, stateOf] = [attribute("name"), attribute("\\w+:id"), attribute("state")];
const [placeOf, kindOf, styleOf] = [attribute("r"), attribute("t"), attribute("s")];
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
  return writeSerial(number, format ?? "number", is1904) ?? String(Number(number.toPrecision(EXACT_DIGITS)));
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

type OnRow = (line: number, fields: readonly string[]) => void;

const createRowReader = (book: Book, onRow: OnRow) => {
  const collector = createTextCollector();
  let line = 0;
  let fields: string[] = [];
  let cell: Tag | undefined;
  let value = "";
  let lastColumn = 0;
  const endCell = (of: Tag) => {
    const column = columnOf(placeOf(of) ?? "") || lastColumn + 1;
    if (column > LAST_COLUMN) throw new ArchiveError("has a cell outside of its sheet");
    lastColumn = column;
    const shown = showCell(of, value, collector.end(), book);
    // An empty cell may have a format only. If it counted, one far to the right would make each row 16,384 cells wide.
    if (shown !== "") {
      while (fields.length < column) fields.push("");
      fields[column - 1] = shown;
    }
    cell = undefined;
    value = "";
  };
  return (tag: Tag): void => {
    const { name, kind } = tag;
    if (name === "row") {
      if (kind !== "close") {
        line = Number(placeOf(tag) ?? line + 1);
        fields = [];
        lastColumn = 0;
      }
      if (kind !== "open") onRow(line, fields);
    } else if (name === "c") {
      if (kind === "open") cell = tag;
      else endCell(cell ?? tag);
    } else if (name === "v" && kind === "close") value = tag.text;
    else collector.take(tag);
  };
};

/** Writes a sheet as CSV with commas. Each row keeps its line number, unless a cell before it has several lines. */
const readSheet = async (scan: Scan, path: string, book: Book, limits: Limits): Promise<string> => {
  const parts: string[] = [];
  let [length, rows, last, at] = [0, 0, 0, 1];
  const onRow: OnRow = (line, fields) => {
    if (!(line > last && line <= LAST_ROW)) throw new ArchiveError("has rows that are out of order");
    last = line;
    // A row without values, which only has a format, does not count.
    if (fields.every((field) => field.trim() === "")) return;
    const size = fields.reduce((sum, field) => sum + field.length, fields.length);
    if (length + size > limits.length || rows === limits.rows) throw new ArchiveTooLargeError(path);
    const gap = Math.max(0, line - at);
    const written = `${"\n".repeat(gap)}${writeRecord(fields)}\n`;
    parts.push(written);
    length += written.length;
    rows += 1;
    at += written.split("\n").length - 1;
  };
  await scan(path, createRowReader(book, onRow));
  return parts.join("");
};

type SheetPlace = { readonly name: string; readonly path: string };

/** Returns the sheets that a person sees, in their order. Chart sheets are left out, because they have no rows. */
const readWorkbook = async (scan: Scan, part: string, relations: ReadonlyMap<string, Relation>) => {
  const sheets: SheetPlace[] = [];
  let is1904 = false;
  await scan(part, (tag) => {
    if (tag.name === "workbookPr") is1904 = ["1", "true"].includes(dateSystemOf(tag) ?? "");
    const relation = tag.name === "sheet" ? relations.get(relationOf(tag) ?? "") : undefined;
    if (relation?.type !== "worksheet" || (stateOf(tag) ?? "visible") !== "visible") return;
    sheets.push({ name: nameOf(tag) ?? "", path: relation.path });
  });
  return { sheets, is1904 };
};

export type Sheet = { readonly text: string; readonly sheet: string; readonly sheets: readonly string[] };

const findType = (relations: ReadonlyMap<string, Relation>, wanted: string) =>
  [...relations.values()].find(({ type }) => type === wanted)?.path;

const read = async (
  bytes: ArrayBuffer,
  wanted: string | undefined,
  limits: Limits,
  signal: AbortSignal,
): Promise<Sheet> => {
  const scan = createScan(openArchive(bytes, limits.unpackedBytes), signal);
  const part = findType(await readRelations(scan, ""), "officeDocument");
  if (part === undefined) throw new ArchiveError("has no workbook");
  const relations = await readRelations(scan, part);
  const { sheets, is1904 } = await readWorkbook(scan, part, relations);
  const chosen = sheets.find(({ name }) => name === wanted) ?? sheets[0];
  if (chosen === undefined) throw new ArchiveError("has no sheet");
  const [texts, styles] = [findType(relations, "sharedStrings"), findType(relations, "styles")];
  const book = {
    is1904,
    texts: texts === undefined ? [] : await readSharedTexts(scan, texts),
    formats: styles === undefined ? [] : await readFormats(scan, styles),
  };
  const text = await readSheet(scan, chosen.path, book, limits);
  return { text, sheet: chosen.name, sheets: sheets.map(({ name }) => name) };
};

/** Reads a sheet of an .xlsx workbook (ECMA-376) as CSV: the sheet with this name, or else the first. */
export const readSheetAsCsv = async (
  bytes: ArrayBuffer,
  wanted: string | undefined,
  signal: AbortSignal,
  limits = ofImports,
): Promise<Sheet | "workbook-too-large" | "no-workbook"> => {
  try {
    return await read(bytes, wanted, limits, signal);
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof ArchiveTooLargeError) return "workbook-too-large";
    if (error instanceof ArchiveError || error instanceof RangeError) return "no-workbook";
    throw error;
  }
};
