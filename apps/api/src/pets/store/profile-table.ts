import type { Profile } from "@petstore/contract/routes";
import type { Query } from "../../database/query.js";
import type { RecordChange } from "../../operation/audit-trail.js";
import { photosSql } from "./photo-table.js";

type ProfileRow = {
  readonly petId: string;
  readonly externalId: string | null;
  readonly values: Profile["attributes"] | null;
  readonly photos: Profile["photos"];
  readonly updatedAt: Date | null;
};

// json keeps the order of the names; jsonb would sort them.
const profileSql = (from: string) => `
  SELECT pet_id::text AS "petId", external_id AS "externalId", updated_at AS "updatedAt", (
    SELECT json_object_agg(attribute.name, one.value ORDER BY attribute.id)
    FROM jsonb_each(profile.attributes) AS one (key, value) JOIN attribute ON attribute.id = one.key::bigint
    WHERE attribute.is_public OR $2::boolean
  ) AS values, ${photosSql("pet_id")} AS photos
  FROM ${from}`;

const ofPetSql = profileSql(`(
  SELECT id AS pet_id, external_id, attributes, updated_at FROM pet LEFT JOIN pet_profile ON pet_id = id WHERE id = $1::bigint
) AS profile`);

const ofPetsSql = profileSql("pet_profile AS profile WHERE pet_id = ANY ($1::bigint[]) ORDER BY pet_id");

/** The profile of a pet that never had one. */
export const emptyProfile: Profile = { externalId: null, attributes: {}, photos: [], updatedAt: null };

const toProfile = ({ externalId, values, photos, updatedAt }: ProfileRow): Profile => ({
  externalId,
  attributes: values ?? {},
  photos,
  updatedAt: updatedAt?.toISOString() ?? null,
});

/** @param isAll - Whether the reader sees attributes that are not public. @returns undefined if there is no such pet */
export const findProfile = async (query: Query, petId: number, isAll: boolean): Promise<Profile | undefined> =>
  (await query<ProfileRow>(ofPetSql, [petId, isAll], `profile_of_pet`)).map(toProfile)[0];

/** @returns the profiles that there are, by the ids of their pets, with all attributes */
export const findProfiles = async (query: Query, petIds: readonly number[]): Promise<ReadonlyMap<number, Profile>> => {
  if (petIds.length === 0) return new Map();
  const rows = await query<ProfileRow>(ofPetsSql, [petIds, true], "profiles_of_pets");
  return new Map(rows.map((row) => [Number(row.petId), toProfile(row)]));
};

/** Records what the profiles were. Call it before the pets are deleted, once they are locked for that. */
export const recordDeletedProfiles = async (
  { query, record }: { readonly query: Query; readonly record: RecordChange },
  petIds: readonly number[],
): Promise<void> => {
  for (const [id, before] of await findProfiles(query, petIds)) {
    record({ action: "profile.delete", subject: { kind: "profile", id }, before, after: null });
  }
};
