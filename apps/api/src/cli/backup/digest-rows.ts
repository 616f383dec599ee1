import { hash } from "node:crypto";

const NEWLINE = 0x0a;
const DIGEST_BYTES = 32;

/** Computes a digest of rows that does not depend on their order. No two rows of a table are equal. */
export const createUnorderedDigest = () => {
  const sum = Buffer.alloc(DIGEST_BYTES);
  let unfinished: Buffer[] = [];
  const addRow = (row: Buffer) => {
    const digest = hash("sha256", row, "buffer");
    for (let at = 0; at < DIGEST_BYTES; at += 1) sum[at] = (sum[at] as number) ^ (digest[at] as number);
  };
  return {
    add: (chunk: Buffer): void => {
      let start = 0;
      for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
        addRow(Buffer.concat([...unfinished, chunk.subarray(start, end)]));
        unfinished = [];
        start = end + 1;
      }
      if (start < chunk.length) unfinished.push(chunk.subarray(start));
    },
    result: (): string => sum.toString("hex"),
  };
};
