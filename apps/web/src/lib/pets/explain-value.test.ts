import { describe, expect, it } from "vitest";
import { attributeOf } from "../../../test/support/examples";
import { explainValue } from "./explain-value";

const refusal = "Must be something";
const options = [{ value: "small", label: "Small" }];

describe("a refused value", () => {
  it.each([
    [attributeOf({ type: "number", maximum: 10 }), 11, "Is more than 10"],
    [attributeOf({ type: "number" }), "abc", "Is not a number"],
    [attributeOf({ type: "text" }), "x".repeat(201), "Has more than 200 characters"],
    [attributeOf({ type: "choice", options }), "large", "Is none of the options: small"],
    [attributeOf({ isArchived: true }), "x", "Must be empty, because the field is archived"],
    [attributeOf({ name: "externalId" }), "A-1", "Another animal has this number"],
    [
      attributeOf({ name: "externalId" }),
      "\u200b",
      "Has only characters that cannot be seen (U+200B ZERO WIDTH SPACE)",
    ],
  ])("is explained in the language of the page: %#", (one, value, text) => {
    expect(explainValue(one, value, refusal)).toEqual({ text, isEnglish: false });
  });

  it("is explained by the category only if the service says so", () => {
    const one = attributeOf({ categoryIds: [1] });
    expect(explainValue(one, "x", "Must be omitted or null: pets of category 2 do not have this attribute")).toEqual({
      ...{ text: "Must be empty, because animals of this category do not have the field", isEnglish: false },
    });
    expect(explainValue(one, "x", refusal)).toEqual({ text: refusal, isEnglish: true });
  });

  it("keeps the service's sentence if the page knows no reason", () => {
    expect(explainValue(attributeOf({ type: "text" }), "x", refusal)).toEqual({ text: refusal, isEnglish: true });
  });
});
