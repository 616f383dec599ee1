import { describe, expect, it } from "vitest";
import { attributeOf } from "../../../test/support/examples";
import { textOf } from "../../../test/support/markup";
import { importing } from "../../texts/importing";
import { PlannedChanges } from "./planned-changes";

const texts = importing.changes;
const size = attributeOf({
  name: "size",
  label: "Grown size",
  type: "choice",
  options: [{ value: "s", label: "Small" }],
});

describe("what an update would change", () => {
  it("is counted and shown, with the old value beside the new one in the words of the page", () => {
    const first = [
      { line: 2, petId: 1, field: "category", before: "Dog", after: 7 },
      { line: 2, petId: 1, field: "status", before: "available", after: "sold" },
      { line: 1_234, petId: 2, field: "attributes.size", before: null, after: "s" },
      { line: 1_234, petId: 2, field: "attributes.gone", before: ["a", "b"], after: null },
    ];
    const shown = textOf(<PlannedChanges changes={{ values: 30, pets: 9, first }} attributes={[size]} />);
    expect(shown).toContain(texts.count(30, 9));
    expect(shown).toContain(texts.more(26));
    for (const text of ["Grown size", "Small", "Sold", "attributes.gone", "1,234"]) expect(shown).toContain(text);
    expect(shown).not.toContain("null");
  });

  it("is nothing if the store already has every value", () => {
    const shown = textOf(<PlannedChanges changes={{ values: 0, pets: 0, first: [] }} attributes={[]} />);
    expect(shown).toContain(texts.none);
    expect(shown).not.toContain(texts.after);
  });
});
