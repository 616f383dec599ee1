import * as z from "zod";
import { currencies } from "./currencies.js";
import { ownRule, rule } from "./rules.js";

/** The largest amount of money that the store keeps. */
export const MAX_AMOUNT = 999_999_999.999;

/** The maximum number of decimals of an amount: no currency has more. */
const DECIMALS = 3;

const amountRule = `must be a number from 0 to ${MAX_AMOUNT} with at most ${DECIMALS} decimals`;
const currencyRule = "must be the ISO 4217 code of a currency in use, for example EUR";

const ofAmount = { description: `The amount, with at most ${DECIMALS} decimals.`, examples: [250] };
const ofCurrency = { description: "The ISO 4217 code of the currency.", examples: ["EUR"] };
const example = { amount: 250, currency: "EUR" };

/** The ISO 4217 code of a currency in use, in a request. */
export const Currency = z
  .string(rule(currencyRule))
  .refine((code) => currencies.includes(code), ownRule(currencyRule, { rule: "currency" }))
  .meta({ ...ofCurrency, minLength: 3, maxLength: 3, pattern: "^[A-Z]{3}$" });

/** An amount of money in a request. */
export const GivenMoney = z
  .strictObject(
    {
      amount: z
        .number(rule(amountRule))
        .min(0, amountRule)
        .max(MAX_AMOUNT, amountRule)
        .refine(
          (amount) => Number(amount.toFixed(DECIMALS)) === amount,
          ownRule(amountRule, { rule: "decimals", count: DECIMALS }),
        )
        .meta(ofAmount),
      currency: Currency,
    },
    rule("must be a JSON object with amount and currency"),
  )
  .meta({ id: "GivenMoney", description: "An amount of money in a request.", examples: [example] });

/** An amount of money in one currency. */
export const Money = z
  .strictObject({ amount: z.number().meta(ofAmount), currency: z.string().meta(ofCurrency) })
  .meta({ id: "Money", description: "An amount of money.", examples: [example] });
/** See the schema of the same name. */
export type Money = z.infer<typeof Money>;
