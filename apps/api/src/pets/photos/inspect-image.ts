import type { FileHandle } from "node:fs/promises";
import { MAX_MEGAPIXELS, MAX_PHOTO_SIDE } from "@petstore/contract/routes";
import { damagedImage, imageTooHeavy, imageTooLarge, notAnImage } from "../../errors.js";
import type { ImageHeader, ReadAt } from "./image-header.js";
import { memoryOf } from "./image-memory.js";
import { readJpegHeader } from "./jpeg-header.js";
import { readPngHeader } from "./png-header.js";
import { readWebpHeader } from "./webp-header.js";

const PIXELS_PER_MEGAPIXEL = 1_000_000;
/** The process that decodes may use 256 MiB (image-converter.ts). It needs up to 70 of these without an image. */
const MAX_MEBIBYTES = 180;

const formats = [
  { name: "JPEG", readHeader: readJpegHeader, isOne: (head: Buffer) => head.readUIntBE(0, 3) === 0xffd8ff },
  {
    name: "PNG",
    readHeader: readPngHeader,
    isOne: (head: Buffer) => head.toString("latin1", 0, 8) === "\x89PNG\r\n\x1a\n",
  },
  {
    name: "WebP",
    readHeader: readWebpHeader,
    isOne: (head: Buffer) => head.toString("latin1", 0, 4) === "RIFF" && head.toString("latin1", 8, 12) === "WEBP",
  },
] as const;

/**
 * Reads the header of an image, whatever type its client declares.
 * @param readUpTo - Returns fewer bytes at the end of the image.
 * @throws AppError 400, 415
 */
export const readImageHeader = async (readUpTo: ReadAt): Promise<ImageHeader> => {
  const head = Buffer.concat([await readUpTo(0, 12)], 12);
  const format = formats.find(({ isOne }) => isOne(head));
  if (format === undefined) throw notAnImage();
  const header = await format.readHeader(async (position, length) => {
    const bytes = await readUpTo(position, length);
    if (bytes.length < length) throw damagedImage(format.name);
    return bytes;
  });
  if (header.width === 0 || header.height === 0) throw damagedImage(format.name);
  return header;
};

/**
 * Checks the header before a decoder reads the image.
 * @returns the MiB that the image takes in addition to an idle process
 * @throws AppError 400, 413, 415
 */
export const inspectImage = async (file: FileHandle): Promise<number> => {
  const header = await readImageHeader(async (position, length) => {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(length), 0, length, position);
    return buffer.subarray(0, bytesRead);
  });
  const { width, height } = header;
  const isTooLarge = width * height > MAX_MEGAPIXELS * PIXELS_PER_MEGAPIXEL;
  if (isTooLarge || Math.max(width, height) > MAX_PHOTO_SIDE) throw imageTooLarge(width, height);
  const mebibytes = memoryOf(header);
  if (mebibytes > MAX_MEBIBYTES) throw imageTooHeavy(mebibytes, MAX_MEBIBYTES);
  return mebibytes;
};
