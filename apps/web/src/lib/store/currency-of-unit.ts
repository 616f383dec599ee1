import { currencies } from "@petstore/contract/schemas";

const signs: Readonly<Record<string, string>> = {
  "€": "EUR",
  $: "USD",
  "£": "GBP",
  "¥": "JPY",
  "₹": "INR",
  "₩": "KRW",
};

const signOf = (currency: string): string =>
  new Intl.NumberFormat("en", { style: "currency", currency, currencyDisplay: "narrowSymbol" })
    .formatToParts(0)
    .find(({ type }) => type === "currency")?.value ?? currency;

/**
 * Returns the currency that the unit of a field means; undefined if it is no currency. Several currencies share a sign:
 * it means that of the store if the store's currency has it.
 */
export const currencyOfUnit = (unit: string | null, store: string | null): string | undefined => {
  if (unit === null) return undefined;
  if (currencies.includes(unit)) return unit;
  if (store !== null && signOf(store) === unit) return store;
  return Object.hasOwn(signs, unit) ? signs[unit] : undefined;
};
