const MIN_BYTES = 4_096;

/**
 * Collects a body in one buffer that doubles. A list of chunks would need a hundred bytes or more per chunk, and a
 * client may send chunks of one byte.
 */
export class BodyBuffer {
  readonly #ceiling: number;
  #bytes: Buffer = Buffer.alloc(0);
  length = 0;

  /** @param ceiling - The size of the whole body if the client has declared it, otherwise the limit. */
  constructor(ceiling: number) {
    this.#ceiling = ceiling;
  }

  /** Returns the memory that the buffer would take after the chunk. */
  sizeWith(chunk: Buffer): number {
    const needed = this.length + chunk.length;
    if (needed <= this.#bytes.length) return this.#bytes.length;
    return Math.min(this.#ceiling, Math.max(MIN_BYTES, 2 ** Math.ceil(Math.log2(needed))));
  }

  append(chunk: Buffer): void {
    const size = this.sizeWith(chunk);
    // In most cases the chunk is the whole body, which Node's parser has already copied.
    if (size === chunk.length) this.#bytes = chunk;
    else {
      if (size > this.#bytes.length) this.#grow(size);
      chunk.copy(this.#bytes, this.length);
    }
    this.length += chunk.length;
  }

  take(): Buffer {
    return this.#bytes.subarray(0, this.length);
  }

  #grow(size: number): void {
    const grown = Buffer.allocUnsafeSlow(size);
    this.#bytes.copy(grown, 0, 0, this.length);
    this.#bytes = grown;
  }
}
