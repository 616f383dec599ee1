import { z } from "zod";
import { Id, TextId } from "./identifiers.js";
import { Name } from "./names.js";
import { rule } from "./rules.js";

/** Availability: `available`, `pending` or `sold`. */
export const PetStatus = z
  .enum(["available", "pending", "sold"], rule("must be one of available, pending, sold"))
  .meta({ id: "PetStatus", description: "Availability status of an animal." });
/** See the schema of the same name. */
export type PetStatus = z.infer<typeof PetStatus>;

/** The status of a new pet that names none. */
export const DEFAULT_PET_STATUS: PetStatus = "available";

/** What adding an animal takes. */
export const NewPet = z
  .strictObject(
    {
      name: Name.meta({
        description:
          "The animal's name. White space at both ends is trimmed before it is stored; the length is that of the trimmed name, in Unicode code points. Control characters and lone surrogates are refused.",
        examples: ["Frank"],
      }),
      categoryId: Id.meta({
        description:
          "Identifier of the category the animal belongs to. An id that no animal has used yet registers the category, unless the service is set up to refuse unknown ones.",
        examples: [1],
      }),
      // No `default`: generators of clients take a property that has one for required.
      status: PetStatus.optional().meta({
        description: `Availability status; \`${DEFAULT_PET_STATUS}\` when omitted.`,
      }),
    },
    rule("must be a JSON object"),
  )
  .meta({
    id: "NewPet",
    description: "An animal to be added.",
    examples: [{ name: "Frank", categoryId: 1, status: "available" }],
  });
/** See the schema of the same name. */
export type NewPet = z.infer<typeof NewPet>;

/** An animal of the store. */
export const Pet = z
  .strictObject({
    id: Id.meta({ description: "Unique identifier, assigned by the service on creation.", examples: [123] }),
    name: NewPet.shape.name.meta({ description: "The animal's name.", examples: ["Frank"] }),
    categoryId: NewPet.shape.categoryId.meta({
      description: "Identifier of the category the animal belongs to.",
      examples: [1],
    }),
    status: PetStatus,
  })
  .meta({
    id: "Pet",
    description: "An animal of the store.",
    examples: [{ id: 123, name: "Frank", categoryId: 1, status: "available" }],
  });
/** See the schema of the same name. */
export type Pet = z.infer<typeof Pet>;

/** A page of animals. */
export const Pets = z.array(Pet).meta({ id: "Pets", description: "A page of animals." });
/** See the schema of the same name. */
export type Pets = z.infer<typeof Pets>;

/** What changing an animal takes: any of its fields, at least one. */
export const PetChange = z
  .strictObject(
    {
      name: NewPet.shape.name.optional(),
      categoryId: NewPet.shape.categoryId.optional(),
      status: PetStatus.optional().meta({
        description: "Availability status. While an open order holds the animal, its status belongs to the order.",
      }),
    },
    rule("must be a JSON object"),
  )
  .refine((change) => Object.keys(change).length > 0, "must have at least one of name, categoryId, status")
  .meta({
    id: "PetChange",
    description: "What is to change in an animal: at least one field.",
    minProperties: 1,
    examples: [{ status: "sold" }],
  });
/** See the schema of the same name. */
export type PetChange = z.infer<typeof PetChange>;

/** The path parameters of one animal. */
export const PetPath = z.strictObject({
  petId: TextId.meta({ description: "Identifier of the animal.", examples: [123] }),
});
