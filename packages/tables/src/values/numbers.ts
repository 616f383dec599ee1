/** The sign between the whole number and its decimals. */
export const decimalSigns = [".", ","] as const;
export type DecimalSign = (typeof decimalSigns)[number];

const CURRENCY = /^(?:[\p{Sc}]|EUR|USD|CHF|GBP|Fr\.)|(?:[\p{Sc}]|EUR|USD|CHF|GBP|Fr\.?|,-|\.-)$/giu;
/** Spaces and apostrophes group digits. */
const GROUPS = /(?<=\d)[\s\u00A0\u202F'’](?=\d{3})/gu;
const MAX_LENGTH = 60;

const bare = (text: string, unit: string | null): string => {
  const trimmed = text.trim().slice(0, MAX_LENGTH);
  const hasUnit = unit !== null && unit !== "" && trimmed.toLowerCase().endsWith(unit.toLowerCase());
  const number = hasUnit ? trimmed.slice(0, -(unit?.length ?? 0)) : trimmed;
  return number.trim().replaceAll(CURRENCY, "").trim().replaceAll(GROUPS, "");
};

const patterns: Readonly<Record<DecimalSign, RegExp>> = {
  ".": /^[-−]?(?:\d{1,13}|\d{1,3}(?:,\d{3}){1,4})(?:\.\d{1,6})?$/,
  ",": /^[-−]?(?:\d{1,13}|\d{1,3}(?:\.\d{3}){1,4})(?:,\d{1,6})?$/,
};

/**
 * Reads a number with its currency or its unit, and with groups of digits.
 * @returns undefined if the text is not a number
 */
export const readNumber = (
  text: string,
  decimal: DecimalSign = ".",
  unit: string | null = null,
): number | undefined => {
  const number = bare(text, unit);
  if (!patterns[decimal].test(number)) return undefined;
  const group = decimal === "." ? "," : ".";
  return Number(number.replaceAll(group, "").replace(",", ".").replace("−", "-"));
};

/** Returns the sign that the number shows; undefined if it shows none, or could be read in two ways, as 1,250 can. */
const signOf = (number: string): DecimalSign | undefined => {
  const signs: readonly string[] = number.match(/[.,]/g) ?? [];
  const last = signs.at(-1) as DecimalSign | undefined;
  if (last === undefined) return undefined;
  const other = last === "." ? "," : ".";
  if (signs.includes(other)) return last;
  if (signs.length > 1) return other;
  return /^[-−]?[1-9]\d{0,2}[.,]\d{3}$/.test(number) ? undefined : last;
};

/** Finds the decimal sign of the numbers of a column: 4,5 shows that it is a comma. */
export const createNumberEvidence = (unit: string | null = null) => {
  const seen = new Set<DecimalSign>();
  let isUnclear = false;
  return {
    add: (text: string): void => {
      const number = bare(text, unit);
      if (!/^[-−]?\d[\d.,]*$/.test(number)) return;
      const sign = signOf(number);
      if (sign !== undefined) seen.add(sign);
      else if (number.includes(",")) isUnclear = true;
    },
    /** Undefined if two numbers show different signs, or if all that have a comma could be read in two ways. */
    sign: (): DecimalSign | undefined => {
      if (seen.size > 1 || (seen.size === 0 && isUnclear)) return undefined;
      return [...seen][0] ?? ".";
    },
  };
};
