import type { Attribute } from "@petstore/contract/client";
import { describe, expect, it } from "vitest";
import { attributeOf } from "../../test/support/examples";
import { textOf } from "../../test/support/markup";
import { AttributeInput } from "./attribute-input";

const choicesOf = (...options: Attribute["options"]) =>
  textOf(<AttributeInput one={attributeOf({ type: "choice", options })} value="" onChange={() => undefined} />);

describe("the choice of an option", () => {
  it("offers None if no option stands for what nobody knows", () => {
    expect(choicesOf({ value: "small", label: "Small" })).toBe("Breed None Small");
  });

  it.each([
    ["by its value", { value: "unknown", label: "Weiß niemand" }],
    ["by its label", { value: "nobody_knows", label: "Unknown" }],
    ["by its label in another language", { value: "keiner_weiss", label: "Unbekannt" }],
  ])("offers no None beside an option for unknown, known %s", (_, option) => {
    expect(choicesOf({ value: "female", label: "Female" }, option)).toBe(`Breed Choose… Female ${option.label}`);
  });
});
