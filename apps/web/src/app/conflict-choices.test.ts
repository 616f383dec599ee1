import { describe, expect, it } from "vitest";
import type { PetFields } from "@petstore/contract/client";
import { chosenFields, firstChoices } from "./conflict-choices.js";

const had = { name: "Luna", categoryId: 1, status: "available" } as PetFields;
const want: PetFields = { ...had, name: "Luna Lovegood" };
const now: PetFields = { ...had, status: "sold" };

describe("firstChoices", () => {
  it("keeps the person's value for changed fields, and else the present one", () => {
    const choices = firstChoices({ edit: { id: 1, from: had, to: want }, now });
    expect(chosenFields(choices, want, now)).toEqual({ name: "Luna Lovegood", categoryId: 1, status: "sold" });
  });

  it("takes all values of the person for a restored animal", () => {
    const choices = firstChoices({ edit: { id: 1, from: null, to: want }, now });
    expect(chosenFields(choices, want, now)).toEqual(want);
  });
});
