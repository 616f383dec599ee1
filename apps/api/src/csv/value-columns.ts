import { isDeepStrictEqual } from "node:util";
import { type Attribute, foldWord, type ValueMaps } from "@petstore/contract/routes";
import { ruleOf } from "../pets/store/value-rules.js";
import type { Column, ImportColumns } from "./import-columns.js";
import { memoize } from "./memoize.js";
import { type CellFormat, isList, readList, valueReader } from "./profile-cells.js";
import { readSexPhrase } from "./sex-phrases.js";

/** The values that a value of the file sets, by the names of their attributes. */
export type Sets = Readonly<Record<string, unknown>>;

/** The meaning of a cell: the value for the attribute of its own column, and the values for other attributes. */
export type CellMeaning = {
  readonly own: unknown;
  readonly others: readonly (readonly [name: string, value: unknown])[];
};

/**
 * A column whose values have meanings: it belongs to an attribute of type choice, choices or boolean, or it has a map.
 */
export type ValueColumn = {
  readonly column: Column;
  /** The attribute whose column it is. */
  readonly attribute: Attribute | undefined;
  /** Returns the values of a cell; undefined if it cannot be split into values. */
  readonly valuesOf: (cell: string) => readonly string[] | undefined;
  /** Returns what a value sets; null if its meaning is not known. */
  readonly meaningOf: (value: string) => Sets | null;
  /** Returns what a cell sets; null if its meaning is not known. */
  readonly read: (cell: string) => CellMeaning | null;
  /** Returns the first value of a cell whose meaning is not known. */
  readonly unknownOf: (cell: string) => string | undefined;
  /** The attributes that the column can fill in addition to its own. */
  readonly others: ReadonlySet<string>;
};

/** The key of a map that stands for all other values. */
export const OTHER_VALUES = "*";

const valueTypes: ReadonlySet<string> = new Set(["choice", "choices", "boolean"]);

/** Returns only the values of attributes that the store has. */
const possible = (said: Sets, attributes: ReadonlyMap<string, Attribute>): Sets | null => {
  const sets = Object.entries(said).filter(([name, value]) => {
    const one = attributes.get(name);
    return one !== undefined && !one.isArchived && ruleOf(one).isMet(value);
  });
  return sets.length === 0 ? null : Object.fromEntries(sets);
};

type Phrase = (value: string) => Sets | null;

/** Reads phrases about the sex, in the two columns of a new store that have them. */
const phraseReader = (
  attribute: Attribute | undefined,
  attributes: ReadonlyMap<string, Attribute>,
): Phrase | undefined => {
  const isSexColumn = attribute?.name === "sex" && attribute.type === "choice";
  if (!isSexColumn && !(attribute?.name === "neutered" && attribute.type === "boolean")) return undefined;
  return (value) => possible(readSexPhrase(value, isSexColumn) ?? {}, attributes);
};

const meaningReader = (
  attribute: Attribute | undefined,
  map: ValueMaps[string],
  format: CellFormat,
  attributes: ReadonlyMap<string, Attribute>,
): ValueColumn["meaningOf"] => {
  const mapped = new Map(Object.entries(map).map(([value, sets]) => [foldWord(value), sets]));
  const others = mapped.get(OTHER_VALUES) ?? null;
  const read = attribute && valueReader(attribute, format);
  const isAllowed = attribute === undefined || attribute.isArchived ? () => false : ruleOf(attribute).isMet;
  const readPhrase = phraseReader(attribute, attributes);
  return (value) => {
    const known = mapped.get(foldWord(value));
    if (known !== undefined) return known;
    if (attribute === undefined || read === undefined) return value.trim() === "" ? {} : others;
    const own = read(value);
    if (own === undefined) return {};
    if (isAllowed(own)) return { [attribute.name]: own };
    return readPhrase?.(value) ?? others;
  };
};

/** @returns null if two values of a cell set different values of an attribute */
const merge = (meanings: readonly Sets[], listName: string | undefined): Sets | null => {
  const merged: Record<string, unknown> = {};
  for (const [name, value] of meanings.flatMap((sets) => Object.entries(sets))) {
    const before = merged[name];
    if (before === undefined || isDeepStrictEqual(before, value)) merged[name] = value;
    else if (name === listName) merged[name] = [...new Set([before, value].flat())];
    else return null;
  }
  return merged;
};

const cellReading = (
  attribute: Attribute | undefined,
  { valuesOf, meaningOf }: Pick<ValueColumn, "valuesOf" | "meaningOf">,
): ValueColumn["read"] => {
  const isMet = attribute && ruleOf(attribute).isMet;
  return memoize((cell) => {
    const values = valuesOf(cell);
    const meanings = values?.map(meaningOf);
    if (meanings === undefined || meanings.includes(null)) return null;
    const sets = merge(meanings as Sets[], attribute?.name);
    if (sets === null) return null;
    const { [attribute?.name ?? ""]: own, ...others } = sets;
    if (own !== undefined && isMet?.(own) === false) return null;
    return { own, others: Object.entries(others) };
  });
};

const othersOf = (
  attribute: Attribute | undefined,
  map: ValueMaps[string],
  attributes: ReadonlyMap<string, Attribute>,
): ReadonlySet<string> => {
  const mapped = Object.values(map).flatMap((sets) => Object.keys(sets));
  const isPhrase = phraseReader(attribute, attributes) !== undefined;
  const names = new Set([...mapped, ...(isPhrase ? ["sex", "neutered"].filter((name) => attributes.has(name)) : [])]);
  names.delete(attribute?.name ?? "");
  return names;
};

/** Returns the columns whose values have meanings, in the file's order. */
export const valueColumnsOf = (
  { attributes: own, mapped }: Pick<ImportColumns, "attributes" | "mapped">,
  maps: ValueMaps,
  formatOf: (column: Column) => CellFormat,
  all: readonly Attribute[],
): readonly ValueColumn[] => {
  const attributes = new Map(all.map((one) => [one.name, one]));
  const withAttribute = own
    .filter(([{ type }, { label }]) => valueTypes.has(type) || Object.hasOwn(maps, label))
    .map(([attribute, column]) => ({ attribute, column }));
  const labels = new Set(own.map(([, { label }]) => label));
  const others = mapped.filter(({ label }) => !labels.has(label)).map((column) => ({ attribute: undefined, column }));
  return [...withAttribute, ...others]
    .toSorted((one, other) => one.column.at - other.column.at)
    .map(({ attribute, column }) => {
      const map = Object.hasOwn(maps, column.label) ? (maps[column.label] ?? {}) : {};
      const meaningOf = meaningReader(attribute, map, formatOf(column), attributes);
      const valuesOf = (cell: string) =>
        attribute !== undefined && isList(attribute) && cell.trim() !== "" ? readList(cell) : [cell];
      return {
        column,
        attribute,
        valuesOf,
        meaningOf,
        read: cellReading(attribute, { valuesOf, meaningOf }),
        unknownOf: (cell: string) => valuesOf(cell)?.find((value) => meaningOf(value) === null),
        others: othersOf(attribute, map, attributes),
      };
    });
};
