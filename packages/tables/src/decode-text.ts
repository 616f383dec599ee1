import { MAX_CSV_RECORD_LENGTH } from "./csv.js";
import { TableError } from "./table-error.js";

export const encodings = ["utf-8", "windows-1252", "utf-16le", "utf-16be"] as const;
export type Encoding = (typeof encodings)[number];

const [LINE_FEED, RETURN] = [0x0a, 0x0d];

/**
 * The characters of Windows-1252 from 0x80 to 0x9F (WHATWG Encoding, index windows-1252). Node.js 20 decodes these bytes
 * as control characters: dashes, curly quotes and the euro sign.
 */
const HIGH_CHARACTERS = "€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008DŽ\u008F\u0090‘’“”•–—˜™š›œ\u009DžŸ";

const decodeWindows = (bytes: Uint8Array): string =>
  new TextDecoder("windows-1252")
    .decode(bytes)
    // oxlint-disable-next-line no-control-regex
    .replaceAll(/[\u0080-\u009F]/g, (character) => HIGH_CHARACTERS[character.charCodeAt(0) - 0x80] ?? character);

/**
 * Tells whether bytes that are not valid UTF-8 are nevertheless mostly UTF-8, such as a file with one damaged character.
 * In Windows-1252, two letters beyond ASCII that form a valid sequence of UTF-8 are rare.
 */
const isMostlyUtf8 = (bytes: Uint8Array): boolean => {
  const text = new TextDecoder().decode(bytes);
  const beyond = text.match(/[^\0-\u007F]/gu) ?? [];
  const damaged = beyond.filter((character) => character === "\uFFFD").length;
  const valid = beyond.length - damaged;
  return valid > 0 && valid >= damaged;
};

/** Recognises the byte order marks (Unicode 16.0 §23.8), and UTF-16 without one by the zero bytes of its first letters. */
const markedEncoding = ([first, second, third, fourth]: Uint8Array): Encoding | undefined => {
  if (first === 0xff && second === 0xfe) return "utf-16le";
  if (first === 0xfe && second === 0xff) return "utf-16be";
  if (first === 0xef && second === 0xbb && third === 0xbf) return "utf-8";
  if (first === undefined || second === undefined || third === undefined || fourth === undefined) return undefined;
  if (first !== 0 && second === 0 && third !== 0 && fourth === 0) return "utf-16le";
  return first === 0 && second !== 0 && third === 0 && fourth !== 0 ? "utf-16be" : undefined;
};

const join = (one: Uint8Array, other: Uint8Array): Uint8Array => {
  if (one.length === 0) return other;
  const both = new Uint8Array(one.length + other.length);
  both.set(one);
  both.set(other, one.length);
  return both;
};

const countLines = (text: string): number => {
  let lines = 0;
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) lines += 1;
  return lines;
};

export type TextDecoding = {
  /** The encoding of the text that has been read until now. A file that is all ASCII counts as UTF-8. */
  readonly encoding: () => Encoding;
  /** Returns whole lines, unless this is the last piece. The byte order mark is left out. */
  readonly decode: (bytes: Uint8Array, isLast: boolean) => string;
};

/**
 * Decodes a file in pieces, with memory for one line. A text is UTF-8 until the first line that is not valid UTF-8. If all
 * lines before were ASCII, which is the same in both encodings, the file is Windows-1252.
 * @param chosen - What a person chose. A byte order mark takes precedence.
 */
export const createTextDecoding = (chosen?: Encoding): TextDecoding => {
  let encoding: Encoding | undefined;
  let isAscii = true;
  let rest: Uint8Array = new Uint8Array();
  let line = 1;
  let utf16: TextDecoder | undefined;

  const decodeUtf8 = (bytes: Uint8Array): string => {
    try {
      const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: line > 1 }).decode(bytes);
      isAscii &&= text.length === bytes.length;
      return text;
    } catch {
      if (chosen === "utf-8" || !isAscii || isMostlyUtf8(bytes)) throw new TableError("encoding", line);
      encoding = "windows-1252";
      return decodeWindows(bytes);
    }
  };
  const decodeLines = (bytes: Uint8Array): string => (encoding === "utf-8" ? decodeUtf8(bytes) : decodeWindows(bytes));
  const decodeUtf16 = (bytes: Uint8Array, isLast: boolean): string => {
    utf16 ??= new TextDecoder(encoding, { fatal: true });
    try {
      return utf16.decode(bytes, { stream: !isLast });
    } catch {
      throw new TableError("encoding", line);
    }
  };
  const decode = (bytes: Uint8Array, isLast: boolean): string => {
    if (encoding === "utf-16le" || encoding === "utf-16be") return decodeUtf16(bytes, isLast);
    const end = isLast ? bytes.length : Math.max(bytes.lastIndexOf(LINE_FEED), bytes.lastIndexOf(RETURN)) + 1;
    rest = bytes.subarray(end);
    if (rest.length > MAX_CSV_RECORD_LENGTH) throw new TableError("line-too-long", line);
    return decodeLines(bytes.subarray(0, end));
  };
  return {
    encoding: () => encoding ?? chosen ?? "utf-8",
    decode: (bytes, isLast) => {
      const all = join(rest, bytes);
      rest = new Uint8Array();
      if (encoding === undefined) {
        // The encoding is recognised by the first four bytes. A file may be shorter, and a pipe may deliver fewer bytes
        // at first.
        if (all.length < 4 && !isLast) {
          rest = all;
          return "";
        }
        encoding = markedEncoding(all) ?? chosen ?? "utf-8";
      }
      const text = decode(all, isLast);
      // NUL is valid in every encoding, but in practice it means that the file is not text.
      if (text.includes("\0")) throw new TableError("binary", line);
      line += countLines(text);
      return text;
    },
  };
};

/** Decodes a stream of bytes, in pieces of whole lines. */
export const decodeText = async function* (
  chunks: AsyncIterable<Uint8Array>,
  decoding: TextDecoding,
): AsyncGenerator<string> {
  for await (const chunk of chunks) {
    const text = decoding.decode(chunk, false);
    if (text !== "") yield text;
  }
  yield decoding.decode(new Uint8Array(), true);
};
