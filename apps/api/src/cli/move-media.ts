import type { Pool } from "pg";
import { type Query, queryOfPool } from "../database/query.js";
import { inTransaction } from "../database/transact.js";
import { CHUNK_BYTES, digestOf, lockMedia, putChunk, putObject, referTo } from "../pets/photos/media-store.js";
import type { ObjectStore } from "../pets/photos/object-store.js";

const BATCH_SIZE = 100;

type File = { readonly sha256: string; readonly width: number };
export type StoredObject = File & { readonly key: string; readonly bytes: number; readonly digest: string };

/** @returns undefined if the object is missing or differs from what was stored */
export const readObject = async (
  objects: ObjectStore,
  { key, bytes, digest }: StoredObject,
): Promise<Buffer | undefined> => {
  const pieces: Buffer[] = [];
  for (let from = 0; from < bytes; from += CHUNK_BYTES) {
    const piece = await objects.get(key, from, Math.min(CHUNK_BYTES, bytes - from));
    if (piece === undefined) return undefined;
    pieces.push(piece);
  }
  const whole = Buffer.concat(pieces);
  return digestOf(whole) === digest ? whole : undefined;
};

/** Lists objects to which photos refer. The list begins after a key. */
export const listObjects = (query: Query, after: string): Promise<StoredObject[]> =>
  query(
    `SELECT key, encode(sha256, 'hex') AS sha256, width, bytes, encode(digest, 'hex') AS digest FROM media_object
     WHERE unreferenced_since IS NULL AND key > $1 ORDER BY key LIMIT ${BATCH_SIZE}`,
    [after],
  );

/** Lists the files in PostgreSQL that come after a given one. */
const listFiles = (query: Query, { sha256, width }: File): Promise<File[]> =>
  query(
    `SELECT encode(sha256, 'hex') AS sha256, width FROM media_chunk
     WHERE place = 0 AND (sha256, width) > (decode($1, 'hex'), $2::integer) ORDER BY media_chunk.sha256, width LIMIT ${BATCH_SIZE}`,
    [sha256, width],
  );

/** @returns undefined if the file has a gap or no longer exists */
const readFileOf = async (query: Query, { sha256, width }: File): Promise<Buffer | undefined> => {
  const chunks = await query<{ place: number; bytes: Buffer }>(
    "SELECT place, bytes FROM media_chunk WHERE sha256 = decode($1, 'hex') AND width = $2::integer ORDER BY place",
    [sha256, width],
  );
  const isWhole = chunks.length > 0 && chunks.every(({ place }, at) => place === at);
  return isWhole ? Buffer.concat(chunks.map(({ bytes }) => bytes)) : undefined;
};

/** A file that could not be moved stays where it is. */
type Outcome = "moved" | "gone" | "damaged";

const toBucket = async (pool: Pool, objects: ObjectStore, file: File): Promise<Outcome> => {
  const query = queryOfPool(pool);
  const bytes = await readFileOf(query, file);
  if (bytes === undefined) return "damaged";
  const key = await putObject(objects, (work) => work(query), { ...file, bytes });
  const isStored =
    (await readObject(objects, { ...file, key, bytes: bytes.length, digest: digestOf(bytes) })) !== undefined;
  const isMoved =
    isStored &&
    (await inTransaction(pool, "BEGIN", async (locked) => {
      if (!(await lockMedia(locked, file.sha256, "deletion"))) return false;
      const removed = await locked(
        "DELETE FROM media_chunk WHERE sha256 = decode($1, 'hex') AND width = $2::integer RETURNING place",
        [file.sha256, file.width],
      );
      return removed.length > 0 && referTo(locked, [key]);
    }));
  if (isMoved) return "moved";
  await objects.delete(key);
  await query("DELETE FROM media_object WHERE key = $1", [key]);
  return isStored ? "gone" : "damaged";
};

const toPostgresql = async (pool: Pool, objects: ObjectStore, object: StoredObject): Promise<Outcome> => {
  const bytes = await readObject(objects, object);
  if (bytes === undefined) return "damaged";
  const isMoved = await inTransaction(pool, "BEGIN", async (query) => {
    if (!(await lockMedia(query, object.sha256, "deletion"))) return false;
    const released = await query(
      "UPDATE media_object SET unreferenced_since = now() WHERE key = $1 AND unreferenced_since IS NULL RETURNING key",
      [object.key],
    );
    if (released.length === 0) return false;
    for (let place = 0; place * CHUNK_BYTES < bytes.length; place += 1) {
      await putChunk(query, object, place, bytes.subarray(place * CHUNK_BYTES, (place + 1) * CHUNK_BYTES));
    }
    return true;
  });
  return isMoved ? "moved" : "gone";
};

type MoveSettings = { readonly signal: AbortSignal; readonly onMoved?: (files: number) => void };
export type MoveSummary = { readonly moved: number; readonly damaged: readonly string[] };

/**
 * Moves each file to the place where new files are stored. Each file is moved in a separate transaction, after it was
 * read back and compared. The command can be stopped and run again at any time, even while a service reads from both
 * places.
 */
export const moveMedia = async (
  pool: Pool,
  objects: ObjectStore,
  { signal, onMoved = () => {} }: MoveSettings,
): Promise<MoveSummary> => {
  const query = queryOfPool(pool);
  const damaged: string[] = [];
  let moved = 0;
  const note = (outcome: Outcome, { sha256, width }: File) => {
    if (outcome === "moved") onMoved((moved += 1));
    if (outcome === "damaged") damaged.push(`media ${sha256}, ${width} wide`);
    signal.throwIfAborted();
  };
  signal.throwIfAborted();
  if (objects.isReadOnly) {
    for (let after: string | undefined = ""; after !== undefined; ) {
      const batch = await listObjects(query, after);
      for (const object of batch) note(await toPostgresql(pool, objects, object), object);
      after = batch.at(-1)?.key;
    }
  } else {
    for (let after: File | undefined = { sha256: "", width: 0 }; after !== undefined; ) {
      const batch = await listFiles(query, after);
      for (const file of batch) note(await toBucket(pool, objects, file), file);
      after = batch.at(-1);
    }
  }
  return { moved, damaged };
};
