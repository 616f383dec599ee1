import * as z from "zod";
import { size, weight } from "../examples.js";
import { Id, TextId } from "../http/identifiers.js";
import { CreatedAt, UpdatedAt } from "../http/moments.js";
import { nameOf } from "../http/names.js";
import { identityOf } from "../http/text-identity.js";
import { Flag, growing, oneOf, rule, type OwnRule } from "../http/rules.js";
import { variantsOf } from "../http/variants.js";

/** The maximum number of attributes of a store, including archived ones. */
export const MAX_ATTRIBUTES = 60;

const MAX_BOUND = 1e12;
const MAX_DECIMALS = 6;
const MAX_OPTIONS = 200;
const MAX_CATEGORIES = 100;
const MAX_POSITION = 1_000_000;

const types = ["text", "longText", "number", "date", "boolean", "choice", "choices", "labels"] as const;

/** The type of the values of an attribute. */
export const AttributeType = oneOf(types).meta({
  id: "AttributeType",
  description:
    "The kind of the values: `text` of at most 200 characters, `longText` of at most 5,000 and of several lines, `number`, `date` as `YYYY-MM-DD`, `boolean`, `choice` one of the options, `choices` several of them, `labels` several texts, for which the options are suggestions.",
});
/** See the schema of the same name. */
export type AttributeType = z.infer<typeof AttributeType>;

const nameRule =
  "must have 1 to 40 characters, begin with a letter, and consist of lower-case letters and digits in words joined by _, such as born_on";
/** The name of an attribute. */
export const AttributeName = z
  .string(rule(nameRule))
  .regex(/^[a-z][a-z0-9]*(?:_[a-z0-9]+)*$/, nameRule)
  .max(40, nameRule);

const boundRule = `must be null or a number from -${MAX_BOUND} to ${MAX_BOUND}`;
const Bound = z.number(rule(boundRule)).min(-MAX_BOUND, boundRule).max(MAX_BOUND, boundRule).nullable();
const wholeNumber = (max: number, text: string) => z.int(rule(text)).min(0, text).max(max, text);

const Option = z.strictObject(
  {
    label: nameOf(60).meta({ description: "The text that people read; it can be changed.", examples: ["Small"] }),
    value: nameOf(60).meta({ description: "The value that a profile contains.", examples: ["small"] }),
  },
  rule("must be a JSON object with value and label"),
);

const optionsRule = `must be an array of at most ${MAX_OPTIONS} options`;
const categoriesRule = `must be null or an array of at most ${MAX_CATEGORIES} category ids`;

const repeated = <Value extends string | number>(values: readonly Value[]) =>
  values.filter((value, at) => values.indexOf(value) !== at);

/** The fields that a client can set and change. Bodies and entity tags have them in this order. */
const changeable = {
  label: nameOf(60).meta({ description: "What people read.", examples: ["Size"] }),
  help: nameOf(500)
    .nullable()
    .meta({ description: "What people read when they fill it in.", examples: [weight.help] }),
  unit: nameOf(20)
    .nullable()
    .meta({ description: "The unit of a number.", examples: ["kg"] }),
  minimum: Bound.meta({ description: "The lowest value of a number.", examples: [0] }),
  maximum: Bound.meta({ description: "The highest value of a number.", examples: [200] }),
  decimals: wholeNumber(MAX_DECIMALS, `must be null or an integer from 0 to ${MAX_DECIMALS}`)
    .nullable()
    .meta({ description: "The maximum number of decimals of a number; null for other types.", examples: [1] }),
  options: z
    .array(Option, rule(optionsRule))
    .max(MAX_OPTIONS, optionsRule)
    .meta({
      description: "The values of a `choice` and of `choices`, or the suggestions for `labels`, in their order.",
      examples: [size.options],
    }),
  categoryIds: z
    .array(Id, rule(categoriesRule))
    .max(MAX_CATEGORIES, categoriesRule)
    .refine((ids) => repeated(ids).length === 0, "must not contain an id twice")
    .nullable()
    .meta({
      description:
        "The categories whose pets have it; null for all. A category that is deleted leaves the list; a list that becomes empty means none.",
      examples: [weight.categoryIds],
    }),
  isPublic: z
    .boolean(rule("must be true or false"))
    .meta({ description: "Whether API keys of scope `read` see it and its values." }),
  isAskedAtIntake: z
    .boolean(rule("must be true or false"))
    .meta({ description: "Whether a form for a new pet asks for it at once. Requests do not need it either way." }),
  position: wholeNumber(MAX_POSITION, `must be an integer from 0 to ${MAX_POSITION}`).meta({
    description: "The place in lists; attributes of the same position are ordered by id.",
    examples: [1],
  }),
  isArchived: z
    .boolean(rule("must be true or false"))
    .meta({ description: "Whether new values are refused; the values that pets already have stay." }),
};

type Definition = { readonly type: string } & {
  readonly [Name in "unit" | "minimum" | "maximum" | "decimals" | "options"]?:
    | z.output<(typeof changeable)[Name]>
    | undefined;
};

/** The fields that only numbers have. */
const ofNumbers = ["unit", "minimum", "maximum", "decimals"] as const;

type Problem = { readonly field: keyof Definition; readonly rule: string; readonly params?: OwnRule };

type Options = NonNullable<Definition["options"]>;

/** Finds two options that a person reads as the same. @param known - Options that were accepted before. */
const alikeIn = (options: Options, known: Options): readonly [string, string] | undefined => {
  const old = new Set(known.map(({ value }) => value));
  const first = new Map<string, string>();
  for (const { value } of options) {
    const identity = identityOf(value);
    const other = first.get(identity) ?? value;
    if (other !== value && !(old.has(value) && old.has(other))) return [other, value];
    first.set(identity, other);
  }
  return undefined;
};

