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

const toProfile = ({ externalId, values, photos, updatedAt }: ProfileRow): Profile => ({
  externalId,
  attributes: values ?? {},
  photos,
  updatedAt: updatedAt?.toISOString() ?? null,
});

/** @param isAll - Whether the reader sees attributes that are not public. @returns undefined if there is no such pet */
export const findProfile = async (query: Query, petId: number, isAll: boolean): Promise<Profile | undefined> =>
  (await query<ProfileRow>(ofPetSql, [petId, isAll], `profile_of_pet`)).map(toProfile)[0];

/** What events have of a profile: photos have their own, which outlive an erased photo without showing it. */
export const recordedProfile = ({ photos: _, ...profile }: Profile) => profile;

/** Records what the profiles were. Call it before the pets are deleted, once they are locked for that. */
export const recordDeletedProfiles = async (
  { query, record }: { readonly query: Query; readonly record: RecordChange },
  petIds: readonly number[],
): Promise<void> => {
  if (petIds.length === 0) return;
  for (const row of await query<ProfileRow>(ofPetsSql, [petIds, true], "profiles_of_pets")) {
    const subject = { kind: "profile", id: Number(row.petId) } as const;
    record({ action: "profile.delete", subject, before: recordedProfile(toProfile(row)), after: null });
  }
};
