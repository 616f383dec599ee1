import type { contract, ProfileUpdate } from "@petstore/contract/routes";
import { type Query, queryOf } from "../../database/query.js";
import { invalidRequest, noneAt, problemAt, somePetsNotFound } from "../../errors.js";
import type { Operation } from "../../operation/operation.js";
import type { WorkMemory } from "../../operation/work-memory.js";
import { requireValues } from "../store/check-values.js";
import { findOwners, lockExternalIds, requireFreeExternalIds } from "../store/external-ids.js";
import { lockPets } from "../store/lock-pets.js";
import { createProblemList } from "../store/problem-list.js";
import { emptyProfile, findProfilesToChange } from "../store/profile-table.js";
import { countChanges, openDefinitions, writeProfiles } from "../store/write-profiles.js";

const externalIdsOf = (updates: readonly ProfileUpdate[]): string[] =>
  updates.flatMap(({ externalId, profile }) => [externalId, profile.externalId].filter((id) => typeof id === "string"));

/** @throws AppError 400 if a pet is named twice, by its id and by its external id */
const refuseRepeatedPets = (petIds: readonly (number | undefined)[]): void => {
  const firstAt = new Map<number, number>();
  const problems = createProblemList();
  petIds.forEach((petId, at) => {
    const first = petId === undefined ? undefined : firstAt.get(petId);
    if (first !== undefined) problems.add(() => problemAt(`body.${at}`, `must not repeat the pet of body.${first}`));
    else if (petId !== undefined) firstAt.set(petId, at);
  });
  const told = problems.problems();
  if (told.length > 0) throw invalidRequest(...told);
};

/** Locks the pets of the updates. If the pet of an update is unknown, there is nothing to lock. */
const lockPetsOf = async (query: Query, memory: WorkMemory, updates: readonly ProfileUpdate[]) => {
  const owners = await findOwners(
    query,
    updates.flatMap(({ externalId }) => externalId ?? []),
  );
  const petIds = updates.map(({ petId, externalId }) => petId ?? owners.get(externalId ?? ""));
  refuseRepeatedPets(petIds);
  const known = petIds.filter((petId) => petId !== undefined);
  const pets = await lockPets(query, known, "wait");
  const profiles = await findProfilesToChange(query, memory, known);
  return updates.map((update, at) => {
    const found = pets.get(petIds[at] ?? 0);
    const before = profiles.get(found?.id ?? 0) ?? emptyProfile;
    // The pet may have lost its external id while this transaction was waiting for the lock.
    const isNamed = update.externalId === undefined || before.externalId === update.externalId;
    return { place: `body.${at}` as const, ...update, pet: isNamed ? found : undefined, before };
  });
};

type PlacedUpdate = Awaited<ReturnType<typeof lockPetsOf>>[number];

const requirePets = (updates: readonly PlacedUpdate[]) => {
  const missing = createProblemList();
  const writes = updates.flatMap(({ place, petId, pet, before, profile: change }) => {
    if (pet !== undefined) return [{ place: `${place}.profile` as const, petId: pet.id, before, change }];
    missing.add(() =>
      petId === undefined
        ? problemAt(`${place}.externalId`, "refers to no pet", "exists")
        : noneAt(`${place}.petId`, "pet", petId),
    );
    return [];
  });
  const told = missing.problems();
  if (told.length > 0) throw somePetsNotFound(...told);
  return writes;
};

export const updateProfileBatch =
  (): Operation<typeof contract.profiles.updateProfileBatch> =>
  async ({ query: { dryRun = false }, body }, { tx, record, memory }) => {
    const query = queryOf(tx);
    const definitions = await openDefinitions(query);
    await lockExternalIds(query, externalIdsOf(body));
    const updates = await lockPetsOf(query, memory, body);
    requireValues(
      definitions,
      updates.map(({ place, pet, profile, before }) => ({
        place: `${place}.profile`,
        values: profile.attributes ?? {},
        categoryId: pet?.categoryId,
        before: before.attributes,
      })),
    );
    const writes = requirePets(updates);
    const claims = writes.flatMap(({ place, petId, change: { externalId } }) =>
      typeof externalId === "string" ? [{ place, petId, externalId }] : [],
    );
    const moved = writes.filter(({ change }) => change.externalId !== undefined).map(({ petId }) => petId);
    await requireFreeExternalIds(query, claims, new Set(moved));
    const changed = countChanges(definitions, writes);
    if (!dryRun) await writeProfiles({ query, record }, definitions, writes);
    return { status: 200, body: { count: writes.length, changed } };
  };
