import { createNumberEvidence, type DecimalSign, readNumber } from "@petstore/tables";
import { locale } from "../../texts/page-language";
import { lazily } from "./format";

/** The signs in the language of the page. */
const signs = lazily(() => {
  const parts = new Intl.NumberFormat(locale).formatToParts(12_345.5);
  const valueOf = (wanted: string) => parts.find(({ type }) => type === wanted)?.value;
  return { decimal: valueOf("decimal") === "," ? "," : ".", group: valueOf("group") } as const;
});

/** Returns the text of a number that {@link readTyped} reads as the same number. */
export const typedNumber = (value: number): string => String(value).replace(".", signs().decimal);

const unclear = /^[^\d.,]*[1-9]\d{0,2}(?<sign>[.,])\d{3}(?![\d.,])/;

/**
 * Both signs make sense in 1,250: it is a thousand in English, and little more than one in German. In French, 1.250 has
 * only one meaning, because neither the decimals nor the groups of French have a point.
 */
const signOf = (text: string, unit: string | null): DecimalSign => {
  const sign = unclear.exec(text)?.groups?.["sign"] as DecimalSign | undefined;
  if (sign !== undefined) return sign === signs().group ? signs().decimal : sign;
  const evidence = createNumberEvidence(unit);
  evidence.add(text);
  return evidence.sign() ?? signs().decimal;
};

/** Writes the zeros of ".5" and "5.", and leaves out the plus of "+5". */
const complete = (text: string): string =>
  text
    .trim()
    .replace(/^\+(?=[\d.,])/, "")
    .replace(/^[-−]?(?=[.,]\d)/, "$&0")
    .replace(/(?<=\d)[.,]$/, "");

/**
 * Reads a number as people type it: with groups of digits, either decimal sign, and its unit or currency as the store writes
 * it. A number that could be read in two ways is read in the language of the page.
 * @returns undefined if the text is not a number
 */
export const readTyped = (text: string, unit: string | null = null): number | undefined => {
  const whole = complete(text);
  return readNumber(whole, signOf(whole, unit), unit);
};

/**
 * Returns the sign of a number that could be read in two ways, and whether it was read as the decimal sign; undefined if
 * there is only one way.
 */
export const unclearSign = (text: string): { readonly sign: string; readonly isDecimal: boolean } | undefined => {
  const sign = unclear.exec(text.trim())?.groups?.["sign"];
  if (sign === undefined) return undefined;
  const isDecimal = sign === signs().decimal;
  return isDecimal || sign === signs().group ? { sign, isDecimal } : undefined;
};
