import type { StoreCheck } from "./check.js";
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
    rule: "names a file that is missing or has a gap",
    remedy,
    select: `SELECT 'media ' || encode(media.sha256, 'hex') || ', ' || (size->>0) || ' wide' AS example
      FROM media, jsonb_array_elements(sizes) AS one (size)
      WHERE (SELECT count(*) FILTER (WHERE place >= 0) IS DISTINCT FROM max(place) + 1 FROM media_chunk
        WHERE media_chunk.sha256 = media.sha256 AND media_chunk.width = (size->>0)::integer)`,
  },
];

export const photosCheck: StoreCheck = {
  name: "photos",
  verifies: "Every photo has its files, and every file a photo.",
  run: (query, onProgress) => findInTurn(kinds, (kind) => findFaultyRows(query, kind), onProgress),
};
