import { currencies } from "@petstore/contract/schemas";
import type { PickerChoice } from "../../components/searchable-picker";
import { locale } from "../../texts/page-language";

const byLabel = (choices: readonly PickerChoice[]): readonly PickerChoice[] => {
  const { compare } = new Intl.Collator(locale);
  return choices.toSorted((one, other) => compare(one.label, other.label));
};

const choiceOf = (key: string, label: string): PickerChoice => ({ key, label, isData: false });

const nameOfZone = (timeZone: string): string => {
  const parts = new Intl.DateTimeFormat(locale, { timeZone, timeZoneName: "longGeneric" }).formatToParts();
  return parts.find(({ type }) => type === "timeZoneName")?.value ?? timeZone;
};

/** A time zone as people look for it: by its place or by its name in the language of the page. */
export const timeZoneChoice = (timeZone: string): PickerChoice =>
  choiceOf(timeZone, `${timeZone.replaceAll("_", " ")}, ${nameOfZone(timeZone)}`);

/** All time zones that the browser knows, with its own first. */
export const timeZoneChoices = (): readonly PickerChoice[] => {
  const own = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  const others = Intl.supportedValuesOf("timeZone").filter((timeZone) => timeZone !== own);
  return [own, ...others].map(timeZoneChoice);
};

export const currencyChoice = (code: string): PickerChoice =>
  choiceOf(code, `${new Intl.DisplayNames(locale, { type: "currency" }).of(code) ?? code}, ${code}`);

export const currencyChoices = (): readonly PickerChoice[] => byLabel(currencies.map(currencyChoice));
