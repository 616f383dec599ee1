import { animatedImage, damagedImage } from "../../errors.js";
import { type ImageHeader, MAX_PIECES, type ReadAt } from "./image-header.js";

/** The number of channels of each colour type (PNG §11.2.1). A palette is decoded to red, green and blue. */
const channelsOf: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 3, 4: 2, 6: 4 };
/** Tells whether this is the number of channels of grey or colours without transparency. */
const isOpaque = (channels: number) => channels % 2 === 1;

/** @param hasTransparency - True if there is a tRNS chunk. An interlaced image is decoded as a whole. */
const headerOf = (head: Buffer, hasTransparency: boolean): ImageHeader => {
  const [width, height] = [head.readUInt32BE(0), head.readUInt32BE(4)];
  const [depth, colourType, interlacing] = [head.readUInt8(8), head.readUInt8(9), head.readUInt8(12)];
  const declared = channelsOf[colourType];
  if (declared === undefined) throw damagedImage("PNG");
  const hasAlpha = hasTransparency || !isOpaque(declared);
  const channels = hasAlpha && isOpaque(declared) ? declared + 1 : declared;
  const pixelBytes = channels * (depth > 8 ? 2 : 1);
  const heldBytes = interlacing === 0 ? 0 : width * height * pixelBytes;
  return { width, height, pixelBytes, hasAlpha, heldBytes, canShrink: false };
};

/** Reads up to the first IDAT chunk. The chunks tRNS and, in APNG, acTL come before it (PNG §11.2). */
export const readPngHeader = async (read: ReadAt): Promise<ImageHeader> => {
  const head = await read(8, 21);
  if (head.readUInt32BE(0) !== 13 || head.toString("latin1", 4, 8) !== "IHDR") throw damagedImage("PNG");
  let at = 33;
  let hasTransparency = false;
  for (let pieces = 0; pieces < MAX_PIECES; pieces += 1) {
    const chunk = await read(at, 8);
    const type = chunk.toString("latin1", 4);
    if (type === "acTL") throw animatedImage();
    if (type === "IDAT") return headerOf(head.subarray(8), hasTransparency);
    hasTransparency ||= type === "tRNS";
    at += 12 + chunk.readUInt32BE(0);
  }
  throw damagedImage("PNG");
};
