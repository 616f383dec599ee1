import { crc32, deflateSync } from "node:zlib";
import sharp from "sharp";

const chunk = (type: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const frame = Buffer.alloc(8 + body.length);
  frame.writeUInt32BE(data.length);
  body.copy(frame, 4);
  frame.writeUInt32BE(crc32(body), 4 + body.length);
  return frame;
};

type Png = {
  readonly width?: number;
  readonly height?: number;
  readonly pixels?: Buffer;
  readonly extra?: readonly (readonly [type: string, data: Buffer])[];
};

/** A PNG in grey, by hand: its header may lie. */
export const pngOf = ({ width = 8, height = 8, pixels, extra = [] }: Png = {}): Buffer => {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width);
  head.writeUInt32BE(height, 4);
  head.writeUInt8(8, 8);
  const rows = pixels ?? Buffer.alloc((width + 1) * height, 0);
  return Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    chunk("IHDR", head),
    ...extra.map(([type, data]) => chunk(type, data)),
    chunk("IDAT", deflateSync(rows)),
    chunk("IEND", Buffer.alloc(0)),
  ]);
};

type Format = "jpeg" | "png" | "webp";

/** An image with a gradient: a photo's size in pixels, and few bytes. */
export const imageOf = (width: number, height: number, format: Format = "jpeg", seed = 0): Promise<Buffer> => {
  const tile = Buffer.from(Array.from({ length: 16 * 16 * 3 }, (_, at) => (at * 7 + seed * 31 + (at % 3) * 80) % 256));
  return sharp(tile, { raw: { width: 16, height: 16, channels: 3 } })
    .resize(width, height, { fit: "fill" })
    .toFormat(format)
    .toBuffer();
};
