import { createHash, randomUUID } from "node:crypto";
import { open, readFile } from "node:fs/promises";
import { RESTORE_DAYS } from "@petstore/contract/routes";
import type { Query } from "../../database/query.js";
import { serviceUnavailable } from "../../errors.js";
import type { ObjectStore } from "./object-store.js";
import { ObjectStoreError } from "./s3-requests.js";

/** The size of a chunk, which a constraint of the table requires. Range requests use it to find their chunk. */
export const CHUNK_BYTES = 262_144;

type MediaFile = {
  readonly width: number;
  readonly height: number;
  readonly path: string;
  /** The key of the object that {@link MediaStore.upload} created. */
  readonly key?: string;
};

/** The result of reading an image: its facts, and its files, which are still in a folder. */
export type Media = {
  readonly width: number;
  readonly height: number;
  readonly placeholder: string;
  readonly files: readonly MediaFile[];
};

/** Runs statements in a lane. Work that waits for something else must wait outside of it. */
export type QueryInTurn = <Result>(work: (query: Query) => Promise<Result>) => Promise<Result>;

type FoundFile = {
  readonly bytes: number;
  /** @returns at most {@link CHUNK_BYTES} bytes from an offset; undefined if the file no longer exists */
  readonly read: (from: number) => Promise<Buffer | undefined>;
};

/**
 * Stores photo files in PostgreSQL, or in a bucket. A file is looked for in both places, so that it can be read
 * while files are being moved. A failing bucket causes a 503.
 */
export type MediaStore = {
  /**
   * Uploads the files to the bucket, if new files belong there. This happens before the transaction, which must not
   * wait for the bucket.
   */
  readonly upload: (inTurn: QueryInTurn, sha256: string, media: Media) => Promise<Media>;
  /**
   * Keeps the files with this SHA-256, locked until the transaction ends.
   * @param media - Undefined if the files should already be stored.
   * @returns false if there are no files and none were given
   */
  readonly put: (query: Query, sha256: string, media: Media | undefined) => Promise<boolean>;
  readonly find: (inTurn: QueryInTurn, sha256: string, width: number) => Promise<FoundFile | undefined>;
  /**
   * Removes the files of these images, unless a photo still refers to them.
   * @param isErased - True if the next sweep must delete their objects, and not the sweep after 30 days.
   */
  readonly delete: (query: Query, sha256: readonly string[], isErased: boolean) => Promise<void>;
};

export const digestOf = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");

/**
 * Creates an object that nothing refers to yet. Its row is written first, so that the sweep always finds it. Its key is
 * new, so that no earlier deletion can delete it.
 */
export const putObject = async (
  objects: ObjectStore,
  inTurn: QueryInTurn,
  file: { readonly sha256: string; readonly width: number; readonly bytes: Uint8Array },
): Promise<string> => {
  const { sha256, width, bytes } = file;
  const key = `${sha256}/${width}-${randomUUID()}.webp`;
  const digest = digestOf(bytes);
  await inTurn((query) =>
    query(
      `INSERT INTO media_object (key, sha256, width, bytes, digest)
       VALUES ($1, decode($2, 'hex'), $3::integer, $4::integer, decode($5, 'hex'))`,
      [key, sha256, width, bytes.length, digest],
    ),
  );
  await objects.put(key, bytes, digest);
  return key;
};

/** @returns false if one of the objects no longer exists */
export const referTo = async (query: Query, keys: readonly string[]): Promise<boolean> => {
  const rows = await query(
    "UPDATE media_object SET unreferenced_since = NULL WHERE key = ANY ($1::text[]) RETURNING key",
    [keys],
  );
  return rows.length === keys.length;
};

export const putChunk = (query: Query, file: { sha256: string; width: number }, place: number, bytes: Uint8Array) =>
  query(
    "INSERT INTO media_chunk (sha256, width, place, bytes) VALUES (decode($1, 'hex'), $2::integer, $3::integer, $4::bytea)",
    [file.sha256, file.width, place, bytes],
    "insert_media_chunk",
  );

const putChunks = async (query: Query, sha256: string, { width, path }: MediaFile): Promise<void> => {
  const file = await open(path);
  try {
    for (let place = 0; ; place += 1) {
      const { bytesRead, buffer } = await file.read(Buffer.allocUnsafe(CHUNK_BYTES), 0, CHUNK_BYTES);
      if (bytesRead === 0) return;
      await putChunk(query, { sha256, width }, place, buffer.subarray(0, bytesRead));
      if (bytesRead < CHUNK_BYTES) return;
    }
  } finally {
    await file.close();
  }
};

const mediaLocks = { deletion: "FOR UPDATE", reference: "FOR KEY SHARE" } as const;

/** Locks an image by its SHA-256, as `lockRow` does with an id. @returns whether the image exists */
export const lockMedia = async (query: Query, sha256: string, strength: keyof typeof mediaLocks): Promise<boolean> => {
  const sql = `SELECT FROM media WHERE sha256 = decode($1, 'hex') ${mediaLocks[strength]}`;
  return (await query(sql, [sha256])).length > 0;
};

