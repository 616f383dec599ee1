import type { Actor, NewPet, Pet } from "@petstore/contract/routes";
import type { AppRoute } from "@ts-rest/core";
import type { Query } from "../database/query.js";
import type { Config } from "../config/config.js";
import type { BodyPlace } from "../errors.js";
import {
  type AuditEntry,
  audited,
  insertEvents,
  type KeyedAction,
  petCreation,
  type RecordChange,
} from "../operation/audit-trail.js";
import { checkNewValues, type NewProfile, newProfilesOf, openNewProfiles, writeNewProfiles } from "./new-profiles.js";
import { insertCreations, insertPets } from "./store/insert-pets.js";
import type { Call, Done, RunCalls } from "../operation/mutation.js";
import type { Answer } from "../operation/operation.js";
import { type CategoryReference, lockCategories } from "./store/lock-categories.js";

/** Two batches may be in flight, because no two creates wait for the same row. */
export const createLimits = { maxInFlight: 2, isOneStatement: true };

/** The pets of one request. Either all of them are created or none. */
export type Creation = {
  readonly pets: readonly NewPet[];
  /** Returns the place of a pet in the request by its index, as in `body.3`. */
  readonly placeOf: (at: number) => BodyPlace;
  readonly actor: Actor;
  /** The action that the creation is a part of. */
  readonly action?: KeyedAction | undefined;
};

type CreateInput = { readonly headers: { readonly "action-key"?: string | undefined } };

/**
 * Tells whether a request must have its own transaction, because it waits for other requests: one with an `Action-Key`
 * for those of the same action, and one with a profile for definitions and external ids.
 */
export const waits = ({ headers }: CreateInput, pets: readonly NewPet[]): boolean =>
  headers["action-key"] !== undefined || pets.some(({ profile }) => profile !== undefined);

export const referencesOf = ({ pets, placeOf }: Creation): CategoryReference[] =>
  pets.map(({ categoryId }, at) => ({ place: `${placeOf(at)}.categoryId` as const, categoryId }));

/** Creates or refuses unknown categories, depending on the policy. @returns the events of the new categories */
const lockFor = async (query: Query, config: Config, creation: Creation, profiles: readonly NewProfile[]) => {
  // Checks the values first. Otherwise the lock would refuse an unknown category with a 409 although a 400 for invalid
  // values takes precedence.
  if (config.categoryPolicy === "require") await checkNewValues(query, profiles);
  const registered = await lockCategories(query, config, referencesOf(creation));
  await insertEvents(query, creation.actor, registered);
  return registered;
};

type Created = { readonly pets: Pet[]; readonly entries: readonly AuditEntry[] };

/** The pets and their profiles are one action. */
const createAsAction = async (
  query: Query,
  { pets, actor, action }: Creation,
  profiles: readonly NewProfile[],
): Promise<Created> => {
  const definitions = profiles.length === 0 ? undefined : await openNewProfiles(query, profiles);
  const create = async (record: RecordChange) => {
    const inserted = await insertPets(query, pets);
    for (const pet of inserted) record(petCreation(pet));
    if (definitions !== undefined) await writeNewProfiles({ query, record }, definitions, profiles, inserted);
    return inserted;
  };
  const { result, entries } = await audited(query, actor, create, action);
  return { pets: result, entries };
};

const createPlain = async (query: Query, creation: Creation): Promise<Created | undefined> => {
  const [pets] = await insertCreations(query, [creation]);
  return pets && { pets, entries: pets.map(petCreation) };
};

const createAlone = async (query: Query, config: Config, creation: Creation): Promise<Created | undefined> => {
  const profiles = newProfilesOf(creation.pets, creation.placeOf);
  const registered = await lockFor(query, config, creation, profiles);
  const created =
    profiles.length > 0 || creation.action !== undefined
      ? await createAsAction(query, creation, profiles)
      : await createPlain(query, creation);
  return created && { ...created, entries: [...registered, ...created.entries] };
};

/**
 * The body of both operations that create pets. In `skip` mode, a category that is missing or locked leads to "again".
 */
export const createPets =
  <Route extends AppRoute>(
    { config }: { readonly config: Config },
    creationOf: (call: Call<Route>) => Creation,
    answerOf: (pets: Pet[]) => Answer<Route>,
  ): RunCalls<Route> =>
  async (query, calls, mode) => {
    const creations = calls.map(creationOf);
    const [alone] = creations;
    const created =
      mode === "wait" && alone !== undefined
        ? [await createAlone(query, config, alone)]
        : (await insertCreations(query, creations)).map(
            (pets): Created | undefined => pets && { pets, entries: pets.map(petCreation) },
          );
    return created.map((one): Done<Answer<Route>> | "again" =>
      one === undefined ? "again" : { answer: answerOf(one.pets), entries: one.entries },
    );
  };
