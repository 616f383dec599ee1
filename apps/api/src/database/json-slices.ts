/**
 * Parameters are sent in slices, because Prisma needs about five times the memory of a large one, and JSON of many
 * megabytes blocks the event loop.
 */
const SLICE_LENGTH = 1_000_000;

export type JsonSlice = {
  /** A JSON array of the items of the slice. */
  readonly json: string;
  /** The index of the slice's first item among all items. */
  readonly from: number;
};

/**
 * Yields the items as JSON arrays of about a million characters each: most requests have one array, and there is none
 * if there are no items.
 */
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
