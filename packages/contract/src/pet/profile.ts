import * as z from "zod";
import { MAX_ATTRIBUTES } from "./attribute.js";
import { frank, profile } from "../examples.js";
import { Id } from "../http/identifiers.js";
import { moment } from "../http/moments.js";
import { isWithin, nameOf } from "../http/names.js";
import { Photos } from "./photo.js";
import { ownRule, refuseRepeats, rule, whenArray } from "../http/rules.js";
import { variantsOf } from "../http/variants.js";

/** The maximum number of values of `choices` and `labels`. */
export const MAX_VALUES = 50;

/** A rule for a text in a profile: a function that tests it, and the end of the sentence that reports it. */
export type TextRule = {
  readonly isMet: (text: string) => boolean;
  readonly text: string;
  readonly maximum: number;
};

const controls = /\p{Cc}/u;
// Tabs, line feeds and carriage returns are allowed in a text of several lines.
const controlsButLines = /(?![\t\n\r])\p{Cc}/u;

const textRule = (max: number, refused: RegExp): TextRule => ({
  isMet: (text) => isWithin(max)(text) && !refused.test(text) && text.isWellFormed(),
  text: `must be a text of 1 to ${max} characters, without control characters or lone surrogates`,
  maximum: max,
});

/** Returns the rule for a text of several lines. */
export const linesRule = (max: number): TextRule => textRule(max, controlsButLines);

/** A schema of the texts that satisfy a rule. */
export const textOf = ({ isMet, text, maximum }: TextRule) =>
  z.string(rule(text)).refine(isMet, ownRule(text, { rule: "text", maximum }));

/** The pattern of {@link linesRule}, without its limit on the length. */
export const linesPattern = "^[^\\x00-\\x08\\x0b\\x0c\\x0e-\\x1f\\x7f-\\x9f]+$";

/** The rules for texts, by the type of the attribute. */
export const textRules: Readonly<Record<"text" | "longText" | "labels", TextRule>> = {
  text: textRule(200, controls),
  longText: linesRule(5_000),
  labels: textRule(60, controls),
};

/** The identifier of a pet in another system. */
export const ExternalId = nameOf(100);

/** The data of a pet beyond its own fields. */
export const Profile = z
  .strictObject({
    externalId: ExternalId.nullable().meta({
      description: "The pet's identifier in another system, unique in the store.",
      examples: [profile.externalId],
    }),
    attributes: z.record(z.string(), z.unknown()).meta({
      description:
        "The values by the names of their attributes, without those that the API key must not see: text, a number, true or false, or an array of texts for `choices` and `labels`.",
      examples: [profile.attributes],
    }),
    photos: Photos,
    updatedAt: moment.nullable().meta({
      description:
        "When the profile last changed, in UTC; null for a pet that never had one. For API keys of scope `read`, it is the time of the last change that they can see.",
      examples: [profile.updatedAt],
    }),
  })
  .meta({
    id: "Profile",
    description: "What the store knows about a pet in addition to its fields.",
    examples: [profile],
  });
/** See the schema of the same name. */
export type Profile = z.infer<typeof Profile>;

type Values = Record<string, unknown>;

const isObject = (value: unknown) => typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * The schema accepts values of any JSON type under any name, because only the service knows the attributes. The service
 * reports everything that is wrong in one error. A union of types would not compile in Java's generated client, and
 * zod's records would drop the name `__proto__`.
 */
const values = z
  .unknown()
  .refine(isObject, "must be a JSON object")
  .meta({
    description:
      "The values to set, by the names of their attributes: text, a number, true or false, or an array of texts for `choices` and `labels`; null clears one.",
    examples: [{ size: "large", weight: null }],
    type: "object",
    maxProperties: MAX_ATTRIBUTES,
    additionalProperties: {},
  }) as unknown as z.ZodType<Values, Values>;

/** Request body for changing a profile: a JSON Merge Patch (RFC 7396). */
export const ProfileChange = z
  .strictObject(
    {
      externalId: ExternalId.nullable()
        .optional()
        .meta({
          description: "The pet's identifier in another system, unique in the store; null clears it.",
          examples: [profile.externalId],
        }),
      attributes: values.optional(),
    },
    rule("must be a JSON object"),
  )
  .meta({
    id: "ProfileChange",
    description: "A JSON Merge Patch (RFC 7396): null clears a field, and an absent field stays as it is.",
    examples: [{ attributes: { size: "large", weight: null } }],
  });
/** See the schema of the same name. */
export type ProfileChange = z.infer<typeof ProfileChange>;

/** The maximum number of profiles in one request of `updateProfileBatch`. */
export const MAX_PROFILE_UPDATES = 1_000;

const sizeRule = `must contain 1 to ${MAX_PROFILE_UPDATES} changes`;

/** A change of one pet's profile. The pet is named by its id or its external id. */
export const ProfileUpdate = z
  .strictObject(
    {
      petId: Id.optional().meta({ description: "Identifier of the pet.", examples: [frank.id] }),
      externalId: ExternalId.optional().meta({
        description: "Names the pet instead of `petId`: the `externalId` that the pet has before the request.",
        examples: [profile.externalId],
      }),
      profile: ProfileChange,
    },
    rule("must be a JSON object"),
  )
  .refine(({ petId, externalId }) => (petId === undefined) !== (externalId === undefined), {
    path: ["petId"],
    message: "must be given if and only if externalId is omitted",
  })
  .meta({
    id: "ProfileUpdate",
    description: "A change of the profile of one pet, which either `petId` or `externalId` names.",
    examples: [{ petId: frank.id, profile: { attributes: { size: "large" } } }],
    ...variantsOf(
      undefined,
      {
        id: "ProfileUpdateById",
        description: "A change of the profile of the pet with this id.",
        omits: ["externalId"],
        requires: ["petId"],
      },
      {
        id: "ProfileUpdateByExternalId",
        description: "A change of the profile of the pet with this external id.",
        omits: ["petId"],
        requires: ["externalId"],
      },
    ),
  });
/** See the schema of the same name. */
export type ProfileUpdate = z.infer<typeof ProfileUpdate>;

/** The changes of one request: 1 to 1,000, each of a different pet. */
export const ProfileUpdates = z
  .array(ProfileUpdate, rule("must be a JSON array"))
  .min(1, sizeRule)
  .max(MAX_PROFILE_UPDATES, sizeRule)
  .superRefine(refuseRepeats("petId"), whenArray)
  .superRefine(refuseRepeats("externalId"), whenArray)
  .superRefine(refuseRepeats("profile", "externalId"), whenArray)
  .meta({ id: "ProfileUpdates", description: "1 to 1,000 changes, each of a different pet.", uniqueItems: true });

const countOf = (description: string, least: number) =>
  z
    .int()
    .min(least)
    .max(MAX_PROFILE_UPDATES)
    .meta({ description, examples: [2] });

/** The outcome of a batch of profile changes. */
export const ProfileBatchResult = z
  .strictObject({
    count: countOf("The number of pets whose profiles are now as the request says.", 1),
    changed: countOf("The number of these pets whose profiles were different before.", 0),
  })
  .meta({
    id: "ProfileBatchResult",
    description: "The outcome of a batch of profile changes.",
    examples: [{ count: 2, changed: 2 }],
  });
