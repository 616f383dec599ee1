import * as z from "zod";
import { isWithin } from "../http/names.js";
import type { Attribute } from "./attribute.js";
import { MAX_VALUES, type TextRule, textRules } from "./profile.js";
import { MAX_NAMED_OPTIONS, type ParametersOf, type RowProblemCode, type RowProblemParameters } from "./row-problem.js";

/** The largest number that the store keeps exactly, and that every JSON parser reads in the same way. */
export const MAX_NUMBER = 1e12;

/** Why an attribute cannot have a value: the code of a sentence, its parameters, and the text that is wrong in a list. */
export type ValueProblem = {
  readonly code: RowProblemCode;
  readonly parameters: RowProblemParameters;
  readonly entry?: string;
};

const problem = <Code extends RowProblemCode>(
  code: Code,
  parameters: ParametersOf<Code>,
  entry?: string,
): ValueProblem => ({ code, parameters, ...(entry !== undefined && { entry }) });

/** Says why a text of at most `maximum` characters cannot be stored. */
export const textProblem = (text: string, maximum: number): ValueProblem =>
  text === "" || isWithin(maximum)(text) ? problem("invalid_characters", {}) : problem("too_long", { maximum });

/** Names the first of the values that a choice may have. */
const optionProblem = (options: readonly string[], entry?: string): ValueProblem => {
  const more = Math.max(0, options.length - MAX_NAMED_OPTIONS);
  return problem("not_an_option", { options: options.slice(0, MAX_NAMED_OPTIONS), more }, entry);
};

type Find = (one: Attribute, value: unknown) => ValueProblem | undefined;

const findInText =
  ({ isMet, maximum }: TextRule): Find =>
  (_, value) =>
    isMet(String(value)) ? undefined : textProblem(String(value), maximum);

const findInNumber: Find = ({ minimum, maximum, decimals }, value) => {
  if (typeof value !== "number") return problem("not_a_number", {});
  const [least, most, places] = [minimum ?? -MAX_NUMBER, maximum ?? MAX_NUMBER, decimals ?? 0];
  if (value < least) return problem("number_too_small", { minimum: least });
  if (value > most) return problem("number_too_large", { maximum: most });
  return Number(value.toFixed(places)) === value ? undefined : problem("too_many_decimals", { decimals: places });
};

const findInList =
  (findInEntry: (one: Attribute, entry: string) => ValueProblem | undefined): Find =>
  (one, value) => {
    if (!Array.isArray(value) || value.length === 0 || value.includes("")) return problem("not_a_list", {});
    const entries = value.map(String);
    for (const entry of entries) {
      const found = findInEntry(one, entry);
      if (found !== undefined) return found;
    }
    if (entries.length > MAX_VALUES) return problem("too_many_values", { maximum: MAX_VALUES });
    const again = entries.find((entry, at) => entries.indexOf(entry) !== at);
    return again === undefined ? undefined : problem("repeated_value", {}, again);
  };

const valuesOf = ({ options }: Attribute) => options.map(({ value }) => value);

const finders: Readonly<Partial<Record<string, Find>>> = {
  text: findInText(textRules.text),
  longText: findInText(textRules.longText),
  number: findInNumber,
  date: (_, value) => (z.iso.date().safeParse(value).success ? undefined : problem("not_a_date", {})),
  boolean: (_, value) => (typeof value === "boolean" ? undefined : problem("not_a_boolean", {})),
  choice: (one, value) => (valuesOf(one).some((each) => each === value) ? undefined : optionProblem(valuesOf(one))),
  choices: findInList((one, entry) =>
    valuesOf(one).includes(entry) ? undefined : optionProblem(valuesOf(one), entry),
  ),
  labels: findInList((_, entry) =>
    textRules.labels.isMet(entry) ? undefined : { ...textProblem(entry, textRules.labels.maximum), entry },
  ),
};

/**
 * Says why an attribute cannot have a value, as a code and its parameters, so that a form and an import say the same in
 * every language.
 * @returns undefined if the value satisfies the rule of the attribute
 */
export const valueProblem = (one: Attribute, value: unknown): ValueProblem | undefined => {
  if (one.isArchived) return problem("archived", {});
  const find = finders[one.type];
  return find === undefined ? problem("unknown_type", { type: one.type }) : find(one, value);
};
