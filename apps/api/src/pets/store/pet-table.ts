import { DEFAULT_PET_STATUS, type NewPet, Pet, type PetChange, type PetFields } from "@petstore/contract/routes";
import { z } from "zod";
import type { StoredId } from "../../database/query.js";
import { type Pet as StoredPet, Prisma } from "../../generated/client.js";

/** The name of a column. It does not compile for a field that schema.prisma lacks. */
type Column<Name extends keyof StoredPet> = Name;
type Field = Column<keyof Pet>;
type OwnField = keyof PetFields;

/** The fields, in the order in which every body, entity tag and statement has them. */
const petFields = Object.keys(Pet.shape) as Field[];
const ownFields = petFields.filter((field): field is OwnField => field !== "id");

/** The values of fields that a client omits. A field that can be empty is then null. */
const defaults: Partial<PetFields> = { status: DEFAULT_PET_STATUS };

const columnOf = (field: Field) => field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/**
 * Returns the type of the column.
 * @throws TypeError if no column can store the field, so that the service does not start
 */
const typeOf = (field: Field, schema: z.ZodType): string => {
  if (schema instanceof z.ZodNullable) return typeOf(field, schema.unwrap() as z.ZodType);
  if (schema instanceof z.ZodEnum) return `pet_${columnOf(field)}`;
  if (schema instanceof z.ZodString) return "text";
  if (schema instanceof z.ZodNumber) return "bigint";
  throw new TypeError(`There is no column for field ${field} of type ${schema.def.type}.`);
};

const numbers = new Set(petFields.filter((field) => typeOf(field, Pet.shape[field]) === "bigint"));

const list = (fields: readonly Field[], textOf: (field: Field) => string) => fields.map(textOf).join(", ");

export const petColumnOf = Object.fromEntries(
  petFields.map((field) => [field, Prisma.raw(columnOf(field))]),
) as Readonly<Record<Field, Prisma.Sql>>;

/** All columns, each named like its field. */
export const petColumns = Prisma.join(
  petFields.map((field) => Prisma.sql`${petColumnOf[field]} AS ${Prisma.raw(`"${field}"`)}`),
);

/** The columns of every INSERT, after the id. */
export const columnNames = list(ownFields, columnOf);

/** The definitions of columns for `jsonb_to_recordset`. The columns are named like their fields. */
export const jsonColumns = list(petFields, (field) => `"${field}" ${typeOf(field, Pet.shape[field])}`);

/** The columns of a relation that was defined with {@link jsonColumns}, in the order of {@link columnNames}. */
export const jsonFields = list(ownFields, (field) => `"${field}"`);

/** The assignments of an UPDATE that takes its values from a relation with {@link jsonColumns}. */
export const columnAssignments = (relation: string): string =>
  list(ownFields, (field) => `${columnOf(field)} = ${relation}."${field}"`);

/** Selects the values of a pet from a relation whose column `pet` contains the pet as JSON. */
export const columnsOfJson = list(ownFields, (field) => `(pet->>'${field}')::${typeOf(field, Pet.shape[field])}`);

/** A row of a pet. Numbers are texts if pg reads them, bigints in SQL through Prisma, and numbers in Prisma's model. */
export type PetRow = { readonly [Name in Field]: Pet[Name] extends number ? StoredId | number : Pet[Name] };

/** CHECKs in the database make sure that ids are safe integers. */
export const toPet = (row: PetRow): Pet => {
  const pet: Record<string, unknown> = {};
  for (const field of petFields) pet[field] = numbers.has(field) ? Number(row[field]) : row[field];
  return pet as Pet;
};

export const toFields = (pet: NewPet): PetFields => {
  const fields: Record<string, unknown> = {};
  for (const field of ownFields) fields[field] = pet[field] ?? defaults[field] ?? null;
  return fields as PetFields;
};

/** Null clears a field. A field that is omitted stays unchanged. */
export const applyChange = (current: Pet, change: PetChange): Pet => {
  const pet: Record<string, unknown> = { id: current.id };
  for (const field of ownFields) pet[field] = change[field] === undefined ? current[field] : change[field];
  return pet as Pet;
};
