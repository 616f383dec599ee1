import type { Attribute } from "@petstore/contract/client";
import { ATTRIBUTE_COLUMN, PetImportDryRun, PetStatus } from "@petstore/contract/schemas";
import { BYTE_ORDER_MARK, writeRecord } from "@petstore/tables";
import type { ZodType } from "zod";
import { typeOf } from "../../lib/pets/attribute-types";
import { importFields } from "./import-fields";

const pet = PetImportDryRun.shape.pets.element.shape;

/** Returns the example that the contract gives for a field. */
const exampleOf = (schema: ZodType): unknown => (schema.meta()?.["examples"] as readonly unknown[] | undefined)?.[0];

const examples: Readonly<Record<string, unknown>> = {
  ...Object.fromEntries(Object.entries(pet).map(([name, schema]) => [name, exampleOf(schema)])),
  category: exampleOf(pet.categoryName),
  status: PetStatus.options[0],
  ...(exampleOf(pet.profile) as object),
};

const cellOf = (value: unknown): string => (typeof value === "string" ? value : "");

/** Writes a template to fill in: a column for everything that an import accepts, and one example row. */
export const writeTemplate = (attributes: readonly Attribute[]): string => {
  const fields = attributes.filter(({ isArchived }) => !isArchived);
  const header = [...importFields.map(({ column }) => column), ...fields.map(({ name }) => ATTRIBUTE_COLUMN + name)];
  const example = [
    ...importFields.map(({ column }) => cellOf(examples[column])),
    // A field of some categories stays empty, because the example's category may not have it.
    ...fields.map((one) => (one.categoryIds === null ? (typeOf(one)?.example(one) ?? "") : "")),
  ];
  return `${BYTE_ORDER_MARK}${[header, example].map(writeRecord).join("\r\n")}\r\n`;
};
