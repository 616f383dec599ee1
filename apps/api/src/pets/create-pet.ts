import type { contract, Pet } from "@petstore/contract/routes";
import type { Config } from "../config/config.js";
import type { Mutation } from "../operation/mutation.js";
import { created } from "../operation/resource-answers.js";
import { createLimits, createPets, waits } from "./create-pets.js";

type Route = typeof contract.pets.createPet;

export const createPet = (deps: { readonly config: Config }): Mutation<Route> => ({
  share: { ...createLimits, isAlone: (input) => waits(input, [input.body]) },
  run: createPets(
    deps,
    ({ input: { body }, caller: { actor }, action }) => ({
      pets: [body],
      placeOf: () => "body",
      actor,
      action,
    }),
    ([pet]) => created("/pets", pet as Pet),
  ),
});
