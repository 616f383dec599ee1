import * as z from "zod";
import { shelter } from "../examples.js";
import { Currency } from "../http/money.js";
import { moment } from "../http/moments.js";
import { Name } from "../http/names.js";
import { rule } from "../http/rules.js";
import { linesPattern, linesRule, textOf } from "../pet/profile.js";
import { Logo } from "./logo.js";
import { StatusNames } from "./status-names.js";
import { TimeZoneName } from "./time-zone.js";

/** The names that {@link Store} can have in braces in `contractText`, for the facts of a sale. */
export const contractPlaceholders = ["animal", "number", "customer", "price", "date", "store"] as const;

const inBraces = contractPlaceholders.map((name) => `{${name}}`).join(", ");

const unknownPlaceholder = (text: string): string | undefined =>
  (text.match(/\{[^{}]*\}/g) ?? []).find(
    (one) => !(contractPlaceholders as readonly string[]).includes(one.slice(1, -1)),
  );

const placeholderRule = {
  error: ({ input }: { readonly input?: unknown }) =>
    `has the unknown placeholder ${unknownPlaceholder(String(input))}: use ${inBraces}`,
  params: { rule: "placeholder" },
} as const;

const MAX_ADDRESS_LENGTH = 500;
const MAX_CONTRACT_LENGTH = 10_000;
const lines = (max: number) => ({ minLength: 1, maxLength: max, pattern: linesPattern });

const fields = {
  name: Name.nullable().meta({ description: "The name of the store; null if it has none.", examples: [shelter.name] }),
  address: textOf(linesRule(MAX_ADDRESS_LENGTH))
    .meta(lines(MAX_ADDRESS_LENGTH))
    .nullable()
    .meta({
      description: "The postal address, which may have several lines; null if it is not set.",
      examples: [shelter.address],
    }),
  logo: Logo.nullable().meta({
    description: "A small PNG, JPEG or WebP picture as a data URL; null if there is none.",
    examples: [shelter.logo],
  }),
  timeZone: TimeZoneName.nullable().meta({
    description: "The IANA time zone in which staff read days and times; null for that of each reader.",
    examples: [shelter.timeZone],
  }),
  currency: Currency.nullable().meta({
    description: "The ISO 4217 code of the currency of the prices; null if it is not set.",
    examples: [shelter.currency],
  }),
  contractText: textOf(linesRule(MAX_CONTRACT_LENGTH))
    .refine((text) => unknownPlaceholder(text) === undefined, placeholderRule)
    .meta(lines(MAX_CONTRACT_LENGTH))
    .nullable()
    .meta({
      description: `The store's own text for the contract of a sale, with the placeholders ${inBraces}; null for none.`,
      examples: [shelter.contractText],
    }),
};

/** The settings of the store, which apply to all of its staff. */
export const Store = z
  .strictObject({
    ...fields,
    statusNames: StatusNames,
    updatedAt: moment.nullable().meta({
      description: "When this last changed, in UTC; null if it never has.",
      examples: [shelter.updatedAt],
    }),
  })
  .meta({ id: "Store", description: "The settings that the store makes for all of its staff.", examples: [shelter] });
/** See the schema of the same name. */
export type Store = z.infer<typeof Store>;

const objectRule = rule("must be a JSON object");

/** Request body for changing the store: a JSON Merge Patch (RFC 7396). */
export const StoreChange = z
  .strictObject(
    {
      ...z.object(fields).partial().shape,
      statusNames: z
        .strictObject(z.object(StatusNames.shape).partial().shape, objectRule)
        .optional()
        .meta({ description: "The names to set; null restores the usual word.", examples: [{ sold: "Adopted" }] }),
    },
    objectRule,
  )
  .meta({
    id: "StoreChange",
    description: "A JSON Merge Patch (RFC 7396): null clears a field, and an absent field stays as it is.",
    examples: [{ name: shelter.name, statusNames: { sold: "Adopted" } }],
  });
/** See the schema of the same name. */
export type StoreChange = z.infer<typeof StoreChange>;
