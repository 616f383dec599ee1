import { deflateRawSync } from "node:zlib";

type Part = { readonly name: string; readonly data: Buffer; readonly method: 0 | 8 };

const header = ({ name, data, method }: Part, signature: number, prefix: Buffer, rest: Buffer): Buffer => {
  const fixed = Buffer.alloc(26);
  fixed.writeUInt16LE(20, 0);
  fixed.writeUInt16LE(method, 4);
  fixed.writeUInt32LE(data.length, 14);
  fixed.writeUInt16LE(Buffer.byteLength(name), 22);
  const start = Buffer.alloc(4);
  start.writeUInt32LE(signature);
  return Buffer.concat([start, prefix, fixed, rest, Buffer.from(name)]);
};

/** Returns a ZIP archive of these files. Like a ZIP bomb, it claims that each is empty when unpacked. */
export const zipOf = (files: Readonly<Record<string, string | Buffer>>, method: 0 | 8 = 8): Uint8Array<ArrayBuffer> => {
  const local: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, content] of Object.entries(files)) {
    const data = method === 8 ? deflateRawSync(content) : Buffer.from(content);
    const part = { name, data, method };
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(offset, 10);
    directory.push(header(part, 0x02_01_4b_50, Buffer.alloc(2), rest));
    const entry = Buffer.concat([header(part, 0x04_03_4b_50, Buffer.alloc(0), Buffer.alloc(0)), data]);
    local.push(entry);
    offset += entry.length;
  }
  const all = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06_05_4b_50);
  end.writeUInt16LE(directory.length, 10);
  end.writeUInt32LE(all.length, 12);
  end.writeUInt32LE(offset, 16);
  return new Uint8Array(Buffer.concat([...local, all, end]));
};

type Sheets = Readonly<Record<string, string>>;

const relations = (entries: readonly (readonly [type: string, target: string])[]) =>
  `<Relationships>${entries.map(([type, target], at) => `<Relationship Id="r${at}" Type="http://x/${type}" Target="${target}"/>`).join("")}</Relationships>`;

/** Returns the files of a workbook: its sheets by name, each with the XML of its rows. */
export const workbookParts = (
  sheets: Sheets,
  { texts = "", styles = "", properties = "", merges = "" } = {},
): Record<string, string> => {
  const names = Object.keys(sheets);
  return {
    "_rels/.rels": relations([["officeDocument", "xl/workbook.xml"]]),
    "xl/workbook.xml": `<?xml version="1.0"?><workbook>${properties}<sheets>${names.map((name, at) => `<sheet name="${name}" sheetId="${at + 1}" r:id="r${at}"${name.startsWith("Hidden") ? ' state="hidden"' : ""}/>`).join("")}</sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": relations([
      ...names.map((_, at) => ["worksheet", `worksheets/s${at}.xml`] as const),
      ["sharedStrings", "/xl/sharedStrings.xml"],
      ["styles", "styles.xml"],
    ]),
    "xl/sharedStrings.xml": `<sst>${texts}</sst>`,
    "xl/styles.xml": `<styleSheet>${styles}</styleSheet>`,
    ...Object.fromEntries(
      names.map((name, at) => [
        `xl/worksheets/s${at}.xml`,
        `<worksheet><sheetData>${sheets[name]}</sheetData><mergeCells>${merges}</mergeCells></worksheet>`,
      ]),
    ),
  };
};

/** A row of texts. */
export const rowOf = (...texts: readonly string[]): string =>
  `<row>${texts.map((text) => `<c t="inlineStr"><is><t>${text}</t></is></c>`).join("")}</row>`;
