import { setImmediate as nextTurn } from "node:timers/promises";
import { invalidAt } from "../../errors.js";
import { closingQuote, QUOTE } from "./closing-quote.js";

/**
 * A bulk change of 1,000 pets has about 30,000 values. A body of 5 MiB may have millions of values, and JSON.parse and
 * zod would take a second for them.
 */
export const MAX_JSON_VALUES = 65_536;
const BYTES_PER_TURN = 262_144;
const starts = new Set(Buffer.from("[{,"));

/** Counts values and strings before they are parsed, in slices. @throws AppError 400 */
export const checkValueCount = async (bytes: Buffer): Promise<void> => {
  if (bytes.length <= MAX_JSON_VALUES) return;
  let count = 0;
  let turnEndsAt = BYTES_PER_TURN;
  for (let at = 0; at < bytes.length; at += 1) {
    if (at >= turnEndsAt) {
      await nextTurn();
      turnEndsAt = at + BYTES_PER_TURN;
    }
    const byte = bytes[at] ?? 0;
    if (byte !== QUOTE && !starts.has(byte)) continue;
    count += 1;
    if (count > MAX_JSON_VALUES) throw invalidAt("body", `must have at most ${MAX_JSON_VALUES} values`);
    if (byte !== QUOTE) continue;
    const closing = await closingQuote(bytes, at);
    // JSON.parse will report the error.
    if (closing === -1) return;
    at = closing;
  }
};
