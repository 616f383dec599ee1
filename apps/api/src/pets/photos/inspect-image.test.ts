import { randomUUID } from "node:crypto";
import { open, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { makeTemporaryFolder } from "../../../test/support/temporary-folder.js";
import { inspectImage } from "./inspect-image.js";

type Png = { width: number; height: number; depth?: number; colour?: number; interlaced?: boolean; before?: Buffer[] };

const chunk = (type: string, length: number) => {
  const bytes = Buffer.alloc(12 + length);
  bytes.writeUInt32BE(length, 0);
  bytes.write(type, 4, "latin1");
  return bytes;
};

/** Only headers: a decoder would refuse it, so what is accepted was judged by its header alone. */
const png = ({ width, height, depth = 8, colour = 2, interlaced = false, before = [] }: Png) => {
  const header = chunk("IHDR", 13);
  header.writeUInt32BE(width, 8);
  header.writeUInt32BE(height, 12);
  header.set([depth, colour, 0, 0, Number(interlaced)], 16);
  return Buffer.concat([Buffer.from("\x89PNG\r\n\x1a\n", "latin1"), header, ...before, chunk("IDAT", 0)]);
};

const frame = (marker: number, width: number, height: number, channels = 3, precision = 8) =>
  Buffer.from([0xff, marker, 0, 17, precision, height >> 8, height & 255, width >> 8, width & 255, channels]);

const jpeg = (...pieces: Buffer[]) => Buffer.concat([Buffer.from([0xff, 0xd8]), ...pieces]);

const webp = (type: string, write: (bytes: Buffer) => unknown) => {
  const bytes = Buffer.alloc(30);
  bytes.write("RIFF", 0, "latin1");
  bytes.write(`WEBP${type}`, 8, "latin1");
  write(bytes);
  return bytes;
};

const segment = Buffer.from([0xff, 0xe0, 0, 4, 0, 0]);
const fill = Buffer.from([0xff]);
const jpegDamage = "this JPEG is damaged";
const pngDamage = "this PNG is damaged";
const webpDamage = "this WebP is damaged";

describe("inspectImage", () => {
  let folder: string;
  beforeAll(async () => {
    folder = await makeTemporaryFolder();
  });

  const inspect = async (bytes: Buffer) => {
    const path = join(folder, randomUUID());
    await writeFile(path, bytes);
    const file = await open(path);
    return inspectImage(file).finally(() => file.close());
  };

  it.each<[string, Buffer]>([
    ["a baseline JPEG of 48 megapixels", jpeg(segment, frame(0xc0, 8_000, 6_000))],
    ["a progressive JPEG of 24 megapixels", jpeg(segment, frame(0xc2, 6_000, 4_000))],
    ["a JPEG with fill bytes before its frame", jpeg(segment, fill, fill, frame(0xc0, 10, 10))],
    ["a PNG of 24 megapixels and 16 bits", png({ width: 6_000, height: 4_000, depth: 16 })],
    ["an interlaced PNG of 24 megapixels and 8 bits", png({ width: 6_000, height: 4_000, interlaced: true })],
    ["a PNG with a palette of 48 megapixels", png({ width: 8_000, height: 6_000, colour: 3 })],
    ["an extended WebP", webp("VP8X", (bytes) => bytes.writeUIntLE(7_999, 24, 3))],
    ["a lossless WebP", webp("VP8L", (bytes) => bytes.writeUInt8(0x2f, 20))],
    ["a lossy WebP", webp("VP8 ", (bytes) => bytes.set([0x9d, 0x01, 0x2a, 10, 0, 10, 0], 23))],
  ])("accepts %s", async (_, bytes) => {
    await expect(inspect(bytes)).resolves.toBeUndefined();
  });

  it.each<[string, Buffer, string]>([
    ["interlaced PNG of 16 bits", png({ width: 7_000, height: 7_000, depth: 16, interlaced: true }), "588 MB"],
    ["PNG of 16 bits", png({ width: 7_000, height: 7_000, depth: 16 }), "294 MB"],
    ["PNG with tRNS", png({ width: 6_000, height: 5_000, depth: 16, before: [chunk("tRNS", 6)] }), "240 MB"],
    ["progressive JPEG", jpeg(segment, frame(0xc2, 8_000, 6_000)), "288 MB"],
    ["JPEG of 12 bits", jpeg(frame(0xc1, 8_000, 6_000, 3, 12)), "288 MB"],
  ])("refuses a large %s by its header and names size and limit", async (_, bytes, size) => {
    await expect(inspect(bytes)).rejects.toMatchObject({
      status: 413,
      message: `body takes ${size} decoded, and may take 200; save it smaller, with 8 bits a channel, or not interlaced or progressive`,
    });
  });

  it.each<[string, Buffer, string]>([
    ["a JPEG without a marker where one belongs", jpeg(segment, Buffer.alloc(8)), jpegDamage],
    ["a JPEG whose scan precedes its frame", jpeg(Buffer.from([0xff, 0xda, 0, 8, 0, 0])), jpegDamage],
    ["a JPEG with a segment of no length", jpeg(Buffer.from([0xff, 0xe0, 0, 1, 0, 0])), jpegDamage],
    ["a JPEG that ends", jpeg(segment), jpegDamage],
    ["a JPEG of too many segments", jpeg(...Array<Buffer>(2_001).fill(segment), frame(0xc0, 9, 9)), jpegDamage],
    ["a PNG of an unknown colour type", png({ width: 9, height: 9, colour: 5 }), pngDamage],
    ["a PNG of no width", png({ width: 0, height: 9 }), pngDamage],
    ["a PNG of too many chunks", png({ width: 9, height: 9, before: Array(2_001).fill(chunk("tEXt", 0)) }), pngDamage],
    ["an animated PNG", png({ width: 9, height: 9, before: [chunk("acTL", 8)] }), "animat"],
    ["an animated WebP", webp("VP8X", (bytes) => bytes.writeUInt8(2, 20)), "animat"],
    ["a lossless WebP without its signature", webp("VP8L", () => {}), webpDamage],
    ["a lossy WebP without its signature", webp("VP8 ", () => {}), webpDamage],
  ])("refuses %s", async (_, bytes, message) => {
    await expect(inspect(bytes)).rejects.toMatchObject({ message: expect.stringContaining(message) });
  });
});
