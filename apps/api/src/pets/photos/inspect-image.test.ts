import { open, writeFile } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import { beforeAll, describe, expect, it } from "vitest";
import { imageOf, pngOf } from "../../../test/support/images.js";
import { makeTemporaryFolder } from "../../../test/support/temporary-folder.js";
import { inspectImage } from "./inspect-image.js";

let folder: string;
let count = 0;
beforeAll(async () => {
  folder = await makeTemporaryFolder();
});

/**
 * @returns "accepted", or the status and the message of the refusal. The images consist only of headers, because a
 * decoder would refuse most of them.
 */
const inspect = async (bytes: Uint8Array): Promise<string> => {
  const path = join(folder, `${(count += 1)}`);
  await writeFile(path, bytes);
  const file = await open(path);
  try {
    return await inspectImage(file).then(
      () => "accepted",
      (error: { status: number; message: string }) => `${error.status} ${error.message}`,
    );
  } finally {
    await file.close();
  }
};

const segment = (marker: number, ...data: number[]) => [0xff, marker, 0, data.length + 2, ...data];
const sixteen = (value: number) => [value >> 8, value & 255];
const grey = [[1, 0x11]];
const fine = [
  [1, 0x11],
  [2, 0x11],
  [3, 0x11],
];
const coarse = [
  [1, 0x22],
  [2, 0x11],
  [3, 0x11],
];
const frame = (marker: number, width: number, height: number, components: readonly number[][]) =>
  segment(
    marker,
    ...[8, ...sixteen(height), ...sixteen(width), components.length],
    ...components.flatMap((one) => [...one, 0]),
  );
const scan = (components: number) => segment(0xda, components, ...Array<number>(2 * components + 3).fill(0));
const jpegOf = (...parts: number[][]) => Buffer.from([0xff, 0xd8, ...parts.flat(), ...Array<number>(32).fill(0)]);

const webpOf = (...chunks: (readonly [type: string, data: readonly number[]])[]) => {
  const parts = chunks.map(([type, data]) => {
    const head = Buffer.alloc(8);
    head.write(type, "latin1");
    head.writeUInt32LE(data.length, 4);
    return Buffer.concat([head, Buffer.from(data), Buffer.alloc(data.length % 2)]);
  });
  return Buffer.concat([Buffer.from("RIFF\0\0\0\0WEBP", "latin1"), ...parts]);
};
const bytesOf = (value: number, length: number) =>
  Array.from({ length }, (_, at) => Math.floor(value / 256 ** at) % 256);
const extended = (flags: number) => ["VP8X", [flags, ...Array<number>(9).fill(0)]] as const;
const lossy = (width: number, height: number) =>
  ["VP8 ", [0, 0, 0, 0x9d, 0x01, 0x2a, ...bytesOf(width, 2), ...bytesOf(height, 2)]] as const;
const lossless = (width: number, height: number, alpha = 0) =>
  ["VP8L", [0x2f, ...bytesOf(width - 1 + (height - 1) * 2 ** 14 + alpha * 2 ** 28, 4)]] as const;

/** Returns a PNG with this header. @param colour - The colour type, PNG §11.2.1. */
const pngWith = (width: number, height: number, depth: number, colour: number, interlace: number, extra = false) => {
  const bytes = pngOf({ width, height, pixels: Buffer.alloc(1), extra: extra ? [["tRNS", Buffer.alloc(6)]] : [] });
  bytes.set([depth, colour, 0, 0, interlace], 24);
  return bytes;
};

const damaged = (format: string) => `400 body is a damaged ${format} image; save the image again and send the new file`;
const animated = "415 body must not be an animated image; send a single frame";
const heavy = (mebibytes: number) =>
  `413 body takes ${mebibytes} MiB of memory to decode, more than the limit of 180 MiB; save the image smaller, with 8 bits per channel, or without interlacing, progressive or lossless encoding`;

describe("inspectImage of a JPEG", () => {
  it.each<[string, number[][], string]>([
    ["segments, fill bytes and a scan", [segment(0xe0, 1), [0xff], frame(0xc0, 9, 9, coarse), scan(3)], "accepted"],
    ["12 megapixels of a phone", [frame(0xc0, 4_000, 3_000, coarse), scan(3)], "accepted"],
    ["48 megapixels of a phone", [frame(0xc0, 8_000, 6_000, coarse), scan(3)], "accepted"],
    ["50 megapixels and fine colour", [frame(0xc0, 8_165, 6_123, fine), scan(3)], "accepted"],
    ["a panorama of 48 megapixels", [frame(0xc0, 16_000, 3_000, fine), scan(3)], "accepted"],
    ["24 progressive megapixels of fine colour", [frame(0xc2, 6_000, 4_000, fine), scan(3)], "accepted"],
    ["50 progressive megapixels of coarse colour", [frame(0xc2, 8_165, 6_123, coarse), scan(3)], "accepted"],
    ["48 progressive megapixels, upright", [frame(0xc2, 6_000, 8_000, coarse), scan(3)], "accepted"],
    ["48 progressive megapixels of grey", [frame(0xc2, 8_000, 6_000, grey), scan(1)], "accepted"],
    ["48 progressive megapixels of fine colour", [frame(0xc2, 8_000, 6_000, fine), scan(3)], heavy(303)],
    ["48 megapixels in a scan for each component", [frame(0xc0, 8_000, 6_000, fine), scan(1)], heavy(303)],
    ["a strip that keeps its height", [frame(0xc0, 1_600, 16_383, fine), scan(3)], heavy(200)],
    ["no frame before its scan", [scan(1)], damaged("JPEG")],
    ["no component", [frame(0xc0, 9, 9, []), scan(0)], damaged("JPEG")],
    ["a marker without a segment", [[0xff, 0xd0, 0, 0], frame(0xc0, 9, 9, grey), scan(1)], damaged("JPEG")],
    ["a reserved marker", [[0xff, 0x02, 0, 8], frame(0xc0, 9, 9, grey), scan(1)], damaged("JPEG")],
    ["a segment without its own length", [[0xff, 0xe0, 0, 1], frame(0xc0, 9, 9, grey)], damaged("JPEG")],
    ["bytes between segments", [segment(0xe0, 1), [0, 0], frame(0xc0, 9, 9, grey), scan(1)], damaged("JPEG")],
    ["segments without end", [...Array.from({ length: 2_001 }, () => segment(0xfe)), scan(1)], damaged("JPEG")],
    ["no height", [frame(0xc0, 9, 0, grey), scan(1)], damaged("JPEG")],
  ])("judges %s by its header", async (_, parts, expected) => {
    expect(await inspect(jpegOf(...parts))).toBe(expected);
  });
});

