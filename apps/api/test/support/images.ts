import { createHash, randomUUID } from "node:crypto";
import { crc32, deflateSync } from "node:zlib";
import sharp from "sharp";
import type { TestApi } from "./test-api.js";

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

/** Builds a grey PNG byte by byte, because a test may need a wrong header. */
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

/** Returns the bytes of a PNG that differ in each call, and their SHA-256 in hexadecimal digits. */
export const freshImage = () => {
  const bytes = pngOf({ extra: [["tEXt", Buffer.from(`Comment\0${randomUUID()}`)]] });
  return { bytes: new Uint8Array(bytes), sha256: createHash("sha256").update(bytes).digest("hex") };
};

/** Stores the files of an image, so that its upload does not need the process that reads images. */
export const addMedia = async ({ database: { pool } }: Pick<TestApi, "database">, sha256: string) => {
  await pool.query(
    `INSERT INTO media (sha256, width, height, placeholder, sizes) VALUES (decode($1, 'hex'), 8, 8, 'data:,', '[[8, 8]]')`,
    [sha256],
  );
  await pool.query(
    `INSERT INTO media_chunk (sha256, width, place, bytes) VALUES (decode($1, 'hex'), 8, 0, '\\x52494646')`,
    [sha256],
  );
};

/** Adds photos to a pet. @returns Their ids. */
export const addPhotos = async (on: Pick<TestApi, "database">, petId: number, count = 1): Promise<number[]> => {
  const ids: number[] = [];
  for (let position = 1; position <= count; position += 1) {
    const { sha256 } = freshImage();
    await addMedia(on, sha256);
    const { rows } = await on.database.pool.query<{ id: string }>(
      "INSERT INTO photo (pet_id, sha256, position) VALUES ($1, decode($2, 'hex'), $3) RETURNING id",
      [petId, sha256, position],
    );
    ids.push(Number(rows[0]?.id));
  }
  return ids;
};

type Format = "jpeg" | "png" | "webp";

/** Creates an image with a gradient. It has as many pixels as a photo, but few bytes. */
export const imageOf = (width: number, height: number, format: Format = "jpeg", seed = 0): Promise<Buffer> => {
  const tile = Buffer.from(Array.from({ length: 16 * 16 * 3 }, (_, at) => (at * 7 + seed * 31 + (at % 3) * 80) % 256));
  return sharp(tile, { raw: { width: 16, height: 16, channels: 3 } })
    .resize(width, height, { fit: "fill" })
    .toFormat(format)
    .toBuffer();
};
