import { open } from "node:fs/promises";
import type { Query } from "../../database/query.js";

/** The table's constraint. Range requests find their place by it. */
const CHUNK_BYTES = 262_144;

type MediaFile = { readonly width: number; readonly height: number; readonly path: string };

/** What was made of an image: facts, and files that still lie in a folder. */
export type Media = {
  readonly width: number;
  readonly height: number;
  readonly placeholder: string;
  readonly files: readonly MediaFile[];
};

/** Where the files of photos live. A store outside PostgreSQL implements it, too. */
export type MediaStore = {
  /**
   * Keeps what it has under this SHA-256, locked until the transaction ends.
   * @param media - Undefined if the store is thought to have it.
   * @returns false if it has nothing, and was given nothing.
   */
  readonly put: (query: Query, sha256: string, media: Media | undefined) => Promise<boolean>;
  /** @returns the bytes of a file; undefined if there is none */
  readonly size: (query: Query, sha256: string, width: number) => Promise<number | undefined>;
  /** @returns at most {@link CHUNK_BYTES} from an offset; undefined if they are gone */
  readonly read: (query: Query, sha256: string, width: number, from: number) => Promise<Buffer | undefined>;
  /** Removes all files that no photo refers to any more, of these. */
  readonly delete: (query: Query, sha256: readonly string[]) => Promise<void>;
};

const putChunks = async (query: Query, sha256: string, { width, path }: MediaFile): Promise<void> => {
  const file = await open(path);
  try {
    for (let place = 0; ; place += 1) {
      const { bytesRead, buffer } = await file.read(Buffer.allocUnsafe(CHUNK_BYTES), 0, CHUNK_BYTES);
      if (bytesRead === 0) return;
      await query(
        "INSERT INTO media_chunk (sha256, width, place, bytes) VALUES (decode($1, 'hex'), $2::integer, $3::integer, $4::bytea)",
        [sha256, width, place, buffer.subarray(0, bytesRead)],
        "insert_media_chunk",
      );
      if (bytesRead < CHUNK_BYTES) return;
    }
  } finally {
    await file.close();
  }
};

/** The default: one store to back up, and every replica sees it. */
export const postgresMedia: MediaStore = {
  put: async (query, sha256, media) => {
    if (media === undefined) {
      const found = await query("SELECT FROM media WHERE sha256 = decode($1, 'hex') FOR KEY SHARE", [sha256]);
      return found.length > 0;
    }
    const { width, height, placeholder, files } = media;
    const sizes = JSON.stringify(files.map((file) => [file.width, file.height]));
    // Two uploads of the same bytes wait for each other here, and only the first writes files.
    const [row] = await query<{ isNew: boolean }>(
      `INSERT INTO media (sha256, width, height, placeholder, sizes)
       VALUES (decode($1, 'hex'), $2::integer, $3::integer, $4, $5::jsonb)
       ON CONFLICT (sha256) DO UPDATE SET width = media.width RETURNING xmax = 0 AS "isNew"`,
      [sha256, width, height, placeholder, sizes],
      "insert_media",
    );
    if (row?.isNew === true) for (const file of files) await putChunks(query, sha256, file);
    return true;
  },
  size: async (query, sha256, width) => {
    const [row] = await query<{ bytes: string | null }>(
      `SELECT sum(octet_length(bytes))::text AS bytes FROM media_chunk
       WHERE sha256 = decode($1, 'hex') AND width = $2::integer`,
      [sha256, width],
      "size_of_media",
    );
    return typeof row?.bytes === "string" ? Number(row.bytes) : undefined;
  },
  read: async (query, sha256, width, from) => {
    const [row] = await query<{ bytes: Buffer }>(
      `SELECT bytes FROM media_chunk
       WHERE sha256 = decode($1, 'hex') AND width = $2::integer AND place = $3::integer`,
      [sha256, width, Math.floor(from / CHUNK_BYTES)],
      "read_media_chunk",
    );
    return row?.bytes.subarray(from % CHUNK_BYTES);
  },
  delete: async (query, sha256) => {
    await query(
      `DELETE FROM media WHERE sha256 = ANY (SELECT decode(one, 'hex') FROM unnest($1::text[]) AS one)
         AND NOT EXISTS (SELECT FROM photo WHERE photo.sha256 = media.sha256)`,
      [sha256],
    );
  },
};
