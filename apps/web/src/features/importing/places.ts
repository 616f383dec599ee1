import type { Attribute } from "@petstore/contract/client";
import {
  ATTRIBUTE_COLUMN,
  attributeWords,
  columnWords,
  countBadRowColumns,
  foldColumn,
  foldWord,
} from "@petstore/contract/schemas";
import { type ColumnName, importFields } from "./import-fields";
import { recognise } from "./presets";
import type { CsvFile } from "./read-file";
import { isStatusWord } from "./statuses";

/**
 * Where a column of the file goes: the name of a field that every animal has, a name that {@link placeOf} returns, a new
 * field, or nowhere.
 */
export type Place = string;

export const LEFT_OUT: Place = "";
export const NEW_FIELD: Place = "new";

/** Returns the place of a field that the store defines. */
export const placeOf = ({ name }: Pick<Attribute, "name">): Place => ATTRIBUTE_COLUMN + name;

/** Why a column was recognised: its name is a usual word for the field, its values are, or a product calls it so. */
type Reason = "word" | "values" | "product";

/** @property reason - It is missing if a person chose the place, or if the column has the name of the field. */
export type Placed = { readonly place: Place; readonly reason?: Reason | undefined };

/** The place of each column of the file, in the order of the file. */
export type Places = ReadonlyMap<string, Placed>;

type Table = Pick<CsvFile, "header" | "values">;

const isActive = ({ isArchived }: Attribute) => !isArchived;

/** A column "State" is the status only if its values are statuses, because an address has a state too. */
const findState = ({ header, values }: Table): string | undefined => {
  const at = header.findIndex((label) => /^state$/i.test(label));
  return values[at]?.some(({ value }) => isStatusWord(value)) === true ? header[at] : undefined;
};

/** An export has a column for the name and one for the id of the category. The service reads both. */
export const isCategoryPair = (header: readonly string[], column: string): boolean =>
  (column === "category" || column === "categoryId") && header.includes("category") && header.includes("categoryId");

const createGuesses = ({ header }: Table) => {
  const guesses = new Map<string, Placed>();
  const taken = new Set<Place>();
  const folded = header.map((label) => [foldColumn(label), label] as const);
  const isFree = (label: string) => !guesses.has(label);
  return {
    guesses,
    isOpen: (place: Place) => !taken.has(place),
    put: (place: Place, column: string | undefined, reason?: Reason): void => {
      if (column === undefined || !isFree(column)) return;
      guesses.set(column, { place, reason });
      taken.add(place);
    },
    byPatterns: (patterns: readonly RegExp[]): string | undefined =>
      patterns.flatMap((pattern) => header.find((label) => isFree(label) && pattern.test(label)) ?? [])[0],
    byWords: (words: readonly string[]): string | undefined =>
      words.flatMap((word) => {
        const wanted = foldColumn(word);
        return folded.filter(([text, label]) => text === wanted && isFree(label)).map(([, label]) => label);
      })[0],
  };
};

type Guesses = ReturnType<typeof createGuesses>;

const wordsOf = (column: ColumnName): readonly string[] =>
  column in columnWords ? columnWords[column as keyof typeof columnWords] : [];

const guessFields = (file: Table, { isOpen, put, byPatterns, byWords }: Guesses) => {
  for (const { column, label, headers } of importFields.filter((one) => isOpen(one.column))) {
    const found = byPatterns(headers) ?? byWords([label, ...wordsOf(column)]);
    const isObvious = found !== undefined && [column, label].some((name) => foldWord(name) === foldWord(found));
    put(column, found, isObvious ? undefined : "word");
  }
  if (isOpen("status")) put("status", findState(file), "values");
  const { header } = file;
  for (const column of ["category", "categoryId"]) if (isCategoryPair(header, column)) put("category", column);
};

const guessAttributes = (attributes: readonly Attribute[], { isOpen, put, byWords }: Guesses) => {
  for (const one of attributes.filter(isActive)) {
    const place = placeOf(one);
    if (!isOpen(place)) continue;
    const own = byWords([place, one.name, one.label]);
    put(place, own ?? byWords(attributeWords[one.name] ?? []), own === undefined ? "word" : undefined);
  }
};

/** Finds where the columns go by their names, and by what is known of the files of other products. */
const guessPlaces = (file: Table, attributes: readonly Attribute[]): ReadonlyMap<string, Placed> => {
  const guesses = createGuesses(file);
  const known = recognise(file);
  const { header } = file;
  // A corrected file of bad rows has columns that say what was wrong.
  for (const column of header.slice(header.length - countBadRowColumns(header))) guesses.put(LEFT_OUT, column);
  for (const { column } of importFields) guesses.put(column, known?.columns[column], "product");
  for (const one of attributes.filter(isActive)) guesses.put(placeOf(one), known?.attributes[one.name], "product");
  guessFields(file, guesses);
  guessAttributes(attributes, guesses);
  return guesses.guesses;
};

/** Returns where each column goes: the place that a person chose, or else the one that was guessed. */
export const placesOf = (
  file: Table,
  { places }: { readonly places: Readonly<Record<string, Place>> },
  attributes: readonly Attribute[],
): Places => {
  const guesses = guessPlaces(file, attributes);
  const fields = new Set(attributes.filter(isActive).map(placeOf));
  // A field may have been deleted since it was chosen.
  const isKnown = (place: Place) => !place.startsWith(ATTRIBUTE_COLUMN) || fields.has(place);
  const chosen = new Map(Object.entries(places));
  return new Map(
    file.header.map((column) => {
      const place = chosen.get(column);
      const isChosen = place !== undefined && isKnown(place);
      return [column, isChosen ? { place } : (guesses.get(column) ?? { place: LEFT_OUT })] as const;
    }),
  );
};

/** Returns the columns that go to a place. There should be one. */
export const columnsAt = (places: Places, place: Place): readonly string[] =>
  [...places].filter(([, one]) => one.place === place).map(([column]) => column);

/** Returns the first column that goes to a place; "" if there is none. */
export const columnAt = (places: Places, place: Place): string => columnsAt(places, place)[0] ?? "";

/** Returns the columns of each field that was chosen for several columns. */
export const chosenTwice = (places: Places): ReadonlyMap<Place, readonly string[]> => {
  const header = [...places.keys()];
  const columns = new Map<Place, readonly string[]>();
  for (const [column, { place }] of places) {
    if (place !== LEFT_OUT && place !== NEW_FIELD) columns.set(place, [...(columns.get(place) ?? []), column]);
  }
  return new Map(
    [...columns].filter(([, some]) => some.length > 1 && !some.every((one) => isCategoryPair(header, one))),
  );
};
