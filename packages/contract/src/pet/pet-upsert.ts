import * as z from "zod";
import { frank, frankFields, given } from "../examples.js";
import { ErrorCode } from "../http/errors.js";
import { Id } from "../http/identifiers.js";
import { ProblemConflict, ProblemEntry } from "../http/problem.js";
import { Name } from "../http/names.js";
import { judgedAlone } from "../http/rows.js";
import { growing, opened, rule } from "../http/rules.js";
import { NewPet, petName } from "./pet.js";
import { PetStatus } from "./pet-status.js";
import { ExternalId } from "./profile.js";

/** The maximum number of rows of one request of `putPetsByExternalId`. */
export const MAX_UPSERTS = 1_000;

/** The maximum number of problems that the outcome of one row lists. */
export const MAX_ROW_ERRORS = 10;

const sizeRule = `must contain 1 to ${MAX_UPSERTS} rows`;

/** A pet to create or to replace. Its external id names it. */
export const PetUpsert = z
  .strictObject(
    {
      externalId: ExternalId.meta({
        description: "The pet's identifier in another system, unique in the store.",
        examples: [given.externalId],
      }),
      name: Name.meta(petName),
      categoryId: NewPet.shape.categoryId,
      status: PetStatus.optional().meta({
        description:
          "Availability status; `available` when omitted, even if the pet already exists with another status.",
      }),
      profile: NewPet.shape.profile.meta({
        description:
          "The whole profile except the external id, unlike in a `PATCH`: attributes that are absent from it have no value afterwards. When omitted, the profile stays as it is, because it is a resource of its own.",
      }),
    },
    rule("must be a JSON object"),
  )
  .refine(({ externalId, profile: { externalId: other = externalId } = {} }) => other === externalId, {
    path: ["profile", "externalId"],
    message: "must equal the externalId of the row, or be omitted",
  })
  .meta({
    id: "PetUpsert",
    description: "A pet to create or to replace, which its `externalId` names.",
    examples: [{ externalId: given.externalId, ...frankFields, profile: { attributes: given.attributes } }],
  });
/** See the schema of the same name. */
export type PetUpsert = z.infer<typeof PetUpsert>;

/** The rows of one request: 1 to 1,000. A row that breaks a rule is refused by itself. */
export const PetUpserts = z
  .array(judgedAlone(PetUpsert), rule("must be a JSON array"))
  .min(1, sizeRule)
  .max(MAX_UPSERTS, sizeRule)
  .meta({ id: "PetUpserts", description: "1 to 1,000 pets to create or to replace." });

const outcomes = ["created", "updated", "unchanged", "refused"] as const;

/** The outcome of one row. */
export const PetUpsertOutcome = z
  .strictObject({
    outcome: growing(z.enum(outcomes)).meta({
      description: "`unchanged` if the pet already was as the row says: nothing was written.",
      examples: ["created"],
    }),
    externalId: z
      .string()
      .optional()
      .meta({ description: "The `externalId` of the row; absent if it is invalid.", examples: [given.externalId] }),
    petId: Id.optional().meta({
      description: "The pet with the `externalId`; absent if there is none, as in a dry run that would create it.",
      examples: [frank.id],
    }),
    code: opened(ErrorCode)
      .optional()
      .meta({
        description: "Why the row is refused: the code of an error.",
        examples: ["pet_reserved"],
      }),
    errors: z
      .array(ProblemEntry)
      .optional()
      .meta({ description: `The problems of a refused row, at most ${MAX_ROW_ERRORS}.` }),
    conflict: ProblemConflict.optional(),
  })
  .meta({ id: "PetUpsertOutcome", description: "What happened to one row." });
/** See the schema of the same name. */
export type PetUpsertOutcome = z.infer<typeof PetUpsertOutcome>;

const countOf = (description: string) =>
  z
    .int()
    .min(0)
    .max(MAX_UPSERTS)
    .meta({ description, examples: [1] });

/** The outcome of a request of `putPetsByExternalId`. */
export const PetUpsertResult = z
  .strictObject({
    created: countOf("The number of pets that were created."),
    updated: countOf("The number of pets that were changed."),
    unchanged: countOf("The number of pets that were already as their rows say."),
    refused: countOf("The number of rows that were refused."),
    rows: z
      .array(PetUpsertOutcome)
      .min(1)
      .max(MAX_UPSERTS)
      .meta({ description: "The outcome of each row, in the order of the request." }),
  })
  .meta({ id: "PetUpsertResult", description: "The outcome of each row, and how many rows have each outcome." });
/** See the schema of the same name. */
export type PetUpsertResult = z.infer<typeof PetUpsertResult>;
