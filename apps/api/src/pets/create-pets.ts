import type { Pet } from "@petstore/contract/routes";
import type { AppRoute } from "@ts-rest/core";
import type { Query } from "../database/query.js";
import type { Config } from "../config/config.js";
import { insertEvents, petCreation } from "../operation/audit-trail.js";
import { insertCreations, type PetCreation } from "./store/insert-pets.js";
import type { Call, Done, RunCalls } from "../operation/mutation.js";
import type { Answer } from "../operation/operation.js";
import { type CategoryReference, lockCategories } from "./store/lock-categories.js";

/** No two creates wait for the same row. */
export const createLimits = { maxInFlight: 2, isOneStatement: true };

type Creation = PetCreation & { readonly references: readonly CategoryReference[] };

/** Registers or refuses unknown categories. @returns the events of those that it registered */
const lockFor = async (query: Query, config: Config, { actor, references }: Creation) => {
  const registered = await lockCategories(query, config, references);
  await insertEvents(query, actor, registered);
  return registered;
};

/** The body of both operations that create pets. In `skip` mode a category that is missing or locked means "again". */
export const createPets =
  <Route extends AppRoute>(
    { config }: { readonly config: Config },
    creationOf: (call: Call<Route>) => Creation,
    answerOf: (pets: Pet[]) => Answer<Route>,
  ): RunCalls<Route> =>
  async (query, calls, mode) => {
    const creations = calls.map(creationOf);
    const [alone] = creations;
    const registered = mode === "wait" && alone ? await lockFor(query, config, alone) : [];
    const created = await insertCreations(query, creations);
    return created.map((pets): Done<Answer<Route>> | "again" =>
      pets === undefined ? "again" : { answer: answerOf(pets), entries: [...registered, ...pets.map(petCreation)] },
    );
  };
