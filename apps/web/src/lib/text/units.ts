import { locale } from "../../texts/page-language";

/** The units of fields that `Intl` knows, by the words that stores write. */
const units: Readonly<Record<string, string>> = {
  kg: "kilogram",
  g: "gram",
  lb: "pound",
  lbs: "pound",
  oz: "ounce",
  km: "kilometer",
  m: "meter",
  cm: "centimeter",
  mm: "millimeter",
  in: "inch",
  ft: "foot",
  mi: "mile",
  l: "liter",
  L: "liter",
  ml: "milliliter",
  mL: "milliliter",
  "°C": "celsius",
  "°F": "fahrenheit",
  "%": "percent",
  min: "minute",
};

/** Whole words, which have a plural: "1 year", "2 years". */
const words: Readonly<Record<string, readonly string[]>> = {
  year: ["year", "years", "jahr", "jahre", "an", "ans", "année", "années", "año", "años"],
  month: ["month", "months", "monat", "monate", "mois", "mes", "meses"],
  week: ["week", "weeks", "woche", "wochen", "semaine", "semaines", "semana", "semanas"],
  day: ["day", "days", "tage", "jour", "jours", "día", "días"],
  hour: ["hour", "hours", "stunde", "stunden", "heure", "heures", "hora", "horas"],
};

const byWord = new Map(Object.entries(words).flatMap(([unit, all]) => all.map((word) => [word, unit] as const)));

type Format = (value: number) => string;

const createFormat = (given: string): Format | undefined => {
  const word = byWord.get(given.toLowerCase());
  const unit = Object.hasOwn(units, given) ? units[given] : word;
  if (unit === undefined) return undefined;
  const unitDisplay = word === undefined ? "short" : "long";
  const format = new Intl.NumberFormat(locale, { style: "unit", unit, unitDisplay, maximumFractionDigits: 6 });
  // A number and its unit stay on one line.
  return (value) => format.format(value).replaceAll(" ", "\u00A0");
};

const formats = new Map<string, Format | undefined>();

/** Writes a number with its unit in the language of the page; undefined if `Intl` does not know the unit. */
export const formatUnit = (value: number, unit: string): string | undefined => {
  if (!formats.has(unit)) formats.set(unit, createFormat(unit));
  return formats.get(unit)?.(value);
};
