import type { Attribute, ExpandedPet } from "@petstore/contract/client";
import { expect, it } from "vitest";
import { builtInField } from "../pets/attributes";
import { currencyOfUnit } from "../store/currency-of-unit";
import { typedNumber } from "../text/typed-number";
import { currencyOptions, priceInput, proposePrice, sumOf } from "./price";

const fieldOf = (name: string, rest: Partial<Attribute>): Attribute => ({
  ...builtInField({ name, label: name, help: null, type: "number" }),
  ...rest,
});
const price = fieldOf("price", { unit: "€", isPublic: false });
const weight = fieldOf("weight", { unit: "kg" });
const petOf = (attributes: object) =>
  ({
    id: 9,
    name: "Frank",
    categoryId: 1,
    status: "available",
    profile: { attributes, photos: [] },
  }) as never as ExpandedPet;

it.each([
  ["EUR", null, "EUR"],
  ["€", null, "EUR"],
  ["$", null, "USD"],
  ["$", "CAD", "CAD"],
  ["kg", "EUR", undefined],
  [null, "EUR", undefined],
])("reads the unit %s in a store of %s as %s", (unit, store, currency) => {
  expect(currencyOfUnit(unit, store)).toBe(currency);
});

it("proposes the value of the animal's own field, in the currency of the store or of the field", () => {
  const pet = petOf({ price: 249.5, weight: 4 });
  expect(proposePrice({ pet, attributes: [weight, price], store: null })).toEqual({ amount: "249.5", currency: "EUR" });
  expect(proposePrice({ pet, attributes: [weight, price], store: "CHF" })).toEqual({
    amount: "249.5",
    currency: "CHF",
  });
});

it("proposes no amount if two fields have a currency, or if the field is archived or of another category", () => {
  const pet = petOf({ price: 249.5, fee: 20 });
  const others = [
    [price, fieldOf("fee", { unit: "EUR" })],
    [{ ...price, isArchived: true }],
    [{ ...price, categoryIds: [2] }],
  ];
  for (const attributes of others) expect(proposePrice({ pet, attributes, store: "EUR" }).amount).toBe("");
});

it.each([
  ["", undefined],
  [" 1 234,5 ", 1234.5],
  ["0", 0],
  ["1,234.50", 1234.5],
  ["1.234,50", 1234.5],
  ["12,5", 12.5],
  ["0,125", 0.125],
  ["$40", 40],
  // The page is in English, where a comma before three digits groups them.
  ["1,234", 1234],
  ["1.234", 1.234],
  ["1,23,4", "1,23,4"],
  ["many", "many"],
])("reads the typed amount %j", (typed, amount) => {
  expect(priceInput(typed, "EUR")).toEqual(amount === undefined ? undefined : { amount, currency: "EUR" });
});

it.each([0, 0.125, 1.234, 1234.5, 999_999_999.999])("reads the text of %d as the same amount", (amount) => {
  expect(priceInput(typedNumber(amount), "EUR")).toEqual({ amount, currency: "EUR" });
});

it("proposes a currency alone for an animal that was deleted", () => {
  expect(proposePrice({ pet: undefined, attributes: [price], store: "CHF" })).toEqual({ amount: "", currency: "CHF" });
});

it("adds amounts of one currency exactly, and none of several currencies", () => {
  const of = (amount: number, currency = "EUR") => ({ price: { amount, currency } });
  expect(sumOf([of(0.1), of(0.2), { price: null }])).toEqual({ amount: 0.3, currency: "EUR" });
  expect(sumOf([of(1), of(1, "USD")])).toBeUndefined();
  expect(sumOf([{ price: null }])).toBeUndefined();
});

it("lists the chosen currency first, and each once", () => {
  const values = currencyOptions("CHF").map(({ value }) => value);
  expect([values[0], values.length]).toEqual(["CHF", new Set(values).size]);
});
