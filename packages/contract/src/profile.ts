import * as z from "zod";
import { AttributeValue, MAX_ATTRIBUTES } from "./attribute.js";
import { profile } from "./examples.js";
import { moment } from "./moments.js";
import { controls, isWithin, nameOf } from "./names.js";
import { rule } from "./rules.js";

/** The most values of `choices` and `labels`. */
export const MAX_VALUES = 50;

/** A rule of a text in a profile, as a test and as the end of a sentence. */
export type TextRule = { readonly isMet: (text: string) => boolean; readonly text: string };

// Tab, line feed and carriage return are part of a text of several lines. Documents have the characters written out.
const lineControls = { refused: /\p{Cc}/u, pattern: `^[^${controls}]+$` };
const textControls = {
  refused: /(?![\t\n\r])\p{Cc}/u,
  pattern: "^[^\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f-\\u009f]+$",
};

const textRule = (max: number, { refused }: typeof lineControls): TextRule => ({
  isMet: (text) => isWithin(max)(text) && !refused.test(text) && text.isWellFormed(),
  text: `must be a text of 1 to ${max} characters, without control characters and lone surrogates`,
});

/** The rules of texts, by the type of the attribute. */
export const textRules: Readonly<Record<"text" | "longText" | "labels", TextRule>> = {
  text: textRule(200, lineControls),
  longText: textRule(5_000, textControls),
  labels: textRule(60, lineControls),
};

const ExternalId = nameOf(100).nullable();

/** What the store knows of a pet beyond its fields. */
export const Profile = z
  .strictObject({
    externalId: ExternalId.meta({
      description: "The pet's identifier in another system, unique in the store.",
      examples: [profile.externalId],
    }),
    attributes: z.record(z.string(), AttributeValue).meta({
      description: "The values by the names of their attributes; without those that the API key must not see.",
      examples: [profile.attributes],
    }),
    updatedAt: moment.nullable().meta({
      description: "When the profile last changed, in UTC; null for a pet that never had one.",
      examples: [profile.updatedAt],
    }),
  })
  .meta({ id: "Profile", description: "What the store knows of a pet beyond its fields.", examples: [profile] });
/** See the schema of the same name. */
export type Profile = z.infer<typeof Profile>;

type Values = Record<string, AttributeValue | null>;

const isObject = (value: unknown) => typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * Values of any JSON type, by any name: only the service knows the definitions, and one error names all that is wrong. The
 * object is passed as it is, for zod's records drop the name `__proto__`.
 */
const values = z
  .unknown()
  .refine(isObject, "must be a JSON object")
  .meta({
    description: "The values to set, by the names of their attributes; null clears one.",
    examples: [{ size: "large", weight: null }],
    type: "object",
    maxProperties: MAX_ATTRIBUTES,
    additionalProperties: {
      anyOf: [
        { type: "string", minLength: 1, maxLength: 5_000, pattern: textControls.pattern },
        { type: "number" },
        { type: "boolean" },
        {
          type: "array",
          maxItems: MAX_VALUES,
          items: { type: "string", minLength: 1, maxLength: 60, pattern: lineControls.pattern },
        },
        { type: "null" },
      ],
    },
  }) as unknown as z.ZodType<Values, Values>;

/** Request body for changing a profile: a JSON Merge Patch (RFC 7396). */
export const ProfileChange = z
  .strictObject(
    {
      externalId: ExternalId.optional().meta({
        description: "The pet's identifier in another system, unique in the store; null clears it.",
        examples: [profile.externalId],
      }),
      attributes: values.optional(),
    },
    rule("must be a JSON object"),
  )
  .meta({
    id: "ProfileChange",
    description: "A JSON Merge Patch (RFC 7396): null clears, and what is absent stays.",
    examples: [{ attributes: { size: "large", weight: null } }],
  });
/** See the schema of the same name. */
export type ProfileChange = z.infer<typeof ProfileChange>;
