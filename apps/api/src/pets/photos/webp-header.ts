import { animatedImage, damagedImage } from "../../errors.js";
import { type ImageHeader, MAX_PIECES, type ReadAt } from "./image-header.js";

/** A lossless image and an alpha plane are decoded as a whole. A lossy image is decoded row by row. */
const LOSSLESS_BYTES = 4;
const TRANSPARENCY_BYTES = 2;

const headerOf = (width: number, height: number, hasAlpha: boolean, heldPixelBytes: number): ImageHeader => ({
  width,
  height,
  pixelBytes: hasAlpha ? 4 : 3,
  hasAlpha,
  heldBytes: heldPixelBytes * width * height,
  canShrink: true,
});

const readLossy = async (read: ReadAt, at: number, hasAlpha: boolean): Promise<ImageHeader> => {
  const head = await read(at, 10);
  if (head.readUIntBE(3, 3) !== 0x9d012a) throw damagedImage("WebP");
  const [width, height] = [head.readUInt16LE(6) & 0x3fff, head.readUInt16LE(8) & 0x3fff];
  return headerOf(width, height, hasAlpha, hasAlpha ? TRANSPARENCY_BYTES : 0);
};

const readLossless = async (read: ReadAt, at: number): Promise<ImageHeader> => {
  const head = await read(at, 5);
  if (head.readUInt8(0) !== 0x2f) throw damagedImage("WebP");
  const bits = head.readUInt32LE(1);
  const hasAlpha = (bits & 0x1000_0000) !== 0;
  return headerOf(1 + (bits & 0x3fff), 1 + ((bits >>> 14) & 0x3fff), hasAlpha, LOSSLESS_BYTES);
};

/** Reads the chunks up to the image (RFC 9649 §2.5 to §2.7). */
export const readWebpHeader = async (read: ReadAt): Promise<ImageHeader> => {
  let hasAlpha = false;
  let at = 12;
  for (let pieces = 0; pieces < MAX_PIECES; pieces += 1) {
    const chunk = await read(at, 8);
    const type = chunk.toString("latin1", 0, 4);
    const length = chunk.readUInt32LE(4);
    if (type === "VP8X" && ((await read(at + 8, 1)).readUInt8(0) & 0x02) !== 0) throw animatedImage();
    if (type === "VP8 ") return readLossy(read, at + 8, hasAlpha);
    if (type === "VP8L") return readLossless(read, at + 8);
    hasAlpha ||= type === "ALPH";
    at += 8 + length + (length % 2);
  }
  throw damagedImage("WebP");
};
