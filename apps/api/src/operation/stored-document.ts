import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { weightOf } from "./accept.js";
import { entityTagOf } from "./etag.js";

/** A document in one content coding, with the entity tag of that (RFC 9110 §8.8.3). */
export type Representation = {
  readonly bytes: Buffer;
  readonly tag: string;
  readonly coding: "br" | "gzip" | undefined;
};

/** Fast enough for a document that is compressed once, and a tenth larger than the slowest. */
const BROTLI_QUALITY = 9;

const compressors = {
  br: (bytes: Buffer) =>
    promisify(brotliCompress)(bytes, {
      params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
    }),
  gzip: (bytes: Buffer) => promisify(gzip)(bytes),
};
/** The smallest first: a client that takes both equally gets that. */
const codings = ["br", "gzip"] as const;

const chooseCoding = (acceptEncoding: string) => {
  const weights = codings.map((coding) => ({ coding, weight: weightOf(acceptEncoding, [coding, "*"]) ?? 0 }));
  const [best] = weights.toSorted((one, other) => other.weight - one.weight);
  const identity = weightOf(acceptEncoding, ["identity"]) ?? 0;
  return best !== undefined && best.weight > 0 && best.weight >= identity ? best.coding : undefined;
};

/** JSON that stays as it is while the service runs: all responses share its bytes. It is compressed when first asked for so. */
export class StoredDocument {
  readonly value: unknown;
  readonly #identity: Representation;
  readonly #compressed = new Map<string, Promise<Representation>>();

  constructor(value: unknown) {
    this.value = value;
    const text = JSON.stringify(value);
    this.#identity = { bytes: Buffer.from(text), tag: entityTagOf(text), coding: undefined };
  }

  /** @param acceptEncoding - The field of the request. */
  async select(acceptEncoding = ""): Promise<Representation> {
    const coding = chooseCoding(acceptEncoding);
    if (coding === undefined) return this.#identity;
    const known = this.#compressed.get(coding);
    if (known !== undefined) return known;
    const compressed = this.#compress(coding);
    this.#compressed.set(coding, compressed);
    return compressed;
  }

  async #compress(coding: "br" | "gzip"): Promise<Representation> {
    const { bytes, tag } = this.#identity;
    return { bytes: await compressors[coding](bytes), tag: `${tag.slice(0, -1)}-${coding}"`, coding };
  }
}
