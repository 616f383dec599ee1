import type { Attribute } from "@petstore/contract/client";
import { AttributeType } from "@petstore/contract/schemas";
import { describe, expect, it } from "vitest";
import { attributeOf } from "../../../test/support/examples";
import { attributeTypes, isSameValue, showAttribute, type Typed, typeOf } from "./attribute-types";

const options = [
  { value: "small", label: "Small" },
  { value: "large", label: "Large" },
];

/** A value of each type, what its input holds for it, and the text that staff read. */
const examples: Readonly<Record<AttributeType, readonly [unknown, Typed, string]>> = {
  text: ["Collie", "Collie", "Collie"],
  longText: ["Found.\nHungry.", "Found.\nHungry.", "Found.\nHungry."],
  number: [1_234.5, "1234.5", "1,234.5\u00A0kg"],
  date: ["2024-02-29", "2024-02-29", "29 Feb 2024"],
  boolean: [false, "false", "No"],
  choice: ["small", "small", "Small"],
  choices: [["small", "large"], ["small", "large"], "Small, Large"],
  labels: [["shy", "small"], ["shy", "small"], "shy, Small"],
};

const fieldOf = (type: Attribute["type"]) =>
  attributeOf({
    type,
    unit: type === "number" ? "kg" : null,
    options: typeOf({ type })?.options === "none" ? [] : options,
  });

describe.each(AttributeType.options)("a field of type %s", (type) => {
  const one = fieldOf(type);
  const { toTyped, toValue, show } = attributeTypes[type];
  const [value, typed, shown] = examples[type];

  it("is typed, sent and shown", () => {
    expect([toTyped(value), toValue(typed, one)]).toEqual([typed, value]);
    expect(show(value, one).text.replace(/^Feb 29, 2024$/, "29 Feb 2024")).toBe(shown);
  });

  it("is cleared by an empty input", () => {
    expect(toValue(toTyped(null), one)).toBeNull();
    expect(toValue("", one)).toBeNull();
    expect(showAttribute(one, null).text).toBe("–");
  });
});

describe("a value", () => {
  it("a value of the wrong type is sent as it was typed, so that the service names the rule", () => {
    expect(attributeTypes.number.toValue(" 27,5 ", fieldOf("number"))).toBe(27.5);
    expect(attributeTypes.number.toValue("heavy", fieldOf("number"))).toBe("heavy");
  });

  it("a value with several options is sorted like the options, and keeps removed options", () => {
    expect(attributeTypes.choices.toValue(["huge", "large", "small"], fieldOf("choices"))).toEqual([
      "small",
      "large",
      "huge",
    ]);
  });

  it("a value of a type that a later version added is shown unchanged", () => {
    expect([typeOf({ type: "place" }), showAttribute(attributeOf({ type: "place" }), { city: "Kiel" }).text]).toEqual([
      undefined,
      '{"city":"Kiel"}',
    ]);
  });

  it("with a unit that is a currency is shown as money, in the currency of the store if its sign is the same", () => {
    const price = (unit: string, value = 25) =>
      showAttribute(attributeOf({ type: "number", unit }), value).text.replaceAll("\u00A0", " ");
    expect([price("EUR"), price("$", 12.5), price("¥", 12.5), price("cages")]).toEqual([
      "€25.00",
      "$12.50",
      "¥12.5",
      "25 cages",
    ]);
  });

  it("equals another value with the same content", () => {
    expect([isSameValue(["a"], ["a"]), isSameValue(null, undefined), isSameValue("1", 1)]).toEqual([true, true, false]);
  });
});