const put = async (query: Query, sha256: string, media: Media | undefined): Promise<boolean> => {
  if (media === undefined) return lockMedia(query, sha256, "reference");
  const { width, height, placeholder, files } = media;
  const sizes = JSON.stringify(files.map((file) => [file.width, file.height]));
  // Two uploads of the same bytes wait for each other here. Only the files of the first are kept.
  const [row] = await query<{ isNew: boolean }>(
    `INSERT INTO media (sha256, width, height, placeholder, sizes)
     VALUES (decode($1, 'hex'), $2::integer, $3::integer, $4, $5::jsonb)
     ON CONFLICT (sha256) DO UPDATE SET width = media.width RETURNING xmax = 0 AS "isNew"`,
    [sha256, width, height, placeholder, sizes],
    "insert_media",
  );
  if (row?.isNew !== true) return true;
  const keys = files.flatMap(({ key }) => (key === undefined ? [] : [key]));
  if (keys.length > 0 && !(await referTo(query, keys)))
    throw serviceUnavailable(new Error("The sweep has deleted an object that this photo needs."));
  for (const file of files) if (file.key === undefined) await putChunks(query, sha256, file);
  return true;
};

type Found = { readonly bytes: number; readonly key: string | null };

const findFile = async (query: Query, sha256: string, width: number): Promise<Found | undefined> => {
  const rows = await query<{ total: string | null; key: string | null }>(
    `SELECT sum(octet_length(bytes))::text AS total, NULL AS key FROM media_chunk
     WHERE sha256 = decode($1, 'hex') AND width = $2::integer
     UNION ALL
     SELECT media_object.bytes::text AS total, key FROM media_object
     WHERE sha256 = decode($1, 'hex') AND width = $2::integer AND unreferenced_since IS NULL`,
    [sha256, width],
    "find_media",
  );
  const found = rows.find(({ total }) => total !== null);
  return found && { bytes: Number(found.total), key: found.key };
};

const readChunk = async (query: Query, sha256: string, width: number, from: number): Promise<Buffer | undefined> => {
  const [row] = await query<{ bytes: Buffer }>(
    `SELECT bytes FROM media_chunk
     WHERE sha256 = decode($1, 'hex') AND width = $2::integer AND place = $3::integer`,
    [sha256, width, Math.floor(from / CHUNK_BYTES)],
    "read_media_chunk",
  );
  return row?.bytes.subarray(from % CHUNK_BYTES);
};

/** The upload may have created an object that nothing refers to yet because its transaction is still waiting. */
const inAnHour = `least(unreferenced_since, now() - interval '${RESTORE_DAYS} days' + interval '1 hour')`;

const removeUnreferenced = async (query: Query, sha256: readonly string[], isErased: boolean): Promise<void> => {
  await query(
    `WITH gone AS (
       DELETE FROM media WHERE sha256 = ANY (SELECT decode(one, 'hex') FROM unnest($1::text[]) AS one)
         AND NOT EXISTS (SELECT FROM photo WHERE photo.sha256 = media.sha256) RETURNING sha256
     )
     UPDATE media_object SET unreferenced_since = CASE WHEN NOT $2::boolean THEN now()
       WHEN unreferenced_since IS NULL THEN '-infinity' ELSE ${inAnHour} END
     WHERE sha256 IN (SELECT sha256 FROM gone) AND (unreferenced_since IS NULL OR $2::boolean)`,
    [sha256, isErased],
  );
};

const noBucket = () =>
  new ObjectStoreError("The file of a photo is in a bucket, and PHOTO_STORE names none", undefined);

/** Logs the error for the operator. The client can only try again. */
const orUnavailable = <Result>(work: Promise<Result>): Promise<Result> =>
  work.catch((error: unknown) => {
    throw error instanceof ObjectStoreError ? serviceUnavailable(error) : error;
  });

/** @param objects - The bucket; undefined if there is none. */
export const createMediaStore = (objects?: ObjectStore): MediaStore => ({
  upload: async (inTurn, sha256, media) => {
    if (objects === undefined || objects.isReadOnly) return media;
    const files: MediaFile[] = [];
    for (const file of media.files) {
      const bytes = await readFile(file.path);
      const key = await orUnavailable(putObject(objects, inTurn, { sha256, width: file.width, bytes }));
      files.push({ ...file, key });
    }
    return { ...media, files };
  },
  put,
  find: async (inTurn, sha256, width) => {
    const find = () => inTurn((query) => findFile(query, sha256, width));
    let found = await find();
    if (found === undefined) return undefined;
    const { bytes } = found;
    const readObject = async (key: string, from: number) => {
      if (objects === undefined) throw noBucket();
      return objects.get(key, from, Math.min(CHUNK_BYTES, bytes - from));
    };
    const readOnce = (from: number) => {
      const key = found?.key ?? undefined;
      return key === undefined
        ? inTurn((query) => readChunk(query, sha256, width, from))
        : orUnavailable(readObject(key, from));
    };
    const read = async (from: number): Promise<Buffer | undefined> => {
      const piece = await readOnce(from);
      if (piece !== undefined) return piece;
      // The file was moved or erased in the meantime.
      const before = found?.key;
      found = await find();
      if (found === undefined) return undefined;
      if (found.key !== null && found.key === before) {
        throw serviceUnavailable(new ObjectStoreError(`The bucket has no object ${found.key}`, 404));
      }
      return readOnce(from);
    };
    return { bytes, read };
  },
  delete: removeUnreferenced,
});

/** A store that uses only PostgreSQL. `petstore photos move` moves the files of the sample like any others. */
export const postgresMedia: MediaStore = createMediaStore();
