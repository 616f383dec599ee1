import type { FileHandle } from "node:fs/promises";
import { MAX_MEGAPIXELS, MAX_PHOTO_SIDE } from "@petstore/contract/routes";
import { animatedImage, damagedImage, imageTooLarge, imageTooLargeDecoded, notAnImage } from "../../errors.js";

/** A file of tiny pieces would take as long to walk as it is large. */
const MAX_PIECES = 2_000;
const PIXELS_PER_MEGAPIXEL = 1_000_000;

/**
 * What the pixels may take, decoded: the most megapixels of 8 bits with transparency. Only 16 bits a channel, and images that
 * arrive in passes, which a decoder must hold whole, can reach it.
 */
const MAX_DECODED_BYTES = MAX_MEGAPIXELS * PIXELS_PER_MEGAPIXEL * 4;

type Size = { readonly width: number; readonly height: number };

type Layout = Size & {
  readonly channels: number;
  readonly bytesPerChannel: number;
  /** An interlaced PNG or a progressive JPEG: a decoder holds it whole, and works on a copy. */
  readonly isInPasses: boolean;
};

const decodedBytes = ({ width, height, channels, bytesPerChannel, isInPasses }: Layout) =>
  width * height * channels * bytesPerChannel * (isInPasses ? 2 : 1);

const bytesOfDepth = (bits: number) => (bits > 8 ? 2 : 1);

/** Reads a few bytes of a file. @throws AppError 400 at its end. */
type ReadAt = (position: number, length: number) => Promise<Buffer>;

/** ITU-T T.81 table B.1: SOF2, 6, 10 and 14. */
const isProgressive = (marker: number) => (marker & 0x03) === 0x02;

const isFrameHeader = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

/** ITU-T T.81 B.1.1: walks the segments to the frame header. */
const inspectJpeg = async (read: ReadAt): Promise<Layout> => {
  let at = 2;
  for (let pieces = 0; pieces < MAX_PIECES; pieces += 1) {
    const head = await read(at, 4);
    const marker = head.readUInt8(1);
    if (head.readUInt8(0) !== 0xff) break;
    // Fill bytes may precede a marker.
    if (marker === 0xff) at += 1;
    else if (isFrameHeader(marker)) {
      const frame = await read(at + 4, 6);
      return {
        height: frame.readUInt16BE(1),
        width: frame.readUInt16BE(3),
        channels: frame.readUInt8(5),
        bytesPerChannel: bytesOfDepth(frame.readUInt8(0)),
        isInPasses: isProgressive(marker),
      };
    } else if (marker < 0xc0 || (marker >= 0xd0 && marker <= 0xda) || head.readUInt16BE(2) < 2) break;
    else at += 2 + head.readUInt16BE(2);
  }
  throw damagedImage("JPEG");
};

/** PNG §11.2.1: the channels of each colour type; those of a palette are decoded. */
const channelsOfPng: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 3, 4: 2, 6: 4 };

const layoutOfPng = (header: Buffer, hasTransparency: boolean): Layout => {
  const channels = channelsOfPng[header.readUInt8(9)];
  if (channels === undefined) throw damagedImage("PNG");
  return {
    width: header.readUInt32BE(0),
    height: header.readUInt32BE(4),
    channels: channels + Number(hasTransparency),
    bytesPerChannel: bytesOfDepth(header.readUInt8(8)),
    isInPasses: header.readUInt8(12) !== 0,
  };
};

/** PNG §11.2.2; APNG's acTL stands before the first IDAT. */
const inspectPng = async (read: ReadAt): Promise<Layout> => {
  const head = await read(8, 21);
  if (head.readUInt32BE(0) !== 13 || head.toString("latin1", 4, 8) !== "IHDR") throw damagedImage("PNG");
  let at = 33;
  let hasTransparency = false;
  for (let pieces = 0; pieces < MAX_PIECES; pieces += 1) {
    const chunk = await read(at, 8);
    const type = chunk.toString("latin1", 4);
    if (type === "acTL") throw animatedImage();
    if (type === "IDAT") return layoutOfPng(head.subarray(8), hasTransparency);
    hasTransparency ||= type === "tRNS";
    at += 12 + chunk.readUInt32BE(0);
  }
  throw damagedImage("PNG");
};

/** WebP has 8 bits a channel and no passes. */
const layoutOfWebp = (width: number, height: number): Layout => ({
  width,
  height,
  channels: 4,
  bytesPerChannel: 1,
  isInPasses: false,
});

/** RFC 9649 §2.5 to §2.7. */
const inspectWebp = async (read: ReadAt): Promise<Layout> => {
  const head = await read(0, 30);
  const type = head.toString("latin1", 12, 16);
  if (type === "VP8X") {
    if ((head.readUInt8(20) & 0x02) !== 0) throw animatedImage();
    return layoutOfWebp(1 + head.readUIntLE(24, 3), 1 + head.readUIntLE(27, 3));
  }
  if (type === "VP8L" && head.readUInt8(20) === 0x2f) {
    const bits = head.readUInt32LE(21);
    return layoutOfWebp(1 + (bits & 0x3fff), 1 + ((bits >>> 14) & 0x3fff));
  }
  if (type === "VP8 " && head.readUIntBE(23, 3) === 0x9d012a) {
    return layoutOfWebp(head.readUInt16LE(26) & 0x3fff, head.readUInt16LE(28) & 0x3fff);
  }
  throw damagedImage("WebP");
};

const formats = [
  { name: "JPEG", inspect: inspectJpeg, isOne: (head: Buffer) => head.readUIntBE(0, 3) === 0xffd8ff },
  { name: "PNG", inspect: inspectPng, isOne: (head: Buffer) => head.toString("latin1", 0, 8) === "\x89PNG\r\n\x1a\n" },
  {
    name: "WebP",
    inspect: inspectWebp,
    isOne: (head: Buffer) => head.toString("latin1", 0, 4) === "RIFF" && head.toString("latin1", 8, 12) === "WEBP",
  },
] as const;

/** Looks at the header before any decoder does, whatever the client says the type is. @throws AppError 400, 413, 415 */
export const inspectImage = async (file: FileHandle): Promise<void> => {
  const head = Buffer.alloc(12);
  await file.read(head, 0, head.length, 0);
  const format = formats.find(({ isOne }) => isOne(head));
  if (format === undefined) throw notAnImage();
  const layout = await format.inspect(async (position, length) => {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(length), 0, length, position);
    if (bytesRead < length) throw damagedImage(format.name);
    return buffer;
  });
  const { width, height } = layout;
  if (width === 0 || height === 0) throw damagedImage(format.name);
  const isTooLarge = width * height > MAX_MEGAPIXELS * PIXELS_PER_MEGAPIXEL;
  if (isTooLarge || Math.max(width, height) > MAX_PHOTO_SIDE) throw imageTooLarge(width, height);
  const bytes = decodedBytes(layout);
  if (bytes > MAX_DECODED_BYTES) throw imageTooLargeDecoded(bytes, MAX_DECODED_BYTES);
};
