import * as z from "zod";
import { AttributeName } from "./attribute.js";
import { decimalDigits, listIds, listTexts, TextId } from "../http/identifiers.js";
import { MAX_LISTED_IDS, MAX_OFFSET } from "./pet-request-limits.js";
import { MomentFilter } from "../http/moments.js";
import { NameFilter, searchIn, searchWordsIn } from "../http/names.js";
import { expansionsOf } from "../http/expansions.js";
import { Cursor, limitOf } from "../http/paging.js";
import { PetStatus } from "./pet-status.js";
import { ExternalId, textRules } from "./profile.js";
import { rule } from "../http/rules.js";

/** The values of `sort` that every store has. A `-` means descending order. */
export const PetSort = z.enum(["id", "-id", "name", "-name", "relevance"]);
/** See the schema of the same name. */
export type PetSort = z.infer<typeof PetSort>;

const orderRule = `must be one of ${PetSort.options.join(", ")}, attributes.NAME, -attributes.NAME`;
const orderPattern = /^(?:relevance|-?(?:id|name|attributes\.[a-z][a-z0-9]*(?:_[a-z0-9]+)*))$/;
/** The prefix of an attribute's name in `sort`. */
const attributePrefixes = ["attributes.", "-attributes."] as const;
type Order = PetSort | `${(typeof attributePrefixes)[number]}${string}`;

/** Every value of `sort`: those of {@link PetSort}, and the attributes of the store. */
export const PetOrder = z
  .string(rule(orderRule))
  .regex(orderPattern, orderRule)
  .max(52, orderRule)
  .meta({ "x-known-values": PetSort.options, "x-known-prefixes": attributePrefixes }) as unknown as z.ZodType<
  Order,
  Order
>;
/** See the schema of the same name. */
export type PetOrder = z.infer<typeof PetOrder>;

/** The maximum number of attributes that one request of `listPets` can filter by, and of values for each. */
export const MAX_ATTRIBUTE_FILTERS = 5;
export const MAX_FILTER_VALUES = 20;

const valuesRule = `must be given at most ${MAX_FILTER_VALUES} times`;
const filtersRule = "must be written as attributes[NAME]=VALUE";
const valueRule = textRules.text;

const FilterValues = z
  .union([z.string(), z.array(z.string())], rule("must be a text or an array of texts"))
  .transform((given) => [given].flat())
  .pipe(
    z
      .array(
        z.string(rule(valueRule.text)).refine(valueRule.isMet, valueRule.text).meta({ minLength: 1, maxLength: 200 }),
      )
      .min(1, "must have at least one value")
      .max(MAX_FILTER_VALUES, valuesRule),
  );

/** The filters by attributes: `attributes[born_on]=2020-01-01..` is `{ born_on: ["2020-01-01.."] }`. */
const AttributeFilters = z
  .record(AttributeName, FilterValues, rule(filtersRule))
  .refine(
    (filters) => Object.keys(filters).length <= MAX_ATTRIBUTE_FILTERS,
    `must have at most ${MAX_ATTRIBUTE_FILTERS} attributes`,
  ) as unknown as z.ZodType<Record<string, string[]>, Record<string, string[]>>;

/** The parameter of a filter by an attribute. */
export const attributeParameter = (name: string): string => `attributes[${name}]`;

const parameterPattern = /^attributes\[([a-z][a-z0-9_]{0,39})\]$/;

/**
 * Gathers the parameters `attributes[NAME]` in one object, like OpenAPI's style `deepObject`. Parameters that are
 * written in another way are kept as they are, so that the schema refuses them.
 * @param flat - The parameters by their names.
 */
export const readAttributeParameters = <Value>(
  flat: Readonly<Record<string, Value>>,
): Record<string, Value | Record<string, Value>> => {
  // The object has no prototype, so that `__proto__` is an ordinary name.
  const query: Record<string, Value | Record<string, Value>> = Object.create(null);
  const filters: Record<string, Value> = Object.create(null);
  for (const [parameter, value] of Object.entries(flat)) {
    const name = parameterPattern.exec(parameter)?.[1];
    if (name === undefined || "attributes" in flat) query[parameter] = value;
    else {
      filters[name] = value;
      query["attributes"] = filters;
    }
  }
  return query;
};

