import type { Profile } from "@petstore/contract/client";
import { queryOptions } from "@tanstack/react-query";
import { ApiError, ask } from "../../../lib/service/api";
import { aboutPets, concernedBy } from "../../../lib/service/concerns";
import { queryClient } from "../../../lib/service/query-client";
import { isSameValue } from "../../../lib/pets/attribute-types";
import { patchOf, type ProfileValues, valuesOf } from "./profile-edits";

/** A profile as the service had it, and the `ETag` for the next change of it. */
export type TaggedProfile = { readonly values: ProfileValues; readonly etag: string };

const toTagged = ({ body, headers }: { readonly body: Profile; readonly headers: Headers }): TaggedProfile => ({
  values: valuesOf(body),
  etag: headers.get("etag") ?? "*",
});

export const profileQuery = (petId: number) =>
  queryOptions({
    queryKey: ["pets", "profile", petId],
    queryFn: async ({ signal }): Promise<TaggedProfile> => {
      const call = { params: { petId } };
      return toTagged(await ask((api, options) => api.profiles.getProfile({ ...call, ...options }), { signal }));
    },
    ...concernedBy(aboutPets([petId], "profile")),
  });

/** The profile as it is at this moment. */
const readProfile = (petId: number): Promise<TaggedProfile> =>
  queryClient.fetchQuery({ ...profileQuery(petId), staleTime: 0 });

/** Sets values, if the profile is as `known`; the page shows the new ones at once. */
const writeProfile = async (petId: number, values: ProfileValues, known: TaggedProfile, key: string) => {
  const call = { params: { petId }, headers: { "if-match": known.etag, "action-key": key }, body: patchOf(values) };
  const tagged = toTagged(await ask((api, options) => api.profiles.updateProfile({ ...call, ...options })));
  const { queryKey } = profileQuery(petId);
  await queryClient.cancelQueries({ queryKey });
  queryClient.setQueryData(queryKey, tagged);
  return tagged;
};

const MAX_TRIES = 5;

/**
 * Sets values over those that the person knows. What others change meanwhile stays.
 * @param key - The `Action-Key`.
 * @returns the profile before and after; undefined if somebody else has changed one of the same values
 */
export const changeProfile = async (petId: number, values: ProfileValues, known: TaggedProfile, key: string) => {
  let now = known;
  for (let tries = 1; ; tries += 1) {
    try {
      // Each try follows from the one before.
      // oxlint-disable-next-line no-await-in-loop
      return { before: now.values, after: (await writeProfile(petId, values, now, key)).values };
    } catch (error) {
      const isStale = error instanceof ApiError && error.status === 412;
      if (!isStale || tries === MAX_TRIES) throw error;
    }
    // oxlint-disable-next-line no-await-in-loop
    now = await readProfile(petId);
    const { values: fresh } = now;
    if (Object.keys(values).some((name) => !isSameValue(fresh[name], known.values[name]))) return undefined;
  }
};
