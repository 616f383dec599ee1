import type { Pet, PetFields, PetStatus } from "@petstore/contract/client";
import { t } from "../../texts";
import { dataValue, noValue, textValue, type Value } from "../text/value";

export type PetFieldName = keyof PetFields;

type PetField<Type> = {
  readonly label: string;
  /** Selects the input of the form and the cell of the list. */
  readonly kind: "text" | "category" | "status";
  readonly show: (value: Type, nameOf: (categoryId: number) => string) => Value;
  readonly isSame: (one: Type, other: Type) => boolean;
  /**
   * Tells whether a draft or an event may contain this value. A text may be empty, or longer than the service allows.
   * The service checks everything else.
   */
  readonly holds: (value: unknown) => boolean;
  /** The value of a new animal. Null means that nothing is chosen yet. */
  readonly initial: Type | null;
  /** The headers that files use for this field, the most reliable first. */
  readonly headers?: readonly RegExp[];
};

export type PetFieldKind = PetField<unknown>["kind"];

type PetFieldList = { readonly [Name in PetFieldName]: PetField<PetFields[Name]> };

/**
 * Describes a text of one or several lines, as the contract's rule says. If the contract allows null, the empty text
 * stands for it.
 */
const text = {
  kind: "text",
  show: (value: string | null) => (value === null || value === "" ? noValue : dataValue(value)),
  isSame: (one: string | null, other: string | null) => (one ?? "") === (other ?? ""),
  holds: (value: unknown) => typeof value === "string",
  initial: "",
} as const;

const category = {
  kind: "category",
  show: (id: number, nameOf: (categoryId: number) => string) => dataValue(nameOf(id)),
  isSame: (one: number, other: number) => one === other,
  holds: (value: unknown) => Number.isSafeInteger(value) && Number(value) > 0,
  initial: null,
} as const;

const status = {
  kind: "status",
  show: (value: PetStatus) => textValue(t.common.status[value]),
  isSame: (one: PetStatus, other: PetStatus) => one === other,
  holds: (value: unknown) => Object.hasOwn(t.common.status, String(value)),
  initial: "available",
} as const;

/** All fields of an animal, in the order in which they are shown. `list/pet-columns.ts` says which are columns. */
export const petFields: PetFieldList = {
  name: {
    ...text,
    label: t.pets.fields.name,
    headers: [/^name$/i, /^(pet|animal|call)[ _-]?name$/i, /name$/i, /^(call|title)$/i],
  },
  categoryId: {
    ...category,
    label: t.pets.fields.categoryId,
    headers: [
      /^category$/i,
      /^category[ _-]?(id|name)$/i,
      /^species$/i,
      /^(animal|pet)?[ _-]?(type|kind)$/i,
      /species|category/i,
    ],
  },
  status: {
    ...status,
    label: t.pets.fields.status,
    headers: [/^status$/i, /^outcome([ _-]?type)?$/i, /status|outcome|availab/i],
  },
};

export const petFieldNames = Object.keys(petFields) as readonly PetFieldName[];

export const isPetFieldName = (name: string): name is PetFieldName => Object.hasOwn(petFields, name);

type ValueOf = <Name extends PetFieldName>(name: Name) => PetFields[Name] | null | undefined;

/** Builds the fields of an animal from a value for each. */
export const mapFields = (valueOf: ValueOf): PetFields =>
  Object.fromEntries(petFieldNames.map((name) => [name, valueOf(name)])) as unknown as PetFields;

/** Returns the fields of an animal without its number. */
export const fieldsOf = (pet: Pet): PetFields => mapFields((name) => pet[name]);

export const isSameField = <Name extends PetFieldName>(
  name: Name,
  one: Pick<PetFields, Name>,
  other: Pick<PetFields, Name>,
): boolean => petFields[name].isSame(one[name], other[name]);

/** Returns the fields in which two states of an animal differ. */
export const differingFields = (one: PetFields, other: PetFields): readonly PetFieldName[] =>
  petFieldNames.filter((name) => !isSameField(name, one, other));

export const showField = <Name extends PetFieldName>(
  name: Name,
  fields: Pick<PetFields, Name>,
  nameOf: (categoryId: number) => string,
): Value => petFields[name].show(fields[name], nameOf);

/** The values of a form. Null means that nothing is chosen yet. */
export type TypedFields = { readonly [Name in PetFieldName]: PetFields[Name] | null };

/** The fields of a new animal. */
export const initialFields = mapFields((name) => petFields[name].initial) as TypedFields;
