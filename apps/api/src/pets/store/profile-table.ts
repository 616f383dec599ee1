import type { Profile } from "@petstore/contract/routes";
import { escapeLiteral } from "pg";
import { photosSql } from "../../database/photos-sql.js";
import type { Query } from "../../database/query.js";
import type { RecordChange } from "../../operation/audit-trail.js";
import type { Seen } from "../../operation/principal.js";
import { byteGroups, bytesOf } from "../../operation/byte-groups.js";
import type { WorkMemory } from "../../operation/work-memory.js";
import { profileBytes } from "./pet-bytes.js";

/** The profile of a pet whose profile was never changed. */
export const emptyProfile: Profile = { externalId: null, attributes: {}, photos: [], updatedAt: null };

// This is needed because jsonb writes a space after each comma of an array.
const valueJson = `CASE jsonb_typeof(one.value)
    WHEN 'array' THEN (SELECT '[' || string_agg(entry::text, ',') || ']' FROM jsonb_array_elements(one.value) AS entry)
    ELSE one.value::text END`;

/**
 * An SQL expression for a row of `pet_profile` with the alias profile: the time of the last change that a reader may
 * see; null if there was none.
 */
const updatedAt = (seen: Seen) =>
  seen === "all"
    ? "profile.updated_at"
    : "nullif(coalesce(profile.public_updated_at, profile.updated_at), '-infinity'::timestamptz)";

/** A row of `pet_profile` as JSON text, as `JSON.stringify` would write it. */
const profileJson = (seen: Seen, photos = photosSql("profile.pet_id")) => `
  '{"externalId":' || coalesce(to_json(profile.external_id)::text, 'null') || ',"attributes":{' || coalesce((
    SELECT string_agg('"' || attribute.name || '":' || ${valueJson}, ',' ORDER BY attribute.id)
    FROM jsonb_each(profile.attributes) AS one JOIN attribute ON attribute.id = one.key::bigint
    ${seen === "all" ? "" : "WHERE attribute.is_public"}
  ), '') || '},"photos":' || ${photos} || ',"updatedAt":' ||
    coalesce(to_char(${updatedAt(seen)} AT TIME ZONE 'UTC', '\\"YYYY-MM-DD"T"HH24:MI:SS.MS"Z\\"'), 'null') || '}'`;

/** The profile of a pet as JSON text, as an SQL expression. @param id - A column that `pet_profile` does not have. */
export const profileJsonOf = (id: string, seen: Seen): string => `coalesce(
  (SELECT ${profileJson(seen)} FROM pet_profile AS profile WHERE profile.pet_id = ${id}), ${escapeLiteral(JSON.stringify(emptyProfile))})`;

const ofPetSql = (seen: Seen) => `SELECT ${profileJsonOf("id", seen)} AS json FROM pet WHERE id = $1::bigint`;

// Photos are left out, because no batch shows or records them.
const ofPetsSql = `SELECT pet_id::text AS "petId", ${profileJson("all", "'[]'")} AS json
  FROM pet_profile AS profile WHERE pet_id = ANY ($1::bigint[]) ORDER BY pet_id`;

/** @returns undefined if there is no such pet */
export const findProfile = async (query: Query, petId: number, seen: Seen): Promise<Profile | undefined> => {
  const [row] = await query<{ json: string }>(ofPetSql(seen), [petId], `profile of a pet, ${seen}`);
  return row && (JSON.parse(row.json) as Profile);
};

/** @returns the existing profiles by the ids of their pets, with all attributes and without photos */
export const findProfiles = async (query: Query, petIds: readonly number[]): Promise<ReadonlyMap<number, Profile>> => {
  if (petIds.length === 0) return new Map();
  const rows = await query<{ petId: string; json: string }>(ofPetsSql, [petIds], "profiles_of_pets");
  return new Map(rows.map(({ petId, json }) => [Number(petId), JSON.parse(json) as Profile]));
};

const weighSql = `SELECT pet_id::float8 AS "petId", ${profileBytes}::float8 AS bytes FROM pet_profile
  WHERE pet_id = ANY ($1::bigint[]) ORDER BY pet_id`;

/**
 * Finds the profiles of the pets that a request changes.
 * @throws AppError 413, 503 if the profiles take too much memory. They are counted twice, because an event contains a
 * profile before and after the change
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
 * Returns the part of a profile that the audit trail contains. Photos have their own events, and the trail would keep
 * them after they were erased. The feed adds the photos to its events (docs/decisions/0135-typed-events.md).
 */
export const recordedProfile = ({ photos: _, ...profile }: Profile) => profile;

/** Records the profiles of pets. Call it before the pets are deleted, after they were locked for the deletion. */
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
