import { createHash } from "node:crypto";

const NEWLINE = 0x0a;

export type CountedRows = { readonly rows: number; readonly sha256: string };

/** COPY escapes newlines within values: each byte 0x0A ends a row. */
export const createRowCounter = () => {
  const hash = createHash("sha256");
  let rows = 0;
  let unfinished = 0;
  return {
    /** @returns the length of the longest row so far in this chunk, its beginning in earlier chunks included. */
    add: (chunk: Buffer): number => {
      hash.update(chunk);
      let longest = 0;
      let start = 0;
      for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
        longest = Math.max(longest, unfinished + end - start);
        unfinished = 0;
        start = end + 1;
        rows += 1;
      }
      unfinished += chunk.length - start;
      return Math.max(longest, unfinished);
    },
    rows: () => rows,
    result: (): CountedRows => ({ rows, sha256: hash.digest("hex") }),
  };
};
