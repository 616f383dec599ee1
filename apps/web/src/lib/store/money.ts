import { locale } from "../../texts/page-language";

const formats = new Map<string | null, Intl.NumberFormat>();

const optionsOf = (currency: string | null): Intl.NumberFormatOptions =>
  currency === null
    ? { minimumFractionDigits: 2, maximumFractionDigits: 2 }
    : { style: "currency", currency, currencyDisplay: "narrowSymbol", maximumFractionDigits: 6 };

/**
 * Formats an amount in the language of the page.
 *
 * @param currency - ISO 4217; null if the store has not chosen one, so that only the number is shown.
 */
export const formatMoney = (amount: number, currency: string | null): string => {
  const format = formats.get(currency) ?? new Intl.NumberFormat(locale, optionsOf(currency));
  formats.set(currency, format);
  return format.format(amount);
};
