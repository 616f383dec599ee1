import { setImmediate as nextTurn } from "node:timers/promises";

export const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const QUOTES_PER_TURN = 10_000;

/** @returns The index of the closing quote, or -1. A quote is escaped if an odd number of backslashes precedes it. */
export const closingQuote = async (bytes: Buffer, opening: number): Promise<number> => {
  let quotes = 0;
  for (let at = bytes.indexOf(QUOTE, opening + 1); at !== -1; at = bytes.indexOf(QUOTE, at + 1)) {
    let start = at;
    while (bytes[start - 1] === BACKSLASH) start -= 1;
    if ((at - start) % 2 === 0) return at;
    quotes += 1;
    if (quotes % QUOTES_PER_TURN === 0) await nextTurn();
  }
  return -1;
};
