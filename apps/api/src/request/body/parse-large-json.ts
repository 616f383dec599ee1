import { isUtf8 } from "node:buffer";
import { randomUUID } from "node:crypto";
import { setImmediate as nextTurn } from "node:timers/promises";
import { MAX_BODY_BYTES } from "@petstore/contract/routes";
import { invalidAt, partsTooLarge } from "../../errors.js";
import { closingQuote, QUOTE } from "./closing-quote.js";
import { parseJsonText } from "./parse-json-text.js";

const BACKSLASH = 0x5c;
const LETTER_U = 0x75;

const SLICE_BYTES = 65_536;
/** @returns Where a slice of a string may end. A slice must not end within an escape sequence or a character. */
const sliceEnd = (bytes: Buffer, start: number, end: number): number => {
  const limit = Math.min(start + SLICE_BYTES, end);
  let at = start;
  while (at < limit) {
    const escape = bytes.subarray(at, limit).indexOf(BACKSLASH);
    if (escape === -1) at = limit;
    else at += escape + (bytes[at + escape + 1] === LETTER_U ? 6 : 2);
  }
  while (at < end && ((bytes[at] ?? 0) & 0xc0) === 0x80) at += 1;
  return Math.min(at, end);
};

const parseSlice = (slice: Buffer): string => {
  if (!isUtf8(slice)) throw invalidAt("body", "must be UTF-8");
  try {
    return JSON.parse(`"${slice.toString()}"`) as string;
  } catch {
    throw invalidAt("body", "must be valid JSON: a string has an invalid escape or an unescaped control character");
  }
};

const parseString = async (bytes: Buffer, start: number, end: number): Promise<string> => {
  const parts: string[] = [];
  for (let at = start; at < end; ) {
    const next = sliceEnd(bytes, at, end);
    parts.push(parseSlice(bytes.subarray(at, next)));
    at = next;
    await nextTurn();
  }
  return parts.join("");
};

type LongString = { readonly placeholder: string; readonly start: number; readonly end: number };

/**
 * Replaces each string that is longer than a slice by a placeholder. This limits how much JSON.parse reads in one turn.
 */
const replaceLongStrings = async (bytes: Buffer) => {
  const kept: Buffer[] = [];
  const long: LongString[] = [];
  let keptBytes = 0;
  const keep = (part: Buffer) => {
    keptBytes += part.length;
    if (keptBytes > MAX_BODY_BYTES) {
      throw partsTooLarge(MAX_BODY_BYTES, "strings of over 65536 bytes");
    }
    kept.push(part);
  };
  for (let at = 0; at < bytes.length; ) {
    const opening = bytes.indexOf(QUOTE, at);
    const closing = opening === -1 ? -1 : await closingQuote(bytes, opening);
    if (closing === -1) {
      keep(bytes.subarray(at));
      break;
    }
    if (closing - opening <= SLICE_BYTES) keep(bytes.subarray(at, closing + 1));
    else {
      const placeholder = randomUUID();
      long.push({ placeholder, start: opening + 1, end: closing });
      keep(Buffer.concat([bytes.subarray(at, opening), Buffer.from(JSON.stringify(placeholder))]));
    }
    at = closing + 1;
  }
  return { short: Buffer.concat(kept), long };
};

/**
 * Parses JSON of many megabytes without blocking the event loop; JSON.parse would take seconds for many small values.
 * Only the fields of the top-level object may be strings of more than 64 KiB. The rest of the body has the usual size
 * limit.
 * @throws AppError 400, 413.
 */
export const parseLargeJson = async (bytes: Buffer): Promise<unknown> => {
  const { short, long } = await replaceLongStrings(bytes);
  const value = parseJsonText(short);
  const isObject = typeof value === "object" && value !== null;
  const fields = new Map(isObject ? Object.entries(value).map(([name, field]) => [field, name]) : []);
  for (const { placeholder, start, end } of long) {
    const name = fields.get(placeholder);
    if (name === undefined)
      throw invalidAt("body", "must not have strings of over 65536 bytes except in fields of the top-level object");
    (value as Record<string, unknown>)[name] = await parseString(bytes, start, end);
  }
  return value;
};
