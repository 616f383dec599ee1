import * as z from "zod";
import { frank, frankFields } from "../examples.js";
import { Id } from "../http/identifiers.js";
import { MAX_CHANGES } from "./pet-request-limits.js";
import { NewNote } from "./note.js";
import { KnownPetFields, PetFields } from "./pet.js";
import { ProfileChange } from "./profile.js";
import { growing, refuseRepeats, rule, whenArray } from "../http/rules.js";

const profileRule = rule("must be a JSON object");

/** The part of a {@link BulkPetChange} that changes the profile of the pet. */
export const ProfileEdit = z
  .strictObject(
    {
      from: ProfileChange.optional().meta({
        description:
          "The values as the client last saw them, null for one that the pet did not have. A value that is absent from `from` is not compared.",
      }),
      to: ProfileChange,
    },
    profileRule,
  )
  .meta({
    id: "ProfileEdit",
    description: "A change of a profile: the values that the client last saw, and the new values.",
    examples: [{ from: { attributes: { size: "small" } }, to: { attributes: { size: "large" } } }],
  });
/** The part of a {@link BulkPetChange} that changes the profile of the pet. */
export type ProfileEdit = z.infer<typeof ProfileEdit>;

const isThereBeforeAndAfter = ({ from, to }: { readonly from: unknown; readonly to: unknown }) =>
  from !== null && to !== null;

/** One change of a bulk request: the pet as the client saw it, and the pet as it should become. */
export const BulkPetChange = z
  .strictObject(
    {
      id: Id.meta({ description: "Identifier of the pet.", examples: [123] }),
      from: KnownPetFields.nullable().meta({
        description:
          "The pet as the client last saw it; null brings a deleted pet back under its id. A field that is absent from `from` is not compared.",
      }),
      to: KnownPetFields.nullable().meta({
        description:
          "The pet after the change; null deletes it. A field that is absent from `to` stays as it is, or as it was when the pet was deleted.",
      }),
      profile: ProfileEdit.optional().meta({
        description:
          "A change of the pet's profile, which is made together with the other parts or not at all. It is allowed only if neither `from` nor `to` is null.",
      }),
      note: NewNote.optional().meta({
        description:
          "A note to write about the pet, together with the other parts or not at all. It is allowed only if neither `from` nor `to` is null. Repeat a request with a note only with its `Idempotency-Key`; otherwise the note is written twice.",
      }),
    },
    rule("must be a JSON object"),
  )
  .refine(({ from, to }) => from !== null || to !== null, "must not have null for both from and to")
  .refine((change) => change.profile === undefined || isThereBeforeAndAfter(change), {
    path: ["profile"],
    message: "must be omitted if from or to is null",
  })
  .refine((change) => change.note === undefined || isThereBeforeAndAfter(change), {
    path: ["note"],
    message: "must be omitted if from or to is null",
  })
  .meta({
    id: "BulkPetChange",
    description:
      "Changes one pet, deletes it (`to` is null) or brings a deleted pet back (`from` is null). At most one of the two is null. A change can also contain a change of the pet's profile and a note.",
    // The schema does not use `not` or `anyOf`, because the Java generator would write code for them that does not
    // compile.
    if: { properties: { from: { type: "null" } }, additionalProperties: true },
    // JSON Schema's keyword.
    // oxlint-disable-next-line unicorn/no-thenable
    then: { properties: { to: { type: "object" } }, additionalProperties: true },
    examples: [{ id: frank.id, from: frankFields, to: { status: "sold" } }],
  });
/** See the schema of the same name. */
export type BulkPetChange = z.infer<typeof BulkPetChange>;

/** The changes of one bulk request: 1 to 1,000, each of a different pet. */
export const BulkPetChanges = z
  .array(BulkPetChange, rule("must be a JSON array"))
  .min(1, `must contain 1 to ${MAX_CHANGES} changes`)
  .max(MAX_CHANGES, `must contain 1 to ${MAX_CHANGES} changes`)
  .superRefine(refuseRepeats("id"), whenArray)
  .meta({ id: "BulkPetChanges", description: "1 to 1,000 changes, each of a different pet.", uniqueItems: true });
/** See the schema of the same name. */
export type BulkPetChanges = z.infer<typeof BulkPetChanges>;

/** A change that was not made because of a conflict. */
export const PetConflict = z
  .strictObject({
    id: Id.meta({ description: "Identifier of the pet.", examples: [123] }),
    reason: growing(z.enum(["changed", "reserved", "gone"])).meta({
      description:
        "`changed`: the pet or its profile is neither as in `from` nor as it would be after the change, or the pet exists although `from` is null. `reserved`: an open order reserves the pet, and the change would change its status or delete it. `gone`: the pet does not exist; with `from` null, no pet ever had this id.",
    }),
    now: PetFields.nullable().meta({ description: "The pet as it is now; null if it does not exist." }),
    profile: z.strictObject(ProfileChange.shape).nullable().meta({
      description:
        "The present values of the profile that are neither as in `profile.from` nor as in `profile.to`; a value that the pet does not have is null. Null if there are no such values.",
    }),
  })
  .meta({ id: "PetConflict", description: "A change that was not made, and why." });
/** See the schema of the same name. */
export type PetConflict = z.infer<typeof PetConflict>;

/** The parts of a pet's profile that were not restored when the pet was. */
export const UnrestoredFields = z
  .strictObject({
    id: Id.meta({ description: "Identifier of the pet.", examples: [123] }),
    fields: z.array(z.string()).meta({
      description:
        "The fields of its profile: `externalId` if another pet has it, `attributes.` and a name if the attribute was deleted or refuses the value.",
      examples: [["externalId", "attributes.size"]],
    }),
  })
  .meta({
    id: "UnrestoredFields",
    description: "The parts of the profile that are missing from a pet that was brought back.",
  });
/** See the schema of the same name. */
export type UnrestoredFields = z.infer<typeof UnrestoredFields>;

/** The outcome of a bulk request. */
export const BulkPetResult = z
  .strictObject({
    done: z
      .int()
      .min(0)
      .max(MAX_CHANGES)
      .meta({
        description:
          "The number of pets that are now as in `from` with the fields of `to`, including those that already were.",
        examples: [2],
      }),
    unchanged: z
      .int()
      .min(0)
      .max(MAX_CHANGES)
      .meta({
        description: "The number of pets in `done` that were already in this state, so that nothing was written.",
        examples: [1],
      }),
    left: z.array(PetConflict).meta({ description: "The changes that were not made, in the order of the request." }),
    unrestored: z
      .array(UnrestoredFields)
      .meta({ description: "The pets that were brought back without all of their profile." }),
  })
  .meta({
    id: "BulkPetResult",
    description: "The outcome of a bulk request.",
    examples: [{ done: 2, unchanged: 0, left: [], unrestored: [] }],
  });
/** See the schema of the same name. */
export type BulkPetResult = z.infer<typeof BulkPetResult>;
