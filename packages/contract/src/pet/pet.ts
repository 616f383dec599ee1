import * as z from "zod";
import { frank, frankFields } from "../examples.js";
import { Id } from "../http/identifiers.js";
import { PetName } from "../http/names.js";
import { DEFAULT_PET_STATUS, PetStatus } from "./pet-status.js";
import { Profile, ProfileChange } from "./profile.js";
import { rule } from "../http/rules.js";

/**
 * The fields that a client can set. Bodies, entity tags and CSV files have them in this order. Only a field that can be
 * empty allows `null`.
 */
const fields = {
  name: PetName.meta({ description: "The animal's name.", examples: ["Frank"] }),
  categoryId: Id.meta({ description: "Identifier of the category the animal belongs to.", examples: [1] }),
  status: PetStatus,
};
const optionalFields = z.object(fields).partial().shape;

/** Documents the name of a pet in a request. */
export const petName = {
  description:
    "The animal's name. Leading and trailing white space is removed; 1 to 200 Unicode code points remain. Control characters and lone surrogates are refused.",
  examples: ["Frank"],
};

/** Request body for creating a pet. */
export const NewPet = z
  .strictObject(
    {
      ...optionalFields,
      name: PetName.meta(petName),
      categoryId: Id.meta({
        description:
          "Identifier of the category the animal belongs to. An unknown id registers a new category, unless the service is configured to refuse unknown categories.",
        examples: [1],
      }),
      // This has no zod `default`, because generators of clients make a property with a default required.
      status: PetStatus.optional().meta({
        description: `Availability status; \`${DEFAULT_PET_STATUS}\` when omitted.`,
      }),
      profile: ProfileChange.optional().meta({
        description: "The profile of the pet, which is created with it or not at all.",
        "x-stability": "beta",
      }),
    },
    rule("must be a JSON object"),
  )
  .meta({
    id: "NewPet",
    description: "A pet to create.",
    examples: [frankFields],
  });
/** See the schema of the same name. */
export type NewPet = z.infer<typeof NewPet>;

/** A pet of the store. */
export const Pet = z
  .strictObject({
    id: Id.meta({ description: "Unique identifier, assigned by the service on creation.", examples: [123] }),
    ...fields,
  })
  .meta({
    id: "Pet",
    description: "A pet of the store.",
    examples: [frank],
  });
/** See the schema of the same name. */
export type Pet = z.infer<typeof Pet>;

/** The fields of a pet that a client can change: all except the id. */
export const PetFields = z.strictObject(fields, rule("must be a JSON object or null")).meta({
  id: "PetFields",
  description: "All fields of a pet except its id.",
  examples: [frankFields],
});
/** See the schema of the same name. */
export type PetFields = z.infer<typeof PetFields>;

/** Some of a pet's fields, because a client that is older than a field does not send it. */
export const KnownPetFields = z.strictObject(optionalFields, rule("must be a JSON object or null")).meta({
  id: "KnownPetFields",
  description: "Fields of a pet, as many as the client knows.",
  examples: [{ status: "available" }],
});
/** See the schema of the same name. */
export type KnownPetFields = z.infer<typeof KnownPetFields>;

/** A pet, with its profile if the request asks for it. */
export const ExpandedPet = z
  .strictObject({
    ...Pet.shape,
    profile: Profile.optional().meta({
      description: "What the store knows about the pet; only with `expand=profile`.",
    }),
  })
  .meta({ id: "ExpandedPet", description: "A pet, with its profile if the request asks for it.", examples: [frank] });
/** See the schema of the same name. */
export type ExpandedPet = z.infer<typeof ExpandedPet>;

/** A page of pets. */
export const Pets = z.array(ExpandedPet).meta({ id: "Pets", description: "A page of pets." });
/** See the schema of the same name. */
export type Pets = z.infer<typeof Pets>;

/** Request body for changing a pet. */
export const PetChange = z
  .strictObject(
    {
      ...optionalFields,
      name: NewPet.shape.name.optional(),
      categoryId: NewPet.shape.categoryId.optional(),
      status: PetStatus.optional().meta({
        description: "Availability status. Cannot be changed while an open order reserves the pet.",
      }),
    },
    rule("must be a JSON object"),
  )
  .meta({
    id: "PetChange",
    description: "The fields of a pet to change.",
    examples: [{ status: "sold" }],
  });
/** See the schema of the same name. */
export type PetChange = z.infer<typeof PetChange>;
