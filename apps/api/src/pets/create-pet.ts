import { BASE_PATH, type contract, type Pet } from "@petstore/contract/routes";
import type { Config } from "../config/config.js";
import { type Mutation, type MutationDeps, openMutation } from "../operation/mutation.js";
import { petTag } from "./store/pet-tags.js";
import { createLimits, createPets } from "./create-pets.js";

type Route = typeof contract.pets.createPet;

const petCreated = (pet: Pet) =>
  ({ status: 201, body: pet, headers: { Location: `${BASE_PATH}/pets/${pet.id}`, ETag: petTag(pet) } }) as const;

export const createPet = (deps: MutationDeps & { readonly config: Config }): Mutation<Route> =>
  openMutation<Route>(deps, {
    name: "createPet",
    ...createLimits,
    run: createPets(
      deps,
      ({ input: { body }, caller: { actor } }) => ({
        pets: [body],
        references: [{ place: "body.categoryId", categoryId: body.categoryId }],
        actor,
      }),
      ([pet]) => petCreated(pet as Pet),
    ),
  });
