import { describe, expect, it } from "vitest";
import type { PetFields } from "@petstore/contract/client";
import { petFieldsOf } from "../../test/support/examples";
import { chosenFields, firstChoices } from "./conflict-choices.js";

const had = petFieldsOf();
const want: PetFields = { ...had, name: "Luna Lovegood" };
const now: PetFields = { ...had, status: "sold" };

describe("firstChoices", () => {
  it("keeps the person's value for changed fields, and else the present one", () => {
    const choices = firstChoices({ edit: { id: 1, from: had, to: want }, now });
    expect(chosenFields(choices, want, now)).toEqual({ ...want, status: "sold" });
  });

  it("takes all values of the person for a restored animal", () => {
    const choices = firstChoices({ edit: { id: 1, from: null, to: want }, now });
    expect(chosenFields(choices, want, now)).toEqual(want);
  });
});
