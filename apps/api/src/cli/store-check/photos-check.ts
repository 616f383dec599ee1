import type { Query } from "../../database/query.js";
import { listObjects, type StoredObject } from "../move-media.js";
import type { ObjectStore } from "../../pets/photos/object-store.js";
import { MAX_EXAMPLES, type StoreCheck } from "./check.js";
import { findFaultyRows, findInTurn } from "./faulty-rows.js";

const remedy = "delete the photos of the image and upload it again, or restore a backup";

const kinds = [
  {
    place: "media",
    rule: "has no photo",
    remedy: "DELETE FROM media WHERE NOT EXISTS (SELECT FROM photo WHERE photo.sha256 = media.sha256)",
    select: `SELECT 'media ' || encode(sha256, 'hex') AS example FROM media
      WHERE NOT EXISTS (SELECT FROM photo WHERE photo.sha256 = media.sha256)`,
  },
  {
    place: "media.sizes",
    rule: "refers to a file that is missing or incomplete",
    remedy,
    select: `SELECT 'media ' || encode(media.sha256, 'hex') || ', ' || (size->>0) || ' wide' AS example
      FROM media, jsonb_array_elements(sizes) AS one (size)
      WHERE NOT EXISTS (SELECT FROM media_object WHERE media_object.sha256 = media.sha256
          AND media_object.width = (size->>0)::integer AND unreferenced_since IS NULL)
        AND (SELECT count(*) FILTER (WHERE place >= 0) IS DISTINCT FROM max(place) + 1 FROM media_chunk
        WHERE media_chunk.sha256 = media.sha256 AND media_chunk.width = (size->>0)::integer)`,
  },
];

const lost = {
  place: "media_object",
  rule: "the object in the bucket of PHOTO_STORE is missing, or differs from the one that was stored",
  remedy: `unless the image was erased after the check began, ${remedy}`,
};

/** @returns The keys of objects whose length has changed. */
const findLost = async (query: Query, objects: ObjectStore | undefined): Promise<string[]> => {
  const keys: string[] = [];
  for (let after: string | undefined = ""; after !== undefined; ) {
    const batch: StoredObject[] = await listObjects(query, after);
    const sizes = await Promise.all(batch.map(async ({ key }) => objects?.size(key)));
    keys.push(...batch.filter(({ bytes }, at) => sizes[at] !== bytes).map(({ key }) => key));
    after = batch.at(-1)?.key;
  }
  return keys;
};

/** @param objects - The store of the objects. If it is undefined, every object counts as missing. */
export const photosCheck = (objects: ObjectStore | undefined): StoreCheck => ({
  name: "photos",
  verifies: "Every photo has its files, and every file belongs to a photo.",
  run: async (query, onProgress) => {
    const problems = await findInTurn(kinds, (kind) => findFaultyRows(query, kind), onProgress);
    const keys = await findLost(query, objects);
    if (keys.length === 0) return problems;
    return [...problems, { ...lost, count: keys.length, examples: keys.slice(0, MAX_EXAMPLES) }];
  },
});
