import { createHash } from "node:crypto";

const NEWLINE = 0x0a;

export type CountedRows = { readonly rows: number; readonly sha256: string };

/** Counts rows by their newlines: COPY escapes newlines within values, so each byte 0x0A ends a row. */
export const createRowCounter = () => {
  const hash = createHash("sha256");
  let rows = 0;
  let unfinished = 0;
  return {
    /**
     * @returns The length of the longest row that has a part in this chunk, including its beginning in earlier chunks.
     */
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