describe("inspectImage of a PNG", () => {
  it.each<[string, Buffer, string]>([
    ["a transparent screenshot of a phone", pngWith(1_440, 3_200, 8, 6, 0), "accepted"],
    ["a screenshot of a large screen", pngWith(5_120, 2_880, 8, 6, 0), "accepted"],
    ["48 megapixels of 16 bits", pngWith(8_000, 6_000, 16, 2, 0), "accepted"],
    ["32 interlaced megapixels of 8 bits", pngWith(6_500, 4_900, 8, 2, 1), "accepted"],
    ["48 interlaced megapixels of grey", pngWith(8_000, 6_000, 8, 0, 1), "accepted"],
    ["12 interlaced megapixels of 16 bits", pngWith(4_000, 3_000, 16, 2, 1), "accepted"],
    ["48 interlaced megapixels of 8 bits", pngWith(8_000, 6_000, 8, 2, 1), heavy(183)],
    ["48 interlaced megapixels of 16 bits", pngWith(8_000, 6_000, 16, 2, 1), heavy(366)],
    ["48 interlaced megapixels of a palette", pngWith(8_000, 6_000, 4, 3, 1), heavy(183)],
    ["48 interlaced megapixels of a clear palette", pngWith(8_000, 6_000, 8, 3, 1, true), heavy(262)],
    ["48 interlaced megapixels of 16 clear bits", pngWith(8_000, 6_000, 16, 6, 1), heavy(506)],
    ["wide rows of 16 clear bits", pngWith(16_383, 2_000, 16, 6, 0), heavy(230)],
    ["a strip that keeps its height", pngWith(1_600, 16_383, 8, 2, 0), heavy(200)],
    ["an unknown colour type", pngWith(9, 9, 8, 5, 0), damaged("PNG")],
    ["no width", pngWith(0, 9, 8, 2, 0), damaged("PNG")],
    ["another first chunk", Buffer.concat([pngOf().subarray(0, 12), Buffer.alloc(60)]), damaged("PNG")],
    ["an animation", pngOf({ extra: [["acTL", Buffer.alloc(8)]] }), animated],
    [
      "chunks without end",
      pngOf({ extra: Array.from({ length: 2_001 }, () => ["tEXt", Buffer.alloc(0)] as const) }),
      damaged("PNG"),
    ],
  ])("judges %s by its header", async (_, bytes, expected) => {
    expect(await inspect(bytes)).toBe(expected);
  });
});

describe("inspectImage of a WebP", () => {
  it.each<[string, Buffer, string]>([
    ["48 lossy megapixels", webpOf(lossy(8_000, 6_000)), "accepted"],
    ["48 lossy megapixels behind a profile", webpOf(extended(0x20), ["ICCP", [1]], lossy(8_000, 6_000)), "accepted"],
    ["48 transparent megapixels", webpOf(extended(0x10), ["ALPH", [0]], lossy(8_000, 6_000)), "accepted"],
    ["24 lossless megapixels", webpOf(lossless(6_000, 4_000)), "accepted"],
    ["48 lossless megapixels", webpOf(lossless(8_000, 6_000)), heavy(212)],
    ["48 lossless megapixels in a container", webpOf(extended(0x10), lossless(8_000, 6_000, 1)), heavy(230)],
    ["an animation", webpOf(extended(0x02), ["ANIM", [0]]), animated],
    ["another signature of lossless", webpOf(["VP8L", [0x2e, 0, 0, 0, 0]]), damaged("WebP")],
    ["another signature of lossy", webpOf(["VP8 ", Array<number>(10).fill(0)]), damaged("WebP")],
    ["no width", webpOf(lossy(0, 9)), damaged("WebP")],
    ["no image", webpOf(extended(0)), damaged("WebP")],
    ["chunks without end", webpOf(...Array.from({ length: 2_001 }, () => ["EXIF", []] as const)), damaged("WebP")],
  ])("judges %s by its header", async (_, bytes, expected) => {
    expect(await inspect(bytes)).toBe(expected);
  });
});

it.each([
  ["a progressive JPEG", () => imageOf(90, 70).then((image) => sharp(image).jpeg({ progressive: true }).toBuffer())],
  ["a PNG with transparency", () => imageOf(90, 70).then((image) => sharp(image).ensureAlpha(0.5).png().toBuffer())],
  ["a lossless WebP", () => imageOf(90, 70).then((image) => sharp(image).webp({ lossless: true }).toBuffer())],
  ["a WebP with transparency", () => imageOf(90, 70).then((image) => sharp(image).ensureAlpha(0.5).webp().toBuffer())],
])("accepts %s from an encoder", async (_, make) => {
  expect(await inspect(await make())).toBe("accepted");
});
