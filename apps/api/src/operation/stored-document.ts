import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { chooseCoding, type ContentCoding } from "./content-coding.js";
import { entityTagOf, tagInCoding } from "./etag.js";

/** A document in one content coding. Each coding has its own entity tag (RFC 9110 §8.8.3). */
export type Representation = {
  readonly bytes: Buffer;
  readonly tag: string;
  readonly coding: ContentCoding | undefined;
};

/** The output is a tenth larger than at the maximum quality, but takes far less time. */
const BROTLI_QUALITY = 9;

const compressors = {
  br: (bytes: Buffer) =>
    promisify(brotliCompress)(bytes, {
      params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
    }),
  gzip: (bytes: Buffer) => promisify(gzip)(bytes),
};
/** The coding with the smallest output comes first. */
const codings: readonly ContentCoding[] = ["br", "gzip"];

/** Immutable JSON whose bytes are shared by all responses. It is compressed when it is first requested. */
export class StoredDocument {
  readonly value: unknown;
  readonly #identity: Representation;
  readonly #compressed = new Map<string, Promise<Representation>>();

  constructor(value: unknown) {
    this.value = value;
    const text = JSON.stringify(value);
    this.#identity = { bytes: Buffer.from(text), tag: entityTagOf(text), coding: undefined };
  }

  async select(acceptEncoding = ""): Promise<Representation> {
    const coding = chooseCoding(acceptEncoding, codings);
    if (coding === undefined) return this.#identity;
    const cached = this.#compressed.get(coding);
    if (cached !== undefined) return cached;
    const compressed = this.#compress(coding);
    this.#compressed.set(coding, compressed);
    return compressed;
  }

  async #compress(coding: ContentCoding): Promise<Representation> {
    const { bytes, tag } = this.#identity;
    return { bytes: await compressors[coding](bytes), tag: tagInCoding(tag, coding), coding };
  }
}
