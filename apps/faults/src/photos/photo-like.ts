import { randomUUID } from "node:crypto";
import { crc32, deflateSync } from "node:zlib";

/** Builds a chunk (PNG §5.3). */
export const chunk = (type: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const frame = Buffer.alloc(8 + body.length);
  frame.writeUInt32BE(data.length);
  body.copy(frame, 4);
  frame.writeUInt32BE(crc32(body), 4 + body.length);
  return frame;
};

/** Builds the signature and the header of a PNG. @param depthAndColour - Two bytes (PNG §11.2.1). */
export const startOfPng = (width: number, height: number, depthAndColour: number, interlacing = 0): Buffer => {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width);
  head.writeUInt32BE(height, 4);
  head.writeUInt16BE(depthAndColour, 8);
  head.writeUInt8(interlacing, 12);
  return Buffer.concat([Buffer.from("\x89PNG\r\n\x1a\n", "latin1"), chunk("IHDR", head)]);
};

/** Builds a PNG with gradients and a little noise, as a photo has. @param megapixels - The size, in the ratio 4:3. */
export const photoLike = (megapixels: number): Buffer => {
  const width = Math.round(Math.sqrt((megapixels * 1_000_000 * 4) / 3));
  const height = Math.round((width * 3) / 4);
  const rows = Buffer.alloc((3 * width + 1) * height);
  for (let y = 0; y < height; y += 1) {
    const start = y * (3 * width + 1) + 1;
    for (let x = 0; x < width; x += 1) {
      const noise = ((x * 7_919 + y * 104_729) >> 3) & 1;
      rows[start + 3 * x] = ((200 * x) / width + noise) & 255;
      rows[start + 3 * x + 1] = ((200 * y) / height + noise) & 255;
      rows[start + 3 * x + 2] = (90 + 60 * Math.sin((x + y) / 90) + noise) & 255;
    }
  }
  // The pixels have eight bits each for red, green and blue.
  return Buffer.concat([startOfPng(width, height, 0x0802), chunk("IDAT", deflateSync(rows, { level: 1 }))]);
};

/** Adds a unique comment to an image, so that its bytes differ from the bytes of every other image. */
export const another = (image: Buffer): Buffer =>
  Buffer.concat([image, chunk("tEXt", Buffer.from(`Comment\0${randomUUID()}`)), chunk("IEND", Buffer.alloc(0))]);
