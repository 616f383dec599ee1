import type { contract } from "@petstore/contract/routes";
import type { Query } from "../database/query.js";
import type { Config } from "../config/config.js";
import type { Call, Mutation } from "../operation/mutation.js";
import { createLimits, createPets, waits, referencesOf } from "./create-pets.js";
import { checkNewExternalIds, checkNewValues, newProfilesOf } from "./new-profiles.js";
import { checkCategories } from "./store/lock-categories.js";

type Route = typeof contract.pets.createPetBatch;

/**
 * A notification has room for the changes of about 230 pets. After a commit of more changes, other processes empty
 * their response caches.
 */
const MAX_PETS_AT_ONCE = 128;
const MAX_SHARED_PETS = 100;

const creationOf = ({ input: { body }, caller: { actor }, action }: Call<Route>) => ({
  pets: body,
  placeOf: (at: number) => `body.${at}` as const,
  actor,
  action,
});

const isDryRun = ({ query }: Call<Route>["input"]) => query.dryRun === true;

const validate = async (query: Query, { config }: { readonly config: Config }, call: Call<Route>) => {
  const creation = creationOf(call);
  const profiles = newProfilesOf(creation.pets, creation.placeOf);
  await checkNewValues(query, profiles);
  await checkCategories(query, config, referencesOf(creation));
  await checkNewExternalIds(query, profiles);
  return { answer: { status: 200, body: { valid: true, count: creation.pets.length } }, entries: [] } as const;
};

export const createPetBatch = (deps: { readonly config: Config }): Mutation<Route> => {
  const create = createPets<Route>(deps, creationOf, (pets) => ({ status: 201, body: pets }));
  return {
    lane: "bulkWrites",
    share: {
      ...createLimits,
      maxBatchSize: MAX_PETS_AT_ONCE,
      sizeOf: ({ body }) => body.length,
      isAlone: (input) => isDryRun(input) || input.body.length > MAX_SHARED_PETS || waits(input, input.body),
    },
    run: async (query, calls, mode) => {
      const [call] = calls;
      return mode === "wait" && call && isDryRun(call.input)
        ? [await validate(query, deps, call)]
        : create(query, calls, mode);
    },
  };
};
