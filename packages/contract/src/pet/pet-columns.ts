import * as z from "zod";
import { AttributeName, MAX_ATTRIBUTES } from "./attribute.js";
import { isWithin } from "../http/names.js";
import { Pet } from "./pet.js";
import { rule } from "../http/rules.js";

/** The media type of an .xlsx workbook. */
export const WORKBOOK_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

/** The maximum length, in characters, of a column's name and of a value that an import maps to a status. */
export const MAX_VALUE_LENGTH = 200;

/**
 * The fields that a CSV file contains unchanged. Each has a column with the name of the field, which is empty for null.
 */
export const csvTexts = Pet.omit({ id: true, name: true, categoryId: true, status: true }).shape satisfies Readonly<
  Record<string, z.ZodNullable<z.ZodString>>
>;

/** The columns of an export, in order: the fields of a pet, with the name of the category after its id. */
export const csvColumns = Object.keys(Pet.shape).flatMap((field) =>
  field === "categoryId" ? [field, "category"] : [field],
) as readonly (keyof Pet | "category")[];

/**
 * The prefix of the column of an attribute. It distinguishes the attribute from a field of the pet with the same name.
 */
export const ATTRIBUTE_COLUMN = "attributes.";

const columnRule = `must be a string of 1 to ${MAX_VALUE_LENGTH} characters`;
const ColumnName = z
  .string(rule(columnRule))
  .refine(isWithin(MAX_VALUE_LENGTH), columnRule)
  .meta({ minLength: 1, maxLength: MAX_VALUE_LENGTH });

const column = (description: string, example: string) =>
  ColumnName.optional().meta({ description, examples: [example] });

const textColumns = Object.fromEntries(
  Object.keys(csvTexts).map((field) => [
    field,
    column(`The column of \`${field}\`; \`${field}\` by default, if the file has it.`, field),
  ]),
) as { readonly [Field in keyof typeof csvTexts]: ReturnType<typeof column> };

/** Says which columns of the file contain the fields of a pet. */
export const ImportColumns = z.strictObject(
  {
    name: column("The column of the names; by default `name`, or a usual word for it.", "call"),
    fallbackName: column("The column of the name if the name column is empty.", "tag"),
    category: column(
      "The column of the category: a name, which finds a category ignoring case or creates one, or an id if it is all digits. By default `categoryId`, or else `category` or a usual word for it, such as `species`; if the file has both, as an export does, the name is used, and the id only if the name is empty.",
      "species",
    ),
    status: column(
      "The column of the status; by default `status` or a usual word for it, if the file has it.",
      "outcome",
    ),
    ...textColumns,
    externalId: column(
      "The column of the identifiers in another system; `externalId` by default, if the file has it.",
      "animal_id",
    ),
  },
  rule("must be a JSON object"),
);

const attributesRule = `must be an object of at most ${MAX_ATTRIBUTES} entries: the name of an attribute, and the name of a column of at most ${MAX_VALUE_LENGTH} characters`;

const ColumnOrNone = z
  .string(rule(attributesRule))
  .refine((label) => label === "" || isWithin(MAX_VALUE_LENGTH)(label), attributesRule)
  .meta({ maxLength: MAX_VALUE_LENGTH });

/**
 * Says which columns of the file contain the values of attributes. An empty text means that there is no such column.
 */
export const AttributeColumns = z
  .record(AttributeName, ColumnOrNone, rule(attributesRule))
  .refine((columns) => Object.keys(columns).length <= MAX_ATTRIBUTES, attributesRule)
  .meta({ maxProperties: MAX_ATTRIBUTES });
