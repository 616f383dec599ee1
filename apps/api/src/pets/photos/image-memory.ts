import type { ImageHeader } from "./image-header.js";
import { MAX_WIDTH } from "./photo-widths.mjs";

const MEBIBYTE = 1_048_576;
const MAX_SHRINK = 8;

/**
 * libvips keeps this many rows to scale them. With transparency it also keeps some with four floating-point numbers per
 * pixel.
 */
const KEPT_ROWS = 1_500;
const PREMULTIPLIED_ROWS = 150;
const PREMULTIPLIED_BYTES = 16;
/**
 * The bytes per pixel while the largest file is encoded. If any pixel is transparent, which is known only after
 * decoding, the process refuses an image with more pixels than MAX_TRANSPARENT_PIXELS.
 */
const ENCODED_BYTES = 8;
const ENCODED_BYTES_WITH_ALPHA = 10;
const TRANSPARENT_BYTES = 36;
const MAX_TRANSPARENT_PIXELS = 5_000_000;

const encodingBytes = (pixels: number, hasAlpha: boolean): number =>
  hasAlpha
    ? Math.max(pixels * ENCODED_BYTES_WITH_ALPHA, Math.min(pixels, MAX_TRANSPARENT_PIXELS) * TRANSPARENT_BYTES)
    : pixels * ENCODED_BYTES;

/**
 * A decoder that shrinks the image returns at least as many pixels as the largest file has, whatever the orientation
 * is.
 */
const shrinkOf = ({ width, height, canShrink }: ImageHeader): number => {
  const most = Math.min(MAX_SHRINK, Math.min(width, height) / MAX_WIDTH);
  return canShrink && most > 1 ? 2 ** Math.floor(Math.log2(most)) : 1;
};

const bytesOf = (header: ImageHeader): number => {
  const { width, height, pixelBytes, hasAlpha, heldBytes } = header;
  const shrink = shrinkOf(header);
  const rows = (most: number) => Math.min(most, height / shrink);
  const keptRows = rows(KEPT_ROWS) * pixelBytes + (hasAlpha ? rows(PREMULTIPLIED_ROWS) * PREMULTIPLIED_BYTES : 0);
  const scale = Math.min(1, MAX_WIDTH / width);
  const pixels = width * height * scale * scale;
  const decoding = heldBytes + (width / shrink) * keptRows + 2 * pixels * pixelBytes;
  return Math.max(decoding, encodingBytes(pixels, hasAlpha));
};

/**
 * Estimates from the header how much memory an image takes in addition to the memory of an idle process. The result is
 * the maximum of decoding and encoding. Decision 103 contains the measurements.
 * @returns MiB
 */
export const memoryOf = (header: ImageHeader): number => Math.ceil(bytesOf(header) / MEBIBYTE);
