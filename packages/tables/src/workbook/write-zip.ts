import { TableError } from "../table-error.js";

/** Resolves when the next bytes may be written. */
export type WriteBytes = (bytes: Uint8Array) => Promise<void>;

const LOCAL = 0x04_03_4b_50;
const DESCRIPTOR = 0x08_07_4b_50;
const ENTRY = 0x02_01_4b_50;
const END = 0x06_05_4b_50;
const VERSION = 20;
const STORED = 0;
const DEFLATED = 8;
/** Names are UTF-8. */
const UTF8_FLAG = 0x08_00;
/** The sizes and the checksum follow the content, because a stream does not know them before. */
const DESCRIPTOR_FLAG = 0x00_08;
/** 1 January 1980, the first day that the format knows. */
const FIRST_DAY = 0x00_21;
/** Larger archives need ZIP64, which old programs do not read. */
const MAX_SIZE = 0xff_ff_ff_ff;

/** The table of CRC-32 with the polynomial of ISO 3309. */
const crcTable = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xed_b8_83_20 : value >>> 1;
  return value;
});

/** @param crc - The result for the bytes before; 0 at the start. */
const addToCrc = (crc: number, bytes: Uint8Array): number => {
  let value = ~crc;
  for (const byte of bytes) value = (crcTable[(value ^ byte) & 0xff] ?? 0) ^ (value >>> 8);
  return ~value >>> 0;
};

type Sizes = { readonly crc: number; readonly packed: number; readonly size: number };
type Entry = Sizes & {
  readonly name: string;
  readonly method: number;
  readonly flags: number;
  readonly offset: number;
};

const noSizes: Sizes = { crc: 0, packed: 0, size: 0 };
const encoder = new TextEncoder();

/** A field of a record: its value, and its size in bytes. */
type Field = readonly [value: number, bytes: 2 | 4];

const recordOf = (fields: readonly Field[], name = ""): Uint8Array => {
  const text = encoder.encode(name);
  const length = fields.reduce((sum, [, bytes]) => sum + bytes, 0);
  const record = new Uint8Array(length + text.length);
  const view = new DataView(record.buffer);
  let at = 0;
  for (const [value, bytes] of fields) {
    if (bytes === 2) view.setUint16(at, value, true);
    else view.setUint32(at, value, true);
    at += bytes;
  }
  record.set(text, at);
  return record;
};

const sizeFields = ({ crc, packed, size }: Sizes): readonly Field[] => [
  [crc, 4],
  [packed, 4],
  [size, 4],
];

const headFields = ({ name, method, flags, ...sizes }: Omit<Entry, "offset">): readonly Field[] => [
  [VERSION, 2],
  [flags, 2],
  [method, 2],
  [0, 2],
  [FIRST_DAY, 2],
  ...sizeFields(sizes),
  [encoder.encode(name).length, 2],
  [0, 2],
];

/** @throws TableError `workbook-too-large` if the archive would need ZIP64 */
const requireSize = (...sizes: readonly number[]): void => {
  if (sizes.some((size) => size > MAX_SIZE)) throw new TableError("workbook-too-large");
};

/** Writes a ZIP archive (APPNOTE 6.3) of texts as a stream. */
export const createZipWriter = (write: WriteBytes) => {
  const entries: Entry[] = [];
  let offset = 0;
  const send = async (bytes: Uint8Array): Promise<void> => {
    offset += bytes.length;
    requireSize(offset);
    await write(bytes);
  };
  const begin = async (entry: Omit<Entry, "offset">): Promise<number> => {
    const start = offset;
    await send(recordOf([[LOCAL, 4], ...headFields(entry)], entry.name));
    return start;
  };
  return {
    /** Adds a short text, which is not compressed. */
    add: async (name: string, text: string): Promise<void> => {
      const bytes = encoder.encode(text);
      const sizes = { crc: addToCrc(0, bytes), packed: bytes.length, size: bytes.length };
      const entry = { name, method: STORED, flags: UTF8_FLAG, ...sizes };
      entries.push({ ...entry, offset: await begin(entry) });
      await send(bytes);
    },
    /** Adds a text of any length, which `produce` writes in pieces. @returns what `produce` returns */
    stream: async <Result>(
      name: string,
      produce: (text: (piece: string) => Promise<void>) => Promise<Result>,
    ): Promise<Result> => {
      const entry = { name, method: DEFLATED, flags: UTF8_FLAG | DESCRIPTOR_FLAG };
      const start = await begin({ ...entry, ...noSizes });
      const first = offset;
      const deflate = new CompressionStream("deflate-raw");
      const [writer, reader] = [deflate.writable.getWriter(), deflate.readable.getReader()];
      const pass = async (): Promise<void> => {
        for (;;) {
          // Each piece is written before the next one is compressed.
          // oxlint-disable-next-line no-await-in-loop
          const { value } = await reader.read();
          if (value === undefined) return;
          // oxlint-disable-next-line no-await-in-loop
          await send(value);
        }
      };
      const passing = pass();
      // The error comes out of the next piece, or out of the end.
      passing.catch(() => {});
      let [crc, size] = [0, 0];
      const result = await produce(async (piece) => {
        const bytes = encoder.encode(piece);
        crc = addToCrc(crc, bytes);
        size += bytes.length;
        requireSize(size);
        // Without the race, a failed write would leave this waiting for room in the stream.
        await Promise.race([writer.write(bytes), passing]);
      });
      await Promise.all([writer.close(), passing]);
      const sizes = { crc, packed: offset - first, size };
      await send(recordOf([[DESCRIPTOR, 4], ...sizeFields(sizes)]));
      entries.push({ ...entry, ...sizes, offset: start });
      return result;
    },
    /** Ends the archive with its directory. */
    end: async (): Promise<void> => {
      const start = offset;
      for (const { offset: at, ...entry } of entries) {
        const rest: readonly Field[] = [
          [0, 2],
          [0, 2],
          [0, 2],
          [0, 4],
          [at, 4],
        ];
        // The entries must be written in order.
        // oxlint-disable-next-line no-await-in-loop
        await send(recordOf([[ENTRY, 4], [VERSION, 2], ...headFields(entry), ...rest], entry.name));
      }
      const count: Field = [entries.length, 2];
      const size: Field = [offset - start, 4];
      await send(recordOf([[END, 4], [0, 2], [0, 2], count, count, size, [start, 4], [0, 2]]));
    },
  };
};
