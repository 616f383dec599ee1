import { queryOf } from "../../database/query.js";
import { byteGroups, bytesOf, type Weighed } from "../../operation/byte-groups.js";
import type { MutationContext } from "../../operation/operation.js";
import { recordDeletedNotes } from "./note-table.js";
import { noteBytes, profileBytes } from "./pet-bytes.js";
import { PHOTO_BYTES, recordDeletedPhotos } from "./photos-of-pets.js";
import { recordDeletedProfiles } from "./profile-table.js";

type Change = Pick<MutationContext, "tx" | "record"> & { readonly memory?: MutationContext["memory"] | undefined };

const weighSql = `
  WITH locked AS MATERIALIZED (
    SELECT pet_id, ${noteBytes} AS bytes FROM note WHERE pet_id = ANY ($1::bigint[]) ORDER BY id FOR UPDATE
  ), noted AS (
    SELECT pet_id, sum(bytes) AS bytes FROM locked GROUP BY pet_id
  )
  SELECT wanted_id::float8 AS "petId", coalesce(noted.bytes, 0)::float8 AS notes,
    coalesce((SELECT ${profileBytes} FROM pet_profile WHERE pet_profile.pet_id = wanted_id), 0)::float8 AS profiles,
    (SELECT ${PHOTO_BYTES} * count(*) FROM photo WHERE photo.pet_id = wanted_id AND deleted_at IS NULL)::float8 AS photos
  FROM unnest($1::bigint[]) AS wanted (wanted_id) LEFT JOIN noted ON noted.pet_id = wanted_id
  ORDER BY wanted_id`;

type Part = "notes" | "profiles" | "photos";
type Weight = { readonly petId: number } & Readonly<Record<Part, number>>;

const weighed = (weights: readonly Weight[], what: Part): Weighed[] =>
  weights.flatMap(({ petId, [what]: bytes }) => (bytes > 0 ? [{ id: petId, bytes }] : []));

/**
 * Locks the notes of pets, and records everything that is deleted with the pets. Call it before they are deleted, after
 * they were locked for the deletion.
 * @throws AppError 413, 503 if it takes too much memory
 */
export const recordDeleted = async (change: Change, petIds: readonly number[]): Promise<void> => {
  if (petIds.length === 0) return;
  const query = queryOf(change.tx);
  const weights = await query<Weight>(weighSql, [petIds]);
  const [notes, profiles, photos] = [
    weighed(weights, "notes"),
    weighed(weights, "profiles"),
    weighed(weights, "photos"),
  ];
  change.memory?.hold({ pets: petIds.length, bytes: bytesOf(notes) + bytesOf(profiles) + bytesOf(photos) });
  for (const group of byteGroups(photos)) await recordDeletedPhotos(change, group);
  for (const group of byteGroups(notes)) await recordDeletedNotes(change, group);
  for (const group of byteGroups(profiles)) await recordDeletedProfiles({ query, record: change.record }, group);
};
