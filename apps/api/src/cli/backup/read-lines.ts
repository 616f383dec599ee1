import { END_OF_ROWS } from "./format.js";
import { damaged } from "./invalid-backup.js";

const NEWLINE = 0x0a;
const MAX_LINE_BYTES = 1024 * 1024;
const END = Buffer.concat([Buffer.from([NEWLINE]), END_OF_ROWS]);

export type LineReader = {
  /** @returns Undefined at the end. */
  line(): Promise<string | undefined>;
  /** Yields chunks until the line `\.`, which it reads too. */
  rows(): AsyncGenerator<Buffer>;
};

/** Reads lines and rows. It holds one chunk, or one line of at most 1 MiB. */
export const createLineReader = (chunks: AsyncIterator<Buffer>): LineReader => {
  let rest: Buffer = Buffer.alloc(0);

  const readMore = async (): Promise<boolean> => {
    const { done, value } = await chunks.next();
    if (done === true) return false;
    rest = rest.length === 0 ? value : Buffer.concat([rest, value]);
    return true;
  };

  const line = async (): Promise<string | undefined> => {
    for (let searched = 0; ; ) {
      const end = rest.indexOf(NEWLINE, searched);
      if (end !== -1 && end <= MAX_LINE_BYTES) {
        const text = rest.toString("utf8", 0, end);
        rest = rest.subarray(end + 1);
        return text;
      }
      if (rest.length > MAX_LINE_BYTES) throw damaged("a line between the tables is too long");
      searched = rest.length;
      if (!(await readMore())) {
        if (rest.length > 0) throw damaged("its last line has no end");
        return undefined;
      }
    }
  };

  const rows = async function* (): AsyncGenerator<Buffer> {
    // The newline before the first row makes the end of an empty table look like the end of any other table.
    rest = Buffer.concat([Buffer.from([NEWLINE]), rest]);
    let isFirst = true;
    const take = (length: number): Buffer => {
      const taken = rest.subarray(isFirst ? 1 : 0, length);
      if (length > 0) isFirst = false;
      rest = rest.subarray(length);
      return taken;
    };
    for (let end = rest.indexOf(END); ; end = rest.indexOf(END)) {
      if (end !== -1) {
        const last = take(end + 1);
        rest = rest.subarray(END_OF_ROWS.length);
        if (last.length > 0) yield last;
        return;
      }
      // The last bytes are kept, because the end marker may begin in them.
      const complete = take(Math.max(0, rest.length - (END.length - 1)));
      if (complete.length > 0) yield complete;
      if (!(await readMore())) throw damaged("the rows of a table have no end");
    }
  };

  return { line, rows };
};
