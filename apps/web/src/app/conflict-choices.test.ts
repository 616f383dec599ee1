import { describe, expect, it } from "vitest";
import type { PetFields } from "@petstore/contract/client";
import { petFieldsOf } from "../../test/support/examples";
import { chosenFields, firstChoices } from "./conflict-choices.js";

const had = petFieldsOf();
const want: PetFields = { ...had, name: "Luna Lovegood" };
const now: PetFields = { ...had, status: "sold" };

describe("firstChoices", () => {
  it("chooses the person's value for each field that they changed, and the present value for others", () => {
    const choices = firstChoices({ edit: { id: 1, from: had, to: want }, now });
    expect(chosenFields(choices, want, now)).toEqual({ ...want, status: "sold" });
  });

  it("chooses all values of the person if the animal is restored", () => {
    const choices = firstChoices({ edit: { id: 1, from: null, to: want }, now });
    expect(chosenFields(choices, want, now)).toEqual(want);
  });
});
