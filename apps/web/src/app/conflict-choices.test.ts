import { describe, expect, it } from "vitest";
import { chosenFields, firstChoices } from "./conflict-choices.js";

const had = { name: "Luna", categoryId: 1, status: "available" } as const;
const want = { ...had, name: "Luna Lovegood" } as const;
const now = { ...had, status: "sold" } as const;

describe("firstChoices", () => {
  it("takes what the person changed, and for the rest what it is now", () => {
    const choices = firstChoices({ edit: { id: 1, from: had, to: want }, now });
    expect(chosenFields(choices, want, now)).toEqual({ name: "Luna Lovegood", categoryId: 1, status: "sold" });
  });

  it("takes all that the person wants for an animal that is brought back", () => {
    const choices = firstChoices({ edit: { id: 1, from: null, to: want }, now });
    expect(chosenFields(choices, want, now)).toEqual(want);
  });
});
