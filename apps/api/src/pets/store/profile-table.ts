import type { Profile } from "@petstore/contract/routes";
import { escapeLiteral } from "pg";
import type { Query } from "../../database/query.js";
import type { RecordChange } from "../../operation/audit-trail.js";
import type { Seen } from "../../operation/principal.js";
import { byteGroups, bytesOf } from "../../operation/byte-groups.js";
import type { WorkMemory } from "../../operation/work-memory.js";
import { photosSql } from "./photo-table.js";
import { profileBytes } from "./pet-bytes.js";

/** The profile of a pet that never had one. */
export const emptyProfile: Profile = { externalId: null, attributes: {}, photos: [], updatedAt: null };

// jsonb writes a space after each comma of an array.
const valueJson = `CASE jsonb_typeof(one.value)
    WHEN 'array' THEN (SELECT '[' || string_agg(entry::text, ',') || ']' FROM jsonb_array_elements(one.value) AS entry)
    ELSE one.value::text END`;

/** An expression of `pet_profile`, as profile: the time of the last change that a reader sees, null if there was none. */
const updatedAt = (seen: Seen) =>
  seen === "all"
    ? "profile.updated_at"
    : "nullif(coalesce(profile.public_updated_at, profile.updated_at), '-infinity'::timestamptz)";

/** A row of `pet_profile` as JSON text: what `JSON.stringify` gives, but for spaces in photos. */
const profileJson = (seen: Seen, photos = photosSql("profile.pet_id")) => `
  '{"externalId":' || coalesce(to_json(profile.external_id)::text, 'null') || ',"attributes":{' || coalesce((
    SELECT string_agg('"' || attribute.name || '":' || ${valueJson}, ',' ORDER BY attribute.id)
    FROM jsonb_each(profile.attributes) AS one JOIN attribute ON attribute.id = one.key::bigint
    ${seen === "all" ? "" : "WHERE attribute.is_public"}
  ), '') || '},"photos":' || ${photos} || ',"updatedAt":' ||
    coalesce(to_char(${updatedAt(seen)} AT TIME ZONE 'UTC', '\\"YYYY-MM-DD"T"HH24:MI:SS.MS"Z\\"'), 'null') || '}'`;

/** An expression: the profile of a pet as JSON text. @param id - A column that `pet_profile` does not have. */
export const profileJsonOf = (id: string, seen: Seen): string => `coalesce(
  (SELECT ${profileJson(seen)} FROM pet_profile AS profile WHERE profile.pet_id = ${id}), ${escapeLiteral(JSON.stringify(emptyProfile))})`;

const ofPetSql = (seen: Seen) => `SELECT ${profileJsonOf("id", seen)} AS json FROM pet WHERE id = $1::bigint`;

// No batch shows or records photos.
const ofPetsSql = `SELECT pet_id::text AS "petId", ${profileJson("all", "'[]'")} AS json
  FROM pet_profile AS profile WHERE pet_id = ANY ($1::bigint[]) ORDER BY pet_id`;

/** @returns undefined if there is no such pet */
export const findProfile = async (query: Query, petId: number, seen: Seen): Promise<Profile | undefined> => {
  const [row] = await query<{ json: string }>(ofPetSql(seen), [petId], `profile of a pet, ${seen}`);
  return row && (JSON.parse(row.json) as Profile);
};

/** @returns the profiles that there are, by the ids of their pets, with all attributes and without photos */
export const findProfiles = async (query: Query, petIds: readonly number[]): Promise<ReadonlyMap<number, Profile>> => {
  if (petIds.length === 0) return new Map();
  const rows = await query<{ petId: string; json: string }>(ofPetsSql, [petIds], "profiles_of_pets");
  return new Map(rows.map(({ petId, json }) => [Number(petId), JSON.parse(json) as Profile]));
};

const weighSql = `SELECT pet_id::float8 AS "petId", ${profileBytes}::float8 AS bytes FROM pet_profile
  WHERE pet_id = ANY ($1::bigint[]) ORDER BY pet_id`;

/**
 * Finds the profiles of the pets that a request changes.
 * @throws AppError 413, 503 if they take too much memory, because they are read, and their events contain them before
 *   and after
 */
export const findProfilesToChange = async (
  query: Query,
  memory: WorkMemory,
  petIds: readonly number[],
): Promise<ReadonlyMap<number, Profile>> => {
  const weights = await query<{ petId: number; bytes: number }>(weighSql, [petIds], "weigh_profiles");
  const weighed = weights.map(({ petId, bytes }) => ({ id: petId, bytes }));
  memory.hold({ pets: petIds.length, bytes: bytesOf(weighed), times: 2 });
  const found = new Map<number, Profile>();
  for (const group of byteGroups(weighed))
    for (const [id, profile] of await findProfiles(query, group)) found.set(id, profile);
  return found;
};

/**
 * Returns what events contain of a profile. Photos have events of their own, which remain after an erasure without
 * showing the photo.
 */
export const recordedProfile = ({ photos: _, ...profile }: Profile) => profile;

/** Records the profiles of pets. Call it before the pets are deleted, once they are locked for that. */
export const recordDeletedProfiles = async (
  { query, record }: { readonly query: Query; readonly record: RecordChange },
  petIds: readonly number[],
): Promise<void> => {
  for (const [id, before] of await findProfiles(query, petIds)) {
    record({
      action: "profile.delete",
      subject: { kind: "profile", id },
      before: recordedProfile(before),
      after: null,
    });
  }
};
