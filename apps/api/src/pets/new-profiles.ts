import type { NewPet, Pet, ProfileChange } from "@petstore/contract/routes";
import type { Query } from "../database/query.js";
import type { BodyPlace } from "../errors.js";
import type { RecordChange } from "../operation/audit-trail.js";
import { readDefinitions } from "./store/attribute-table.js";
import { type Definitions, definitionsOf, requireValues } from "./store/check-values.js";
import { lockExternalIds, requireFreeExternalIds } from "./store/external-ids.js";
import { emptyProfile } from "./store/profile-table.js";
import { openDefinitions, writeProfiles } from "./store/write-profiles.js";

/** The profile of a pet that is created together with it. */
export type NewProfile = {
  /** The index of the pet in the request. */
  readonly at: number;
  readonly place: BodyPlace;
  readonly categoryId: number;
  readonly change: ProfileChange;
};

/** @param placeOf - Returns the place of the pet with an index in the request, as in `body.3`. */
export const newProfilesOf = (pets: readonly NewPet[], placeOf: (at: number) => BodyPlace): NewProfile[] =>
  pets.flatMap(({ profile: change, categoryId }, at) =>
    change === undefined ? [] : [{ at, place: `${placeOf(at)}.profile` as const, categoryId, change }],
  );

const requireNewValues = (definitions: Definitions, profiles: readonly NewProfile[]): void =>
  requireValues(
    definitions,
    profiles.map(({ place, categoryId, change }) => ({
      place,
      categoryId,
      values: change.attributes ?? {},
      before: {},
    })),
  );

const claimsOf = (profiles: readonly NewProfile[]) =>
  profiles.flatMap(({ place, change: { externalId } }) =>
    typeof externalId === "string" ? [{ place, externalId }] : [],
  );

/** Checks the values without locking anything. @throws AppError 400 for values that cannot be set */
export const checkNewValues = async (query: Query, profiles: readonly NewProfile[]): Promise<void> => {
  if (profiles.length > 0) requireNewValues(definitionsOf(await readDefinitions(query)), profiles);
};

/** Checks the external ids without locking anything. @throws AppError 409 for external ids of other pets */
export const checkNewExternalIds = (query: Query, profiles: readonly NewProfile[]): Promise<void> =>
  requireFreeExternalIds(query, claimsOf(profiles));

/**
 * Locks and checks what the profiles need. Call it after the categories are locked, and use its result to write the
 * profiles.
 * @throws AppError 400, 409
 */
export const openNewProfiles = async (query: Query, profiles: readonly NewProfile[]): Promise<Definitions> => {
  const definitions = await openDefinitions(query);
  requireNewValues(definitions, profiles);
  const claims = claimsOf(profiles);
  await lockExternalIds(
    query,
    claims.map(({ externalId }) => externalId),
  );
  await requireFreeExternalIds(query, claims);
  return definitions;
};

/** @param pets - The created pets. Each profile has the index of its pet. */
export const writeNewProfiles = async (
  context: { readonly query: Query; readonly record: RecordChange },
  definitions: Definitions,
  profiles: readonly NewProfile[],
  pets: readonly Pet[],
): Promise<void> => {
  const writes = profiles.map(({ at, change }) => ({ petId: (pets[at] as Pet).id, before: emptyProfile, change }));
  await writeProfiles(context, definitions, writes);
};
