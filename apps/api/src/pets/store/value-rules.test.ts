import { type Attribute, AttributeType, valueProblem } from "@petstore/contract/routes";
import fc from "fast-check";
import { expect, it } from "vitest";
import { ruleOf } from "./value-rules.js";

const attributeOf = (type: Attribute["type"]): Attribute => ({
  ...{ id: 1, name: "one", label: "One", help: null, type, unit: null, minimum: -5, maximum: 100, decimals: 1 },
  options: ["small", "large"].map((value) => ({ value, label: value })),
  ...{ categoryIds: null, isPublic: true, isAskedAtIntake: true, position: 10, isArchived: false },
  ...{ createdAt: "2026-01-01T00:00:00.000Z", updatedAt: "2026-01-01T00:00:00.000Z" },
});

const texts = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.constantFrom("small", "", "a\nb", "\u0007", "\ud800", "x".repeat(60), "x".repeat(61), "x".repeat(201)),
  fc.tuple(fc.integer({ min: 1, max: 9_999 }), fc.nat(13), fc.nat(32)).map(([year, month, day]) => {
    const two = (number: number) => String(number).padStart(2, "0");
    return `${String(year).padStart(4, "0")}-${two(month)}-${two(day)}`;
  }),
);
const numbers = fc.oneof(
  fc.double({ noNaN: true }),
  fc.integer({ min: -60, max: 1_010 }).map((tenths) => tenths / 10),
);
const lists = fc.array(fc.oneof(texts, fc.constantFrom("small", "large")), { maxLength: 60 });

const valuesOf: Readonly<Record<AttributeType, fc.Arbitrary<unknown>>> = {
  text: texts,
  longText: texts,
  number: fc.oneof(numbers, texts),
  date: texts,
  boolean: fc.oneof(fc.boolean(), texts),
  choice: texts,
  choices: fc.oneof(lists, texts),
  labels: fc.oneof(lists, texts),
};

it.each(AttributeType.options)("a value of type %s has a problem for people exactly if its rule refuses it", (type) => {
  const one = attributeOf(type);
  const { isMet } = ruleOf(one);
  fc.assert(
    fc.property(valuesOf[type], (value) => {
      expect(valueProblem(one, value) === undefined).toBe(isMet(value));
    }),
    { numRuns: 500 },
  );
});
