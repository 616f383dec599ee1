const END = 0x06_05_4b_50;
const ENTRY = 0x02_01_4b_50;
const END_SIZE = 22;
const MAX_COMMENT = 65_535;
const STORED = 0;
const DEFLATED = 8;

/** An error about an archive that is broken, or of a kind that spreadsheet programs do not write. */
export class ArchiveError extends Error {}

/** An error about an archive whose content is larger than the limit. It may be a ZIP bomb. */
export class ArchiveTooLargeError extends Error {}

type Entry = { readonly method: number; readonly offset: number; readonly size: number };

const findEnd = (view: DataView): number => {
  const first = Math.max(0, view.byteLength - END_SIZE - MAX_COMMENT);
  for (let at = view.byteLength - END_SIZE; at >= first; at -= 1) {
    if (view.getUint32(at, true) === END) return at;
  }
  throw new ArchiveError("has no central directory");
};

const readDirectory = (bytes: ArrayBuffer): ReadonlyMap<string, Entry> => {
  const view = new DataView(bytes);
  const end = findEnd(view);
  const count = view.getUint16(end + 10, true);
  const entries = new Map<string, Entry>();
  let at = view.getUint32(end + 16, true);
  for (let left = count; left > 0; left -= 1) {
    if (view.getUint32(at, true) !== ENTRY) throw new ArchiveError("has a broken central directory");
    const nameLength = view.getUint16(at + 28, true);
    const name = new TextDecoder().decode(new Uint8Array(bytes, at + 46, nameLength));
    const [method, size] = [view.getUint16(at + 10, true), view.getUint32(at + 20, true)];
    entries.set(name, { method, size, offset: view.getUint32(at + 42, true) });
    at += 46 + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return entries;
};

/** A packed piece of this size unpacks to at most a thousand times its size. */
const PIECE_BYTES = 16_384;

/**
 * Returns the packed bytes of an entry in pieces. The lengths come from the local header, because its extra field may
 * differ from that in the directory.
 */
const packed = (bytes: ArrayBuffer, { offset, size }: Entry): ReadableStream<Uint8Array<ArrayBuffer>> => {
  const view = new DataView(bytes, offset);
  const start = offset + 30 + view.getUint16(26, true) + view.getUint16(28, true);
  const all = new Uint8Array(bytes, start, size);
  let at = 0;
  // This does not use the stream of a Blob, which may give another piece after it was cancelled. That causes an error
  // that nobody can catch.
  return new ReadableStream({
    pull: (controller) => {
      if (at < all.byteLength) controller.enqueue(all.slice(at, (at += PIECE_BYTES)));
      else controller.close();
    },
  });
};

export type Archive = {
  /**
   * Reads an entry as pieces of text. Everything that is unpacked counts towards the limit, whatever sizes the
   * directory claims.
   */
  readonly read: (name: string) => AsyncGenerator<string>;
};

/**
 * Opens a ZIP archive (APPNOTE 6.3) of UTF-8 texts.
 * @throws {ArchiveError | RangeError} if the archive is broken, for example because an offset points outside of it
 */
export const openArchive = (bytes: ArrayBuffer, maxUnpackedBytes: number): Archive => {
  const entries = readDirectory(bytes);
  let unpacked = 0;
  return {
    read: async function* read(name) {
      const entry = entries.get(name);
      if (entry === undefined) throw new ArchiveError(`has no ${name}`);
      if (entry.method !== STORED && entry.method !== DEFLATED) throw new ArchiveError(`has ${name} in another format`);
      const stream = packed(bytes, entry);
      const decoder = new TextDecoder();
      const reader = (
        entry.method === STORED ? stream : stream.pipeThrough(new DecompressionStream("deflate-raw"))
      ).getReader();
      try {
        for (;;) {
          // Each piece is processed before the next one is unpacked.
          // oxlint-disable-next-line no-await-in-loop
          const { value } = await reader.read().catch(() => {
            throw new ArchiveError(`has a broken ${name}`);
          });
          if (value === undefined) return;
          unpacked += value.byteLength;
          if (unpacked > maxUnpackedBytes) throw new ArchiveTooLargeError(name);
          yield decoder.decode(value, { stream: true });
        }
      } finally {
        // The stream is released and not cancelled: it stops when nobody reads it. Node's inflater fails on a cancel in
        // the same way as a Blob's stream.
        reader.releaseLock();
      }
    },
  };
};
