import type { Attribute, PetImportDryRun } from "@petstore/contract/client";
import { foldWord } from "@petstore/contract/schemas";
import { showAttribute, typeOf } from "../../lib/pets/attribute-types";
import { slugOf } from "../../lib/pets/slugs";
import { own } from "./own";
import type { CsvFile, ValueCount } from "./read-file";

/**
 * The meaning of a value of the file: the values that it gives to fields, by the names of the fields. An empty object
 * leaves the fields empty.
 */
export type Sets = Readonly<Record<string, unknown>>;

/** Returns a key for a meaning, which a select uses for its option. */
export const keyOfSets = (sets: Sets): string => JSON.stringify(sets);

/** The meanings of the values of one column. */
export type ValueMap = Readonly<Record<string, Sets>>;

/** The meanings of values, by the column and then by the value. */
export type ValueMaps = Readonly<Record<string, ValueMap>>;

const MAX_OPTION_LENGTH = 60;

/** Whether a field has only a few values, so that a person can say what each value of the file stands for. */
export const isMappable = (one: Pick<Attribute, "type">): boolean => {
  const type = typeOf(one);
  return type !== undefined && (type.options === "values" || type.input === "answer");
};

/** The meaning of a value until a person chooses another. Null if it has none; undefined if it is not known yet. */
export type Guess = Sets | null | undefined;

type Imported = PetImportDryRun["values"][number];

/** The meanings that the service recognises for the values of a column, without the choices of the person. */
export type ImportedValues = Omit<Imported, "values"> & {
  readonly values: readonly (ValueCount & { readonly sets: Guess })[];
};

/** Leaves out the meanings that a person chose before the check, because they are not what the service recognises. */
export const recognisedIn = (imported: readonly Imported[], maps: ValueMaps = {}): readonly ImportedValues[] =>
  imported.map((one) => {
    const chosen = new Set(Object.keys(own(maps, one.column) ?? {}).map(foldWord));
    const values = one.values.map((each) => (chosen.has(foldWord(each.value)) ? { ...each, sets: undefined } : each));
    return { ...one, values };
  });

const isList = (one: Attribute) => typeOf(one)?.input === "options";

/**
 * Returns the values of a column, as the service lists them after a check: without empty cells, and with matching
 * values as one. Undefined if there are too many, or if a cell may have several values.
 */
export const valuesOf = (
  { header, values }: Pick<CsvFile, "header" | "values">,
  column: string,
  one: Attribute,
): readonly ValueCount[] | undefined => {
  const found = values[header.indexOf(column)];
  if (found === undefined || found === null || isList(one)) return undefined;
  const counts = new Map<string, ValueCount>();
  for (const { value, count } of found.filter((each) => each.value !== "")) {
    const key = foldWord(value);
    const known = counts.get(key);
    counts.set(key, { value: known?.value ?? value, count: (known?.count ?? 0) + count });
  }
  return [...counts.values()];
};

/** Returns the values of a field that a person can choose from. */
export const choicesOf = (one: Attribute): readonly Sets[] =>
  typeOf(one)?.input === "answer"
    ? [{ [one.name]: true }, { [one.name]: false }]
    : one.options.map(({ value }) => ({ [one.name]: isList(one) ? [value] : value }));

const optionsIn = (one: Attribute, sets: Sets): readonly string[] => [sets[one.name] ?? []].flat().map(String);

/** Returns the options that the other values of a map need. */
const usedBy = (one: Attribute, map: ValueMap, value: string): readonly string[] =>
  Object.entries(map).flatMap(([other, sets]) => (foldWord(other) === foldWord(value) ? [] : optionsIn(one, sets)));

/**
 * Returns the meaning of a value that becomes a new option of the field; undefined if the field already has that
 * option.
 */
export const newOption = (one: Attribute, value: string, map: ValueMap = {}): Sets | undefined => {
  const isOption = one.options.some(({ label }) => foldWord(label) === foldWord(value));
  if (typeOf(one)?.options !== "values" || isOption || value.length > MAX_OPTION_LENGTH) return undefined;
  const taken = new Set([...one.options.map((option) => option.value), ...usedBy(one, map, value)]);
  const base = slugOf(value) || value.trim();
  let option = base;
  for (let count = 2; taken.has(option); count += 1) option = `${base}_${count}`;
  return { [one.name]: isList(one) ? [option] : option };
};

/** Returns the options that a map uses and the field lacks. Their labels are the values of the file. */
export const missingOptions = (
  one: Attribute,
  map: ValueMap,
): readonly { readonly value: string; readonly label: string }[] => {
  if (typeOf(one)?.options !== "values") return [];
  const known = new Set(one.options.map(({ value }) => value));
  return Object.entries(map).flatMap(([label, sets]) =>
    optionsIn(one, sets).flatMap((value) => {
      if (known.has(value)) return [];
      known.add(value);
      return [{ value, label: label.trim() }];
    }),
  );
};

/** Describes what a value sets: "Male", or "Sex: Male, Neutered: Yes" if it sets more than the field of its column. */
export const describeSets = (sets: Sets, attributes: readonly Attribute[], own: string): string => {
  const known = attributes.filter(({ name }) => Object.hasOwn(sets, name));
  const isOwn = known.length === 1 && known[0]?.name === own;
  return known
    .map((one) => {
      const { text } = showAttribute(one, sets[one.name]);
      return isOwn ? text : `${one.label}: ${text}`;
    })
    .join(", ");
};
