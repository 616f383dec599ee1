import { initContract } from "@ts-rest/core";
import * as z from "zod";
import { notModified, readHeaders, validators } from "../http/conditional-requests.js";
import { commonErrors, errorResponses } from "../http/errors.js";
import { frank } from "../examples.js";
import { Id } from "../http/identifiers.js";
import type { RouteMetadata } from "../http/metadata.js";
import { SearchWords } from "../http/names.js";
import { personal } from "../http/personal.js";
import { growing } from "../http/rules.js";
import { PetStatus } from "../pet/pet-status.js";

/** The maximum number of suggestions in a response. */
export const MAX_SUGGESTIONS = 8;

/** What a suggestion leads to. */
export const SuggestionKind = z.enum(["pet", "category", "value", "customer", "order"]);
/** See the schema of the same name. */
export type SuggestionKind = z.infer<typeof SuggestionKind>;

const offset = (description: string, example: number) =>
  z
    .int()
    .min(0)
    .meta({ description, examples: [example] });

/** A part of a text that matches what was typed. */
export const MatchRange = z
  .strictObject({
    start: offset("The offset of the first character that matches, in UTF-16 code units.", 0),
    end: offset("The offset after the last character that matches, in UTF-16 code units.", 3),
  })
  .meta({ id: "MatchRange", description: "A part of a text that matches what was typed." });
/** See the schema of the same name. */
export type MatchRange = z.infer<typeof MatchRange>;

const Ranges = z.array(MatchRange);

/** The field in which a suggestion matches, if that is not its text. */
export const MatchReason = z
  .strictObject({
    field: z.string().meta({
      description:
        "Which field it is: `id`, `externalId`, `category`, `notes` or `attributes.` and the name of an attribute; of a customer, also `email` or `phone`, and of an order, `pet` or `customer` for their names.",
      examples: ["attributes.microchip"],
    }),
    text: personal(z.string()).meta({
      description: "The text of the field; of a long text, the part around the first match.",
      examples: ["985112000000001"],
    }),
    ranges: Ranges.meta({ description: "The parts of `text` that match, in their order." }),
  })
  .meta({ id: "MatchReason", description: "Why something was found, if its text does not show it." });
/** See the schema of the same name. */
export type MatchReason = z.infer<typeof MatchReason>;

/** One thing that was found while a person types. */
export const Suggestion = z
  .strictObject({
    kind: growing(SuggestionKind).meta({
      description:
        "What was found: a pet, a category, a value of an attribute such as a breed, a customer or an order. Later versions may add kinds.",
      examples: ["pet"],
    }),
    id: Id.nullable().meta({
      description: "Identifier of the pet, the category, the customer or the order; null for a value.",
      examples: [123],
    }),
    status: z
      .enum(PetStatus.options)
      .nullable()
      .meta({
        description: "The status of the pet; null if it is none.",
        examples: ["available"],
      }),
    attribute: z
      .string()
      .nullable()
      .meta({
        description: "The name of the attribute that has the value; null if it is no value.",
        examples: ["breed"],
      }),
    value: z
      .string()
      .nullable()
      .meta({
        description: "The value by which the attribute is filtered; null if it is no value.",
        examples: ["Labrador"],
      }),
    text: personal(z.string()).meta({
      description:
        "The name of the pet, the category or the customer, the label of the value, or the reference of the order, which is empty if it has none.",
      examples: ["Frank"],
    }),
    ranges: Ranges.meta({ description: "The parts of `text` that match, in their order." }),
    reason: MatchReason.nullable().meta({ description: "Why it was found; null if its text shows that." }),
  })
  .meta({ id: "Suggestion", description: "One thing that was found while a person types." });
/** See the schema of the same name. */
export type Suggestion = z.infer<typeof Suggestion>;

/** What was found while a person types. */
export const Suggestions = z
  .strictObject({
    suggestions: z
      .array(Suggestion)
      .max(MAX_SUGGESTIONS)
      .meta({ description: "What was found, the best first within each kind." }),
    corrected: personal(z.string())
      .nullable()
      .meta({
        description:
          "The text with its misspelt words corrected, if pets with the corrected words were found; otherwise null.",
        examples: ["labrador"],
      }),
  })
  .meta({ id: "Suggestions", description: "What was found while a person types." });
/** See the schema of the same name. */
export type Suggestions = z.infer<typeof Suggestions>;

/** The route that answers while a person types. */
export const suggestions = initContract().router(
  {
    listSuggestions: {
      method: "GET",
      path: "/suggestions",
      summary: "List what a person who types may look for",
      description: `Returns up to ${MAX_SUGGESTIONS} pets, categories and values of attributes that match a text, as \`q\` of \`GET /pets\` finds them. Unless the API key has scope \`read\`, it also returns customers and orders. At least three are pets if that many match. Only pets are found by corrected words.`,
      headers: readHeaders,
      query: z.strictObject({
        q: personal(SearchWords).meta({
          description: "What was typed, of at most 16 words. The last word may be incomplete.",
          examples: ["fra"],
        }),
      }),
      responses: { 200: Suggestions, ...notModified, ...errorResponses(400, ...commonErrors) },
      metadata: {
        stability: "beta",
        scope: "read",
        statusMeanings: {
          200: "What was found.",
          400: "A query parameter is unknown, missing or invalid.",
        },
        headers: { 200: validators, 304: validators },
        examples: {
          200: {
            names: {
              suggestions: [
                {
                  kind: "pet",
                  id: frank.id,
                  status: frank.status,
                  attribute: null,
                  value: null,
                  text: frank.name,
                  ranges: [{ start: 0, end: 3 }],
                  reason: null,
                },
                {
                  kind: "value",
                  id: null,
                  status: null,
                  attribute: "breed",
                  value: "Frankfurt terrier",
                  text: "Frankfurt terrier",
                  ranges: [{ start: 0, end: 3 }],
                  reason: null,
                },
              ],
              corrected: null,
            },
          },
        },
      } as const satisfies RouteMetadata,
    },
  },
  { strictStatusCodes: true },
);
