import type { Pet } from "@petstore/contract";

type PetFields = Omit<Pet, "id">;

/** By field, all columns but the id. Every statement that writes pets is composed of them, in this order. */
const columns: Readonly<Record<keyof PetFields, { readonly name: string; readonly type: string }>> = {
  name: { name: "name", type: "text" },
  categoryId: { name: "category_id", type: "bigint" },
  status: { name: "status", type: "pet_status" },
};

const fields = Object.keys(columns) as (keyof PetFields)[];
const list = (textOf: (field: keyof PetFields, at: number) => string) => fields.map(textOf).join(", ");

export const columnNames = list((field) => columns[field].name);

/** For an UPDATE from a relation of that name. */
export const columnAssignments = (relation: string): string =>
  list((field) => `${columns[field].name} = ${relation}.${columns[field].name}`);

/** Of a relation with a pet as JSON in `pet`. */
export const columnsOfJson = list((field) => `(pet->>'${field}')::${columns[field].type}`);

/** The arguments of `unnest` for {@link columnValues}. @param first - The number of the first parameter. */
export const columnArrays = (first: number): string =>
  list((field, at) => `string_to_array($${first + at}, E'\\n')::${columns[field].type}[]`);

/** A parameter for each column. Joined texts need no escaping: the contract refuses line feeds. */
export const columnValues = (pets: readonly PetFields[]): string[] =>
  fields.map((field) => pets.map((pet) => pet[field]).join("\n"));