/** The parts that `GET /pets` and `GET /pets/{petId}` can add to each pet. */
export const Expand = expansionsOf(["profile"])
  .optional()
  .meta({
    description:
      "`profile` gives each pet its profile; API keys of scope `read` get the public attributes. A page of more than a megabyte ends early: follow its `Link`.",
    examples: [["profile"]],
    "x-stability": "beta",
  });

const beta = { "x-stability": "beta" };

const offsetRule = `must be an integer from 0 to ${MAX_OFFSET}`;

/** The filters, the order and the page of `listPets`. */
export const PetQuery = z.strictObject({
  limit: limitOf("animals"),
  status: PetStatus.optional().meta({ description: "Filters by availability status.", examples: ["available"] }),
  categoryId: TextId.optional().meta({ description: "Filters by category.", examples: [1], ...beta }),
  q: searchWordsIn(
    "labrador black",
    "the name, the category, the texts, labels and choices of the profile, its `externalId` and the id; API keys of scope `read` find by what is public, and others also by notes",
  ).meta(beta),
  name: searchIn(NameFilter, "fra", "the name").meta(beta),
  id: listIds(MAX_LISTED_IDS)
    .optional()
    .meta({
      description: `Filters by id: up to ${MAX_LISTED_IDS} ids, one parameter each (\`id=1&id=2\`).`,
      examples: [[123, 124]],
      ...beta,
    }),
  externalId: listTexts(ExternalId, MAX_LISTED_IDS)
    .optional()
    .meta({
      description: `Filters by the identifier in another system, exactly: up to ${MAX_LISTED_IDS}, one parameter each.`,
      examples: [["A-1042", "A-1043"]],
      ...beta,
    }),
  createdFrom: MomentFilter.optional().meta({
    description:
      "Only pets that were created or imported at or after this time: a date-time with an offset (RFC 3339). Pets get their ids in the order of their creation, so this selects the pets from the id of the first creation or import at or after the time. If the audit trail has no such event, no pet is found. A restored pet counts by its original id.",
    examples: ["2026-11-01T00:00:00Z"],
    ...beta,
  }),
  createdTo: MomentFilter.optional().meta({
    description: "Only pets that were created or imported before this time. It works like `createdFrom`.",
    examples: ["2026-12-01T00:00:00Z"],
    ...beta,
  }),
  attributes: AttributeFilters.optional().meta({
    description: `Filters by up to ${MAX_ATTRIBUTE_FILTERS} attributes: \`attributes[breed]=Labrador\`. A repeated parameter means any of its values, at most ${MAX_FILTER_VALUES}. Text and labels are compared as a whole, ignoring case; \`choices\` and \`labels\` match if they contain the value. A number or a date is exact, or a range that includes its ends: \`1..5\`, \`..150\`, \`2020-01-01..\`. A \`longText\` cannot be filtered.`,
    examples: [{ size: ["small", "large"], weight: ["..20"] }],
    "x-style": "deepObject",
    ...beta,
  }),
  expand: Expand,
  sort: PetOrder.optional().meta({
    description:
      "Sort order: by id, by lower-case name and then id, or by `attributes.` and the name of an attribute that has one value: numbers and dates by size, other values by code point, text in lower case; pets without a value last, then by id. `-` sorts in descending order. The default is `id` or, with `q`, `relevance`: first the pets with exactly this name, id or code, then names that begin with the text, names with all words, other matches, and matches of corrected words; of each, the available pets first, then by id. Only this order has matches of corrected words. Without `q`, `relevance` is `id`.",
    examples: ["-id"],
    ...beta,
  }),
  cursor: Cursor.optional(),
  offset: decimalDigits(z.int(rule(offsetRule)).min(0, offsetRule).max(MAX_OFFSET, offsetRule), offsetRule)
    .optional()
    .meta({
      description: `The number of pets to skip, from the start of the list or from \`cursor\`, at most ${MAX_OFFSET.toLocaleString("en")}. The links of the page have cursors.`,
      examples: [100],
      ...beta,
    }),
});
