import type { Pet } from "@petstore/contract/routes";
import { petColumnOf } from "./pet-row.js";

type PetFields = Omit<Pet, "id">;

/** By field, the types of all columns but the id. Every statement that writes pets has the columns in this order. */
const types: Readonly<Record<keyof PetFields, string>> = { name: "text", categoryId: "bigint", status: "pet_status" };

const fields = Object.keys(types) as (keyof PetFields)[];
const list = (textOf: (field: keyof PetFields, at: number) => string) => fields.map(textOf).join(", ");
const nameOf = (field: keyof PetFields) => petColumnOf[field].sql;

export const columnNames = list(nameOf);

/** For an UPDATE from a relation of that name. */
export const columnAssignments = (relation: string): string =>
  list((field) => `${nameOf(field)} = ${relation}.${nameOf(field)}`);

/** Of a relation with a pet as JSON in `pet`. */
export const columnsOfJson = list((field) => `(pet->>'${field}')::${types[field]}`);

/** The arguments of `unnest` for {@link columnValues}. @param first - The number of the first parameter. */
export const columnArrays = (first: number): string =>
  list((field, at) => `string_to_array($${first + at}, E'\\n')::${types[field]}[]`);

/** A parameter for each column. Joined texts need no escaping: the contract refuses line feeds. */
export const columnValues = (pets: readonly PetFields[]): string[] =>
  fields.map((field) => pets.map((pet) => pet[field]).join("\n"));
