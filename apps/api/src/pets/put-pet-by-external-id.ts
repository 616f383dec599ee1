import type { contract, Pet, Profile, ProfileChange } from "@petstore/contract/routes";
import type { Config } from "../config/config.js";
import { type Query, queryOf } from "../database/query.js";
import { otherExternalId, petReserved, preconditionFailed } from "../errors.js";
import { petCreation, petUpdate, type RecordChange } from "../operation/audit-trail.js";
import type { Operation } from "../operation/operation.js";
import { created, updated } from "../operation/resource-answers.js";
import { requireValues } from "./store/check-values.js";
import { findOwners, lockExternalIds } from "./store/external-ids.js";
import { insertPets } from "./store/insert-pets.js";
import { checkCategories, lockCategories } from "./store/lock-categories.js";
import { findReserved, lockPets } from "./store/lock-pets.js";
import { applyChange } from "./store/pet-table.js";
import { isPetMatch } from "./store/pet-tags.js";
import { emptyProfile, findProfile } from "./store/profile-table.js";
import { openDefinitions, writeProfiles } from "./store/write-profiles.js";
import { updatePets } from "./store/write-pets.js";

type Route = typeof contract.pets.putPetByExternalId;
type Context = { readonly query: Query; readonly record: RecordChange };
type Found = { readonly pet: Pet; readonly profile: Profile };

/**
 * Creates an unknown category. If unknown categories are refused, the 409 is left for later, because a 400 and a 412
 * take precedence.
 */
const lockCategory = ({ query }: Context, { config }: { readonly config: Config }, categoryId: number) =>
  config.categoryPolicy === "require"
    ? lockCategories(query, config, [], [categoryId])
    : lockCategories(query, config, [{ place: "body.categoryId", categoryId }]);

/** Locks the pet with the external id. Before the lock is acquired, the pet may be deleted or lose the external id. */
const lockOwner = async (query: Query, externalId: string): Promise<Found | undefined> => {
  const petId = (await findOwners(query, [externalId])).get(externalId);
  if (petId === undefined) return undefined;
  const pet = (await lockPets(query, [petId], "wait")).get(petId);
  const profile = await findProfile(query, petId, "all");
  return pet && profile?.externalId === externalId ? { pet, profile } : undefined;
};

/** While an open order reserves a pet, only the order may change its status. */
const requireFree = async (query: Query, before: Pet, after: Pet): Promise<void> => {
  if (after.status === before.status) return;
  const orderId = (await findReserved(query, [before.id])).get(before.id);
  if (orderId !== undefined) throw petReserved(before.id, orderId);
};

export const putPetByExternalId =
  (deps: { readonly config: Config }): Operation<Route> =>
  async ({ params: { externalId }, headers, body: { profile, ...fields } }, { tx, record }) => {
    const context = { query: queryOf(tx), record };
    const { query } = context;
    const change: ProfileChange = { ...profile, externalId };
    const { categoryId } = fields;
    if (profile?.externalId !== undefined && profile.externalId !== externalId) throw otherExternalId();
    const registered = await lockCategory(context, deps, categoryId);
    const definitions = await openDefinitions(query);
    await lockExternalIds(query, [externalId]);
    const found = await lockOwner(query, externalId);
    const before = found?.profile ?? emptyProfile;
    const values = change.attributes ?? {};
    requireValues(definitions, [{ place: "body.profile", values, categoryId, before: before.attributes }]);
    const ifMatch = headers["if-match"];
    if (found ? !isPetMatch(ifMatch, found.pet) : ifMatch !== undefined) throw preconditionFailed("pet");
    await checkCategories(query, deps.config, [{ place: "body.categoryId", categoryId }]);
    for (const entry of registered) record(entry);

    const write = async (petId: number) => writeProfiles(context, definitions, [{ petId, before, change }]);
    if (found === undefined) {
      const [pet] = (await insertPets(query, [fields])) as [Pet];
      record(petCreation(pet));
      await write(pet.id);
      return created("/pets", pet);
    }
    const after = applyChange(found.pet, fields);
    await requireFree(query, found.pet, after);
    await updatePets(query, [after]);
    record(petUpdate(found.pet, after));
    await write(after.id);
    return updated(after);
  };
