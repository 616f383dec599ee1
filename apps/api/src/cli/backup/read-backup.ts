import { createHash } from "node:crypto";
import { pipeline } from "node:stream";
import { createGunzip } from "node:zlib";
import type { z } from "zod";
import { hasCode } from "../../database/errors.js";
import { createRowCounter } from "./count-rows.js";
import { AnyHead, FOOTER_BYTES, FORMAT_VERSION, footerOf, Head, TableHead, Tail } from "./format.js";
import { damaged, newerFormat, notABackup } from "./invalid-backup.js";
import { createLineReader, type LineReader } from "./read-lines.js";

export type BackupSource = {
  /** The number of bytes. */
  readonly size: number;
  /** Reads it from its start. It can be read more than once. */
  readonly read: (signal: AbortSignal) => AsyncIterable<Uint8Array>;
  readonly close: () => Promise<void>;
};

export type ReadSettings = {
  readonly signal: AbortSignal;
  /** @param rows - The number of rows so far. @param bytes - The number of bytes of the file that this call read. */
  readonly onProgress?: (rows: number, bytes: number) => void;
};

/** Reads all rows of a table. */
type ReadTable = (table: TableHead, rows: AsyncGenerator<Buffer>) => Promise<void>;

/** gzip compresses different rows to a fiftieth of their size at most, but zeros to a thousandth. */
const MAX_RATIO = 200;
/** The longest value of a store is a stored response of some megabytes. */
const MAX_ROW_BYTES = 64 * 1024 * 1024;
const MAX_TABLES = 1_000;
const GZIP = Buffer.from([0x1f, 0x8b]);
const zlibErrors = ["Z_DATA_ERROR", "Z_BUF_ERROR", "Z_NEED_DICT"];

const parseLine = <Schema extends z.ZodType>(schema: Schema, text: string | undefined): z.infer<Schema> | undefined => {
  if (text === undefined) return undefined;
  try {
    return schema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
};

const readHead = async (lines: LineReader, isBackup: () => Promise<boolean>): Promise<Head> => {
  const text = await lines.line();
  const any = parseLine(AnyHead, text);
  if (any === undefined) throw (await isBackup()) ? damaged("its first line cannot be read") : notABackup();
  if (any.version !== FORMAT_VERSION) throw newerFormat(any.version);
  const head = parseLine(Head, text);
  if (head === undefined) throw damaged("its first line does not have this format");
  return head;
};

const isFooter = (bytes: Buffer): boolean => {
  const digest = /[0-9a-f]{64}/.exec(bytes.toString("latin1"))?.[0] ?? "";
  return footerOf(digest).equals(bytes);
};

/** Only backups end with a footer, so it tells a damaged one from another file. */
const endsWithFooter = async (source: BackupSource, signal: AbortSignal): Promise<boolean> => {
  let end: Buffer = Buffer.alloc(0);
  for await (const chunk of source.read(signal)) end = Buffer.concat([end, chunk]).subarray(-FOOTER_BYTES);
  return isFooter(end);
};

/**
 * Yields everything before the footer, and then calls `onFooter`.
 * @throws OperatorError at the end of a file that was cut off, because such a file does not end with a footer
 */
const splitFooter = async function* (
  chunks: AsyncIterable<Uint8Array>,
  onFooter: (footer: Buffer) => void,
): AsyncGenerator<Buffer> {
  let rest: Buffer = Buffer.alloc(0);
  let isGzip = false;
  for await (const chunk of chunks) {
    rest = Buffer.concat([rest, chunk]);
    if (!isGzip && rest.length >= GZIP.length) {
      if (!rest.subarray(0, GZIP.length).equals(GZIP)) throw notABackup();
      isGzip = true;
    }
    const end = Math.max(0, rest.length - FOOTER_BYTES);
    if (end > 0) yield rest.subarray(0, end);
    rest = rest.subarray(end);
  }
  if (!isGzip) throw notABackup();
  if (!isFooter(rest)) throw damaged("its end is missing");
  onFooter(rest);
};

const readContent = async (
  lines: LineReader,
  readTable: ReadTable,
  onRows: (rows: number) => void,
  isBackup: () => Promise<boolean>,
): Promise<{ head: Head; tail: Tail }> => {
  const head = await readHead(lines, isBackup);
  const counted: Tail["tables"] = [];
  let before = 0;
  for (;;) {
    const text = await lines.line();
    const tail = parseLine(Tail, text);
    if (tail !== undefined) {
      if ((await lines.line()) !== undefined) throw damaged("something follows its end");
      if (JSON.stringify(tail.tables) !== JSON.stringify(counted)) throw damaged("a table's rows or checksum differ");
      return { head, tail };
    }
    const table = parseLine(TableHead, text);
    if (table === undefined || counted.length === MAX_TABLES) throw damaged("a table does not begin where it should");
    const counter = createRowCounter();
    const countedRows = async function* (): AsyncGenerator<Buffer> {
      for await (const chunk of lines.rows()) {
        if (counter.add(chunk) > MAX_ROW_BYTES) throw damaged("a row is too long");
        onRows(before + counter.rows());
        yield chunk;
      }
    };
    await readTable(table, countedRows());
    before += counter.rows();
    counted.push({ name: table.table, ...counter.result() });
  }
};

/**
 * Reads the file to its end, in constant memory.
 * @throws OperatorError if a byte of it has changed since it was written.
 */
export const readBackup = async (
  source: BackupSource,
  readTable: ReadTable,
  { signal, onProgress = () => {} }: ReadSettings,
): Promise<{ readonly head: Head; readonly tail: Tail }> => {
  const hash = createHash("sha256");
  let rows = 0;
  let stored = 0;
  let footer = Buffer.alloc(0);
  const hashed = async function* (): AsyncGenerator<Buffer> {
    for await (const chunk of splitFooter(source.read(signal), (found) => void (footer = Buffer.from(found)))) {
      hash.update(chunk);
      stored += chunk.length;
      onProgress(rows, chunk.length);
      yield chunk;
    }
  };
  let expanded = 0;
  const bounded = async function* (chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of chunks) {
      expanded += chunk.length;
      if (expanded > MAX_RATIO * stored + MAX_ROW_BYTES) throw damaged("it expands beyond what a store can hold");
      yield chunk;
    }
  };
  const content = pipeline(hashed, createGunzip({ chunkSize: 65_536 }), () => {});
  try {
    const lines = createLineReader(bounded(content));
    const isBackup = () => endsWithFooter(source, signal);
    const result = await readContent(lines, readTable, (count) => void (rows = count), isBackup);
    if (!footerOf(hash.digest("hex")).equals(footer)) throw damaged("its checksum differs");
    return result;
  } catch (error) {
    if (hasCode(error, ...zlibErrors)) throw damaged(error.message, error);
    throw error;
  } finally {
    content.destroy();
  }
};

/** Reads the backup once, without a store. */
export const verifyBackup = (source: BackupSource, settings: ReadSettings) =>
  readBackup(
    source,
    async (_table, rows) => {
      while ((await rows.next()).done !== true) settings.signal.throwIfAborted();
    },
    settings,
  );
