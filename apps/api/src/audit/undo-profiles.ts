import { isDeepStrictEqual } from "node:util";
import type { LeftByUndo, Profile, ProfileChange } from "@petstore/contract/routes";
import type { Query } from "../database/query.js";
import type { RecordChange } from "../operation/audit-trail.js";
import type { Definitions } from "../pets/store/check-values.js";
import { findOwners, lockExternalIds } from "../pets/store/external-ids.js";
import { lockPets } from "../pets/store/lock-pets.js";
import { emptyProfile, findProfiles } from "../pets/store/profile-table.js";
import { isOfCategory } from "../pets/store/value-rules.js";
import { openDefinitions, writeProfiles } from "../pets/store/write-profiles.js";

type State = Pick<Profile, "externalId" | "attributes">;

/** The states of a profile in an event that changed it. */
export type PastProfile = { readonly petId: number; readonly before: State; readonly after: State };

type Verdict = "done" | LeftByUndo["reason"] | { readonly change: ProfileChange };

/** Restores only the fields that the event changed, and only if none of them has changed since. */
const judge = (
  { before, after }: PastProfile,
  now: State,
  {
    isDefined,
    canHave,
  }: { readonly isDefined: (name: string) => boolean; readonly canHave: (change: ProfileChange) => boolean },
): Verdict => {
  const names = Object.keys({ ...before.attributes, ...after.attributes }).filter(
    (name) => !isDeepStrictEqual(before.attributes[name], after.attributes[name]),
  );
  const isIdChanged = before.externalId !== after.externalId;
  const isAs = (state: State) =>
    names.every((name) => isDeepStrictEqual(now.attributes[name], state.attributes[name])) &&
    (!isIdChanged || now.externalId === state.externalId);
  if (isAs(before)) return "done";
  if (!names.every(isDefined)) return "unfit";
  if (!isAs(after)) return "changed";
  const change = {
    ...(isIdChanged && { externalId: before.externalId }),
    attributes: Object.fromEntries(names.map((name) => [name, before.attributes[name] ?? null])),
  };
  return canHave(change) ? { change } : "unfit";
};

const fits = (definitions: Definitions, categoryId: number, { attributes = {} }: ProfileChange): boolean =>
  Object.entries(attributes).every(([name, value]) => {
    const one = definitions.get(name);
    return value === null || (one !== undefined && isOfCategory(one.attribute, categoryId) && one.rule.isMet(value));
  });

/** @param past - At most one for each pet. @returns the profiles that were not restored */
export const undoProfiles = async (
  { query, record }: { readonly query: Query; readonly record: RecordChange },
  past: readonly PastProfile[],
): Promise<LeftByUndo[]> => {
  const petIds = past.map(({ petId }) => petId);
  const definitions = await openDefinitions(query);
  const wanted = past.flatMap(({ before: { externalId } }) => externalId ?? []);
  await lockExternalIds(query, wanted);
  const pets = await lockPets(query, petIds, "wait");
  const profiles = await findProfiles(query, petIds);
  const owners = await findOwners(query, wanted);
  const left: LeftByUndo[] = [];
  const writes: { petId: number; before: Profile; change: ProfileChange }[] = [];
  for (const one of past) {
    const { petId } = one;
    const [pet, before] = [pets.get(petId), profiles.get(petId) ?? emptyProfile];
    const isFree = ({ externalId }: ProfileChange) =>
      typeof externalId !== "string" || (owners.get(externalId) ?? petId) === petId;
    const verdict =
      pet === undefined
        ? "gone"
        : judge(one, before, {
            isDefined: (name) => definitions.has(name),
            canHave: (change) => isFree(change) && fits(definitions, pet.categoryId, change),
          });
    if (typeof verdict === "object") writes.push({ petId, before, change: verdict.change });
    else if (verdict !== "done")
      left.push({ subject: { kind: "profile", id: petId }, name: pet?.name ?? null, reason: verdict });
  }
  await writeProfiles({ query, record }, definitions, writes);
  return left;
};
