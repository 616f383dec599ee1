import { type Attribute, MAX_NUMBER, MAX_VALUES, type TextRule, textRules } from "@petstore/contract/routes";
import { isDayOfCalendar } from "@petstore/tables";

/** A function that tells whether a value satisfies the rule of its attribute, and the rule as the end of a sentence. */
export type ValueRule = { readonly isMet: (value: unknown) => boolean; readonly text: string };

const MOST_NAMED = 20;

const some = (names: readonly string[]) =>
  names.length > MOST_NAMED
    ? `${names.slice(0, MOST_NAMED).join(", ")} and ${names.length - MOST_NAMED} more`
    : names.join(", ");

const isText =
  ({ isMet }: TextRule) =>
  (value: unknown) =>
    typeof value === "string" && isMet(value);

const isListOf = (isEntry: (value: unknown) => boolean) => (value: unknown) =>
  Array.isArray(value) &&
  value.length >= 1 &&
  value.length <= MAX_VALUES &&
  value.every(isEntry) &&
  new Set(value).size === value.length;

const listText = (entries: string) => `must be an array of 1 to ${MAX_VALUES} different ${entries}; null clears it`;

export const isDay = (value: unknown): boolean => {
  const [, year, month, day] = typeof value === "string" ? (/^(\d{4})-(\d{2})-(\d{2})$/.exec(value) ?? []) : [];
  return isDayOfCalendar(Number(year), Number(month), Number(day));
};

const rangeText = (minimum: number | null, maximum: number | null) => {
  if (minimum !== null && maximum !== null) return ` from ${minimum} to ${maximum}`;
  if (minimum !== null) return ` of at least ${minimum}`;
  return ` of at most ${maximum ?? MAX_NUMBER}`;
};

const numberRule = ({ minimum, maximum, decimals }: Attribute): ValueRule => {
  const [least, most, places] = [minimum ?? -MAX_NUMBER, maximum ?? MAX_NUMBER, decimals ?? 0];
  const text =
    places === 0
      ? `must be an integer${rangeText(minimum, maximum)}`
      : `must be a number${rangeText(minimum, maximum)} with at most ${places} ${places === 1 ? "decimal" : "decimals"}`;
  return {
    isMet: (value) =>
      typeof value === "number" && value >= least && value <= most && Number(value.toFixed(places)) === value,
    text,
  };
};

const optionRule = ({ type, options }: Attribute): ValueRule => {
  const values = options.map(({ value }) => value);
  const known = new Set<unknown>(values);
  return type === "choice"
    ? { isMet: (value) => known.has(value), text: `must be one of ${some(values)}` }
    : { isMet: isListOf((value) => known.has(value)), text: listText(`values of ${some(values)}`) };
};

const rules: Readonly<Record<string, (one: Attribute) => ValueRule>> = {
  text: () => ({ isMet: isText(textRules.text), text: textRules.text.text }),
  longText: () => ({ isMet: isText(textRules.longText), text: textRules.longText.text }),
  number: numberRule,
  date: () => ({ isMet: isDay, text: "must be a date of the calendar as YYYY-MM-DD" }),
  boolean: () => ({ isMet: (value) => typeof value === "boolean", text: "must be true or false" }),
  choice: optionRule,
  choices: optionRule,
  labels: () => ({
    isMet: isListOf(isText(textRules.labels)),
    text: listText("texts of 1 to 60 characters, without control characters"),
  }),
};

/** @param categoryId - Undefined if the category is not known. */
export const isOfCategory = ({ categoryIds }: Attribute, categoryId: number | undefined): boolean =>
  categoryIds === null || categoryId === undefined || categoryIds.includes(categoryId);

export const ruleOf = (one: Attribute): ValueRule => {
  const rule = rules[one.type];
  // A later version has defined the attribute. This version must not write values of a type that it does not know.
  if (rule === undefined)
    return {
      isMet: () => false,
      text: `has the type ${one.type}, which this version of the service does not know; send it to a newer version`,
    };
  return rule(one);
};
