import { SHEET_TAIL, sheetStyles } from "./write-sheet.js";
import { createZipWriter, type WriteBytes } from "./write-zip.js";

export { type CellValue, createSheetXml, MAX_CELL_LENGTH, MAX_SHEET_ROWS, type SheetColumn } from "./write-sheet.js";
export type { WriteBytes } from "./write-zip.js";

const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const PACKAGE = "http://schemas.openxmlformats.org/package/2006";
const DOCUMENT = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const SHEET_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml";

const relationships = (...targets: readonly (readonly [type: string, target: string])[]): string =>
  `${DECLARATION}<Relationships xmlns="${PACKAGE}/relationships">${targets
    .map(([type, target], at) => `<Relationship Id="rId${at + 1}" Type="${DOCUMENT}/${type}" Target="${target}"/>`)
    .join("")}</Relationships>`;

const overrides = [
  ["xl/workbook.xml", "sheet.main"],
  ["xl/worksheets/sheet1.xml", "worksheet"],
  ["xl/styles.xml", "styles"],
].map(([part, type]) => `<Override PartName="/${part}" ContentType="${SHEET_TYPE}.${type}+xml"/>`);

/** @param sheet - The name of the sheet, which needs no escapes. */
const partsOf = (sheet: string): Readonly<Record<string, string>> => ({
  "[Content_Types].xml": `${DECLARATION}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${overrides.join("")}</Types>`,
  "_rels/.rels": relationships(["officeDocument", "xl/workbook.xml"]),
  "xl/workbook.xml": `${DECLARATION}<workbook xmlns="${MAIN}" xmlns:r="${DOCUMENT}"><sheets><sheet name="${sheet}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  "xl/_rels/workbook.xml.rels": relationships(["worksheet", "worksheets/sheet1.xml"], ["styles", "styles.xml"]),
  "xl/styles.xml": `${DECLARATION}<styleSheet xmlns="${MAIN}">${sheetStyles}</styleSheet>`,
});

/**
 * Writes an .xlsx workbook (ECMA-376) with one sheet, in little memory. It writes nothing before the first piece, so that
 * a caller which fails before it has written nothing.
 * @param produce - Writes the sheet in pieces: the `head` of {@link createSheetXml}, and then its rows.
 * @returns what `produce` returns
 */
export const writeWorkbook = async <Result>(
  write: WriteBytes,
  sheet: string,
  produce: (piece: (xml: string) => Promise<void>) => Promise<Result>,
): Promise<Result> => {
  const unsent: Uint8Array[] = [];
  let isStarted = false;
  const zip = createZipWriter(async (bytes) => {
    if (!isStarted) {
      unsent.push(bytes);
      return;
    }
    for (const earlier of unsent.splice(0)) {
      // The bytes must be written in order.
      // oxlint-disable-next-line no-await-in-loop
      await write(earlier);
    }
    await write(bytes);
  });
  for (const [name, text] of Object.entries(partsOf(sheet))) {
    // oxlint-disable-next-line no-await-in-loop
    await zip.add(name, text);
  }
  const result = await zip.stream("xl/worksheets/sheet1.xml", async (piece) => {
    const made = await produce((xml) => {
      isStarted = true;
      return piece(xml);
    });
    isStarted = true;
    await piece(SHEET_TAIL);
    return made;
  });
  await zip.end();
  return result;
};
