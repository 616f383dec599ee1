import type { contract } from "@petstore/contract/routes";
import type { Query } from "../database/query.js";
import type { Config } from "../config/config.js";
import { type Call, type Mutation, type MutationDeps, openMutation } from "../operation/mutation.js";
import { createLimits, createPets } from "./create-pets.js";
import { checkCategories } from "./store/lock-categories.js";

type Route = typeof contract.pets.createPetBatch;

/** A notification holds the changes of some 230 pets: a commit of more empties the response caches of other processes. */
const MAX_PETS_AT_ONCE = 128;
const MAX_SHARED_PETS = 100;

const creationOf = ({ input: { body }, caller: { actor } }: Call<Route>) => ({
  pets: body,
  references: body.map(({ categoryId }, at) => ({ place: `body.${at}.categoryId`, categoryId })),
  actor,
});

const isDryRun = ({ query }: Call<Route>["input"]) => query.dryRun === true;

const validate = async (query: Query, { config }: { readonly config: Config }, call: Call<Route>) => {
  const { pets, references } = creationOf(call);
  await checkCategories(query, config, references);
  return { answer: { status: 200, body: { valid: true, count: pets.length } }, entries: [] } as const;
};

export const createPetBatch = (deps: MutationDeps & { readonly config: Config }): Mutation<Route> => {
  const create = createPets<Route>(deps, creationOf, (pets) => ({ status: 201, body: pets }));
  return openMutation<Route>(deps, {
    name: "createPetBatch",
    ...createLimits,
    lane: "bulkWrites",
    maxBatchSize: MAX_PETS_AT_ONCE,
    sizeOf: ({ body }) => body.length,
    isAlone: (input) => isDryRun(input) || input.body.length > MAX_SHARED_PETS,
    run: async (query, calls, mode) => {
      const [call] = calls;
      return mode === "wait" && call && isDryRun(call.input)
        ? [await validate(query, deps, call)]
        : create(query, calls, mode);
    },
  });
};
