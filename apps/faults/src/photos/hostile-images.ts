import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { buffer } from "node:stream/consumers";
import { createDeflate, deflateSync } from "node:zlib";
import { chunk, startOfPng } from "./photo-like.js";

const ZEROS = Buffer.alloc(1_048_576);
/** The offset and the distance of the pixels in each of the seven passes of an interlaced image (PNG §8.2). */
const passes = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;
/** The bits per channel and the colour type (PNG §11.2.1), in one number. */
const colours = { eight: 0x0802, eightClear: 0x0806, sixteenClear: 0x1006 };
const FILL_BYTES = 3_500_000;
const FILLS = 4;

/** Bytes that the service must receive, store and skip in every upload. No decoder reads them. */
const fill = () => Array.from({ length: FILLS }, () => chunk("prVt", randomBytes(FILL_BYTES)));

const deflateZeros = async (length: number): Promise<Buffer> => {
  const deflate = createDeflate({ level: 9 });
  const whole = buffer(deflate);
  for (let left = length; left > 0; left -= ZEROS.length) {
    if (!deflate.write(ZEROS.subarray(0, left))) await once(deflate, "drain");
  }
  deflate.end();
  return whole;
};

const interlaced = async (width: number, height: number, colour: number, pixelBytes: number, ...before: Buffer[]) => {
  const bytes = passes.reduce((sum, [x, y, across, down]) => {
    const columns = Math.ceil((width - x) / across);
    return sum + Math.ceil((height - y) / down) * (1 + columns * pixelBytes);
  }, 0);
  const pixels = await deflateZeros(bytes);
  return Buffer.concat([startOfPng(width, height, colour, 1), ...before, chunk("IDAT", pixels)]);
};

/** The shortest TIFF data that says that the image is rotated by 90 degrees. */
const onItsSide = Buffer.from("4d4d002a00000008000101120003000000010006000000000000", "hex");

/**
 * Builds almost as many transparent pixels as a file may have, all of them different. No header tells how much memory
 * their encoding takes.
 */
const transparent = () => {
  const [width, height] = [1_600, 3_100];
  const rows = Buffer.alloc((4 * width + 1) * height);
  const noise = randomBytes(width * height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) rows[y * (4 * width + 1) + 4 * x + 4] = noise[y * width + x] ?? 0;
  }
  return Buffer.concat([startOfPng(width, height, colours.eightClear), chunk("IDAT", deflateSync(rows, { level: 1 }))]);
};

export type HostileImage = {
  readonly name: string;
  /** Creates the image without its last bytes, which `another` adds. */
  readonly make: () => Promise<Buffer> | Buffer;
  /** The status that the response to its upload must have. */
  readonly status: number;
};

export const hostileImages: readonly HostileImage[] = [
  {
    name: "refused by its header",
    make: () => interlaced(8_000, 6_000, colours.sixteenClear, 8, ...fill()),
    status: 413,
  },
  { name: "as heavy as accepted", make: () => interlaced(7_900, 5_900, colours.eight, 3, ...fill()), status: 201 },
  // The process uses more and more memory while it encodes this image, until it is killed.
  { name: "transparent noise", make: transparent, status: 400 },
  {
    name: "on its side",
    make: () => interlaced(12_000, 2_400, colours.eight, 3, chunk("eXIf", onItsSide), ...fill()),
    status: 201,
  },
];
