import { expect, it } from "vitest";
import { fillContract } from "./contract-text";

const facts = {
  animal: "Bella",
  number: "124",
  customer: "Kim",
  price: "€180",
  date: "22 Nov",
  store: "Second Chance",
};

it("writes the facts of a sale in place of their placeholders", () => {
  expect(fillContract("{store} gives {animal} ({number}) to {customer} on {date} for {price}.", facts)).toBe(
    "Second Chance gives Bella (124) to Kim on 22 Nov for €180.",
  );
  expect(fillContract("{animal} and {animal} {", facts)).toBe("Bella and Bella {");
});

it("does not read a name with braces or with $& as anything else", () => {
  expect(fillContract("{animal}", { ...facts, animal: "{price} $&" })).toBe("{price} $&");
});
