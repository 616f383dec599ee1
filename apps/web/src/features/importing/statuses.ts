import { PetStatus, statusWords } from "@petstore/contract/schemas";
import { t } from "../../texts";
import { own } from "./own";
import type { CsvFile, ValueCount } from "./read-file";

/**
 * The statuses that a person chose for the values of the status column. If the column has too many values, "*" stands
 * for all of them.
 */
export type Statuses = Readonly<Record<string, PetStatus>>;

export const OTHER_VALUES = "*";

const sold = /sold|adopt|rehom|return|rto|dispos|missing|lost|stol|escap/i;
const pending = /pending|reserv|hold|transfer|foster|quarant|relocat/i;

/** The first pattern that matches decides. The order matters: "awaiting adoption" must not count as adopted. */
const guesses: readonly (readonly [RegExp, PetStatus | undefined])[] = [
  // An animal that died gets no guessed status: a person must choose it.
  [/died|dead|deceas|euthan|passed away/i, undefined],
  [/avail|adoptable|for sale/i, "available"],
  [/pending|reserv|hold/i, "pending"],
  [sold, "sold"],
  [pending, "pending"],
  [/^$|shelter|in (?:care|stock|store|house)/i, "available"],
];

/** Finds the status that the store calls by this name, or that the word means in one of the languages of the admin. */
const statusNamed = (value: string): PetStatus | undefined => {
  const word = value.trim().normalize("NFC").toLowerCase();
  return PetStatus.options.find(
    (status) => t.common.status[status].toLowerCase() === word || statusWords[status].includes(word),
  );
};

/** Tells whether a value can only be a status. */
export const isStatusWord = (value: string): boolean =>
  sold.test(value) || pending.test(value) || /avail/i.test(value) || statusNamed(value) !== undefined;

/** Matches "not sold" and "unavailable", where the word that follows has the opposite meaning. */
const negated = /\b(?:not|no|non|un)/i;

/** @returns undefined if the value is not clear, so that a person has to decide */
export const guessStatus = (value: string): PetStatus | undefined => {
  const named = statusNamed(value);
  if (named !== undefined || negated.test(value)) return named;
  return guesses.find(([pattern]) => pattern.test(value))?.[1];
};

const ours: readonly string[] = [...PetStatus.options, ""];

type Table = Pick<CsvFile, "header" | "values">;

/**
 * Returns the values of the status column that a person has to map. There are none if all values are statuses already,
 * or if the column has too many values.
 */
export const valuesToMap = ({ header, values }: Table, column: string): readonly ValueCount[] => {
  const found = values[header.indexOf(column)] ?? [];
  return found.every(({ value }) => ours.includes(value)) ? [] : found;
};

export const hasTooManyValues = ({ header, values }: Table, column: string): boolean =>
  column !== "" && values[header.indexOf(column)] === null;

export const statusFor = (statuses: Statuses, value: string): PetStatus | undefined =>
  own(statuses, value) ?? guessStatus(value);

/** Returns the values of the status column that still need a status from the person, the most frequent first. */
export const unmappedValues = (file: Table, statuses: Statuses, column: string): readonly string[] =>
  valuesToMap(file, column)
    .map(({ value }) => value)
    .filter((value) => statusFor(statuses, value) === undefined);
