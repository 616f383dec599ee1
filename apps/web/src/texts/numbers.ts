import { language, locale } from "./page-language";

const rules = new Intl.PluralRules(language);
let numbers: Intl.NumberFormat | undefined;
let decimals: Intl.NumberFormat | undefined;

const FIRST_GROUPED = 1_000;

/**
 * The format is created when it is first used, because that takes the browser 20 ms.
 * @param value - 0 or a positive integer.
 */
export const formatNumber = (value: number): string =>
  value < FIRST_GROUPED ? String(value) : (numbers ??= new Intl.NumberFormat(locale)).format(value);

/** @param value - Any number, with at most 6 decimals. */
export const formatDecimal = (value: number): string =>
  (decimals ??= new Intl.NumberFormat(locale, { maximumFractionDigits: 6 })).format(value);

/** Writes a number with its noun: `plural(1, "animal", "animals")` is "1 animal". */
export const plural = (count: number, one: string, other: string): string =>
  `${formatNumber(count)} ${rules.select(count) === "one" ? one : other}`;
