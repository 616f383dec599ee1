import { Attribute, MAX_ATTRIBUTES, MAX_COUNTED_VALUES, type PetImportDryRun } from "@petstore/contract/routes";
import { isDay } from "../pets/store/value-rules.js";
import { isBooleanWord } from "@petstore/tables";
import type { Column } from "./import-columns.js";
import { isNumberCell } from "./profile-cells.js";

type UnknownColumns = PetImportDryRun["unknownColumns"];
type Guess = UnknownColumns[number]["attribute"];

/**
 * A column is a choice only if its values repeat this often on average, in this many rows. The first file of a store
 * must not become a rule that refuses the next one.
 */
const MIN_REPEATS = 5;
const MIN_ROWS = 30;
const MAX_TEXT = 200;

const { name: Slug, label: Label, options: Options } = Attribute.shape;
const MAX_SLUG = 40;
const MAX_LABEL = 60;

/** Numbers with leading zeros or many digits are codes. As numbers they would lose digits. */
const isQuantity = (text: string) => isNumberCell(text) && /^-?(?:0|[1-9]\d{0,11})(?:\.|$)/.test(text);

const decimalsOf = (text: string) => text.split(".")[1]?.length ?? 0;

/** Collects what the values of a column have in common, in limited memory. */
const watch = () => {
  const is = { boolean: true, number: true, date: true, line: true };
  const values = new Map<string, number>();
  let [count, decimals] = [0, 0];
  return {
    /** @param cell - The value of the column in a row; it is not empty. */
    add: (cell: string): void => {
      const text = cell.trim();
      count += 1;
      if (values.size <= MAX_COUNTED_VALUES) values.set(text, (values.get(text) ?? 0) + 1);
      is.boolean &&= isBooleanWord(text);
      is.number &&= isQuantity(text);
      is.date &&= isDay(text);
      is.line &&= text.length <= MAX_TEXT && !/\p{Cc}/u.test(cell);
      if (is.number) decimals = Math.max(decimals, decimalsOf(text));
    },
    reason: (): UnknownColumns[number]["reason"] => ({
      rows: count,
      values: values.size > MAX_COUNTED_VALUES ? null : values.size,
    }),
    type: (): Pick<Guess, "type" | "decimals" | "options"> => {
      const plain = { decimals: null, options: [] };
      if (is.boolean) return { ...plain, type: "boolean" };
      if (is.number) return { ...plain, type: "number", decimals };
      if (is.date) return { ...plain, type: "date" };
      const options = [...values.keys()].toSorted().map((value) => ({ label: value, value }));
      const isFew = values.size >= 2 && values.size <= MAX_COUNTED_VALUES;
      const isChoice = isFew && count >= Math.max(MIN_ROWS, MIN_REPEATS * values.size);
      if (isChoice && Options.safeParse(options).success) return { ...plain, type: "choice", options };
      return { ...plain, type: is.line ? "text" : "longText" };
    },
  };
};

const toSlug = (text: string): string => {
  const words = text
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .replaceAll(/([a-z0-9])([A-Z])/g, "$1_$2")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "_")
    .replaceAll(/^[_0-9]+|_$/g, "");
  return words.slice(0, MAX_SLUG).replace(/_$/, "") || "field";
};

/**
 * Turns `outcome_date` into "Outcome date". Any other label stays unchanged, so that the next import recognises the
 * column.
 */
const toLabel = (text: string, slug: string): string => {
  const isSlug = text.toLowerCase() === slug;
  const words = isSlug ? text.slice(0, 1).toUpperCase() + text.slice(1).replaceAll("_", " ") : text;
  const shown = Array.from(words.replaceAll(/\p{Cc}/gu, " "))
    .slice(0, MAX_LABEL)
    .join("");
  return Label.safeParse(shown).data ?? slug;
};

const unusedName = (slug: string, used: ReadonlySet<string>): string => {
  for (let number = 1; ; number += 1) {
    const suffix = number === 1 ? "" : `_${number}`;
    const name = slug.slice(0, MAX_SLUG - suffix.length).replace(/_$/, "") + suffix;
    if (!used.has(name)) return Slug.parse(name);
  }
};

/**
 * Examines the values of the columns that an import ignores. It proposes attributes for the first columns that have
 * values, because other products write many columns that stay empty.
 * @param attributes - The attributes that the store already has.
 */
export const createGuesses = (unknown: readonly Column[], attributes: readonly { readonly name: string }[]) => {
  const watched = new Map<Column, ReturnType<typeof watch>>();
  /** The place of the last column that can still be among the first ones with values. */
  let last = Infinity;
  const inOrder = () => [...watched].toSorted(([one], [other]) => one.at - other.at);
  const start = (column: Column) => {
    const started = watch();
    watched.set(column, started);
    const columns = inOrder().map(([one]) => one);
    for (const beyond of columns.slice(MAX_ATTRIBUTES)) watched.delete(beyond);
    last = columns[MAX_ATTRIBUTES - 1]?.at ?? last;
    return started;
  };
  return {
    add: (fields: readonly string[]): void => {
      for (const column of unknown) {
        const cell = fields[column.at];
        if (column.at > last || cell === undefined) break;
        if (cell.trim() !== "") (watched.get(column) ?? start(column)).add(cell);
      }
    },
    result: (): UnknownColumns => {
      const used = new Set(attributes.map(({ name }) => name));
      return inOrder().map(([column, { type, reason }]) => {
        const slug = toSlug(column.label);
        const name = unusedName(slug, used);
        used.add(name);
        const attribute = { name, label: toLabel(column.label, slug), ...type() };
        return { column: column.label, attribute, reason: reason() };
      });
    },
  };
};
