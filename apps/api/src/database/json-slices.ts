/** Prisma holds a large parameter some five times over, and JSON of many megabytes holds up the event loop. */
const SLICE_LENGTH = 1_000_000;

export type JsonSlice = {
  /** An array of the items of the slice. */
  readonly json: string;
  /** The place of its first item among all. */
  readonly from: number;
};

/** The items as JSON arrays of some million characters each: one for most requests, none without items. */
export const jsonSlices = function* (items: readonly object[]): Generator<JsonSlice, void> {
  let texts: string[] = [];
  let length = 0;
  let from = 0;
  for (const [at, item] of items.entries()) {
    const text = JSON.stringify(item);
    texts.push(text);
    length += text.length;
    if (length < SLICE_LENGTH) continue;
    yield { json: `[${texts.join(",")}]`, from };
    texts = [];
    length = 0;
    from = at + 1;
  }
  if (texts.length > 0) yield { json: `[${texts.join(",")}]`, from };
};
