import type { Attribute, ExpandedPet } from "@petstore/contract/client";
import { currencies } from "@petstore/contract/schemas";
import { locale } from "../../texts/page-language";
import { takesValue } from "../pets/attributes";
import { currencyOfUnit } from "../store/currency-of-unit";
import { readTyped, typedNumber } from "../text/typed-number";

/** What a form about a price begins with: the text of the amount, and the code of the currency. */
export type TypedPrice = { readonly amount: string; readonly currency: string };

/** The currencies of regions outside the euro area from which people often open the admin. */
const ofRegions: Readonly<Record<string, string>> = {
  US: "USD",
  GB: "GBP",
  CH: "CHF",
  LI: "CHF",
  CA: "CAD",
  AU: "AUD",
  NZ: "NZD",
  MX: "MXN",
  AR: "ARS",
  CL: "CLP",
  CO: "COP",
  PE: "PEN",
  BR: "BRL",
  JP: "JPY",
  SE: "SEK",
  NO: "NOK",
  DK: "DKK",
  PL: "PLN",
  CZ: "CZK",
  HU: "HUF",
  RO: "RON",
  IN: "INR",
  ZA: "ZAR",
};

const currencyOfRegion = (language: string): string =>
  ofRegions[new Intl.Locale(language).maximize().region ?? ""] ?? "EUR";

/** Returns the one field of an animal that holds its price; undefined if there is none, or more than one. */
const priceField = (attributes: readonly Attribute[], categoryId: number, store: string | null) => {
  const [one, ...others] = attributes.filter(
    (attribute) =>
      attribute.type === "number" &&
      takesValue(attribute, categoryId) &&
      currencyOfUnit(attribute.unit, store) !== undefined,
  );
  return others.length === 0 ? one : undefined;
};

type Proposal = {
  /** Undefined if the animal was deleted. */
  readonly pet: ExpandedPet | undefined;
  readonly attributes: readonly Attribute[];
  /** The currency of the store; null if it has none. */
  readonly store: string | null;
};

/** Proposes the price of an order: the value of the animal's own field for it, in the currency of the store. */
export const proposePrice = ({ pet, attributes, store }: Proposal): TypedPrice => {
  const field = pet && priceField(attributes, pet.categoryId, store);
  const value = field && pet.profile?.attributes[field.name];
  const currency = store ?? currencyOfUnit(field?.unit ?? null, store) ?? currencyOfRegion(navigator.language);
  return { amount: typeof value === "number" && value >= 0 ? typedNumber(value) : "", currency };
};

/**
 * Returns what the contract accepts; undefined if no amount was typed. The digits may have groups and either decimal
 * sign. A text that is no number is sent as it is, so that the service names the rule.
 */
export const priceInput = (amount: unknown, currency: unknown) => {
  const text = typeof amount === "string" ? amount.trim() : "";
  return text === "" ? undefined : { amount: readTyped(text) ?? text, currency };
};

/** All currencies by their names in the language of the page, with one of them first. */
export const currencyOptions = (first: string) => {
  const names = new Intl.DisplayNames(locale, { type: "currency" });
  const { compare } = new Intl.Collator(locale);
  const all = currencies.map((code) => ({ value: code, label: `${code} · ${names.of(code) ?? code}` }));
  const own = all.filter(({ value }) => value === first);
  return [...own, ...all.filter(({ value }) => value !== first).toSorted((a, b) => compare(a.value, b.value))];
};

type Amount = { readonly amount: number; readonly currency: string };
type Priced = { readonly price: Amount | null };

/** Adds the prices of orders; undefined if none has a price, or if their currencies differ. */
export const sumOf = (orders: readonly Priced[]): Amount | undefined => {
  const prices = orders.flatMap(({ price }) => price ?? []);
  const [first] = prices;
  if (first === undefined || prices.some(({ currency }) => currency !== first.currency)) return undefined;
  // Amounts have at most three decimals, so whole thousandths add up exactly.
  const thousandths = prices.reduce((sum, { amount }) => sum + Math.round(amount * 1_000), 0);
  return { amount: thousandths / 1_000, currency: first.currency };
};
