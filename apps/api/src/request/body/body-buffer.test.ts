import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { BodyBuffer } from "./body-buffer.js";

const fill = (ceiling: number, chunks: readonly Buffer[]) => {
  const buffer = new BodyBuffer(ceiling);
  const sizes = chunks.map((chunk) => {
    const size = buffer.sizeWith(chunk);
    buffer.append(chunk);
    return size;
  });
  return { buffer, sizes };
};

describe("BodyBuffer", () => {
  it("contains its chunks in order, and takes as much memory as it reports", () => {
    const chunk = fc
      .uint8Array({ minLength: 1, maxLength: 9_000 })
      .map((bytes) => Buffer.from(Uint8Array.from(bytes).buffer));
    fc.assert(
      fc.property(fc.array(chunk, { maxLength: 12 }), fc.nat(20_000), (chunks, spare) => {
        const whole = Buffer.concat(chunks);
        const { buffer, sizes } = fill(whole.length + spare, chunks);
        expect(buffer.take().equals(whole)).toBe(true);
        expect(buffer.take().buffer.byteLength).toBe(sizes.at(-1) ?? 0);
        expect(sizes.at(-1) ?? 0).toBeLessThanOrEqual(Math.max(4_096, 2 * whole.length));
      }),
    );
  });

  it("never takes more than its limit, nor more than 1 MiB for a body of 1 MiB", () => {
    const chunk = Buffer.alloc(65_536);
    const { sizes } = fill(
      3_000_000,
      Array.from({ length: 40 }, () => chunk),
    );
    expect(sizes[15]).toBe(1_048_576);
    expect(Math.max(...sizes)).toBe(3_000_000);
  });

  it("keeps a body of one chunk without a copy", () => {
    const chunk = Buffer.alloc(30);
    expect(fill(30, [chunk]).buffer.take().buffer).toBe(chunk.buffer);
  });
});