/**
 * Finds the problems of a definition as a whole. Each problem names the field, says which rule it violates and what to
 * do.
 * @param known - The options of the attribute before a change.
 */
export const attributeProblems = (one: Definition, known: Options = []): Problem[] => {
  const { type, minimum = null, maximum = null, options = [] } = one;
  const ofNumber = ofNumbers
    .filter((field) => type !== "number" && (one[field] ?? null) !== null)
    .map((field) => ({
      field,
      rule: `must be null or omitted, because only attributes of type number have it, not those of type ${type}`,
    }));
  const isReversed = minimum !== null && maximum !== null && minimum > maximum;
  const isChosen = type === "choice" || type === "choices";
  const [again] = repeated(options.map(({ value }) => value));
  const alike = alikeIn(options, known);
  return [
    ...ofNumber,
    ...(isReversed
      ? [
          {
            field: "minimum",
            rule: `must be at most the maximum, which is ${maximum}`,
            params: { rule: "most", maximum },
          } as const,
        ]
      : []),
    ...(isChosen && options.length === 0
      ? [
          {
            field: "options",
            rule: `must have at least one option, because an attribute of type ${type} accepts only the values that it lists`,
            params: { rule: "options" },
          } as const,
        ]
      : []),
    ...(!isChosen && type !== "labels" && options.length > 0
      ? [{ field: "options", rule: `must be empty or omitted: the type ${type} has no options` } as const]
      : []),
    ...(again === undefined
      ? []
      : [{ field: "options", rule: `must not contain a value twice: remove the second ${again}` } as const]),
    ...(alike === undefined
      ? []
      : [
          {
            field: "options",
            rule: `must not contain two values that read the same: remove ${alike[0]} or ${alike[1]}`,
          } as const,
        ]),
  ];
};

const { label, help, ...ofType } = changeable;

/** A field that the store defines for its pets. */
export const Attribute = z
  .strictObject({
    id: Id.meta({ description: "Unique identifier, assigned by the service.", examples: [4] }),
    name: AttributeName.meta({
      description: "The name of the attribute in profiles, unique in the store. It never changes.",
      examples: ["size"],
    }),
    label,
    help,
    type: growing(z.enum(types)).meta({
      description: "The kind of the values, as in `AttributeType`. It never changes.",
      examples: ["choice"],
    }),
    ...ofType,
    createdAt: CreatedAt,
    updatedAt: UpdatedAt,
  })
  .meta({ id: "Attribute", description: "A field that the store defines for its pets.", examples: [size] });
/** See the schema of the same name. */
export type Attribute = z.infer<typeof Attribute>;

/** A page of attributes. */
export const Attributes = z
  .array(Attribute)
  .meta({ id: "Attributes", description: "A page of attributes, ordered by position, then by id." });

const optional = z.object(changeable).partial().shape;

/** Request body for defining an attribute. */
export const NewAttribute = z
  .strictObject(
    {
      name: AttributeName.meta({
        description: "The name of the attribute in profiles, unique in the store. It never changes.",
        examples: ["size"],
      }),
      type: AttributeType,
      ...optional,
      label,
      decimals: optional.decimals.meta({ description: "The maximum number of decimals of a number; 0 when omitted." }),
      isPublic: optional.isPublic.meta({
        description: "Whether API keys of scope `read` see it and its values; `true` when omitted.",
      }),
      isAskedAtIntake: optional.isAskedAtIntake.meta({
        description: "Whether a form for a new pet asks for it at once; `true` when omitted.",
      }),
      position: optional.position.meta({
        description: "The place in lists, 0 when omitted; attributes of the same position are ordered by id.",
        examples: [1],
      }),
    },
    rule("must be a JSON object"),
  )
  .superRefine((one, context) => {
    for (const { field, rule: message, params } of attributeProblems(one))
      context.addIssue({ code: "custom", path: [field], message, input: one[field], ...(params && { params }) });
  })
  .meta({
    id: "NewAttribute",
    description: "An attribute to define. Only a `number` has `unit`, `minimum`, `maximum` and `decimals`.",
    examples: [{ name: size.name, label: size.label, type: size.type, options: size.options }],
    ...variantsOf(
      "type",
      {
        id: "NewPlainAttribute",
        description: "An attribute with texts, dates or booleans.",
        empties: [...ofNumbers, "options"],
        values: ["text", "longText", "date", "boolean"],
      },
      { id: "NewNumberAttribute", description: "An attribute with numbers.", empties: ["options"], values: ["number"] },
      {
        id: "NewChoiceAttribute",
        description: "An attribute with one or several of the options.",
        empties: ofNumbers,
        requires: ["options"],
        values: ["choice", "choices"],
      },
      {
        id: "NewLabelsAttribute",
        description: "An attribute with several texts, for which the options are suggestions.",
        empties: ofNumbers,
        values: ["labels"],
      },
    ),
  });
/** See the schema of the same name. */
export type NewAttribute = z.infer<typeof NewAttribute>;

/** Request body for changing an attribute. The name and the type cannot be changed. */
export const AttributeChange = z.strictObject(optional, rule("must be a JSON object")).meta({
  id: "AttributeChange",
  description: "The fields of an attribute to change. Its name and its type never change.",
  examples: [{ label: "Grown size" }],
});
/** See the schema of the same name. */
export type AttributeChange = z.infer<typeof AttributeChange>;

/** The query of a deletion. */
export const AttributeDeletion = z.strictObject({
  force: Flag.optional().meta({
    description: "Whether to delete it even if pets have values of it.",
    examples: [true],
  }),
});

/** Path parameters of one attribute. */
export const AttributePath = z.strictObject({
  attributeId: TextId.meta({ description: "Identifier of the attribute.", examples: [4] }),
});
