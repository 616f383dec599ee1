import { NewAttribute } from "@petstore/contract/schemas";
import { describe, expect, it } from "vitest";
import { attributeOf } from "../../../test/support/examples";
import { type AttributeForm, formOf, storedOptions, toChange, toNew } from "./form-values";
import { slugOf } from "../../lib/pets/slugs";

const bounds = { unit: "kg", minimum: 0, maximum: 200, decimals: 1 };
const weight = attributeOf({ type: "number", label: "Weight", help: "At the vet", categoryIds: [1], ...bounds });
const formWith = (fields: Partial<AttributeForm>) => ({ ...formOf(undefined), ...fields });
const options = (...labels: readonly string[]) => labels.map((label, key) => ({ key, label, value: "" }));

describe("the form of a field", () => {
  it("derives the name from the label until a name is typed", () => {
    expect(slugOf("Good with children?")).toBe("good_with_children");
    expect(slugOf("2. Größe – Élan")).toBe("gro_e_elan");
    expect(slugOf("毛色")).toBe("");
    expect(toNew(formWith({ label: " Born on " }), 20)).toMatchObject({
      name: "born_on",
      label: "Born on",
      position: 20,
    });
    expect(toNew(formWith({ label: "Born on", name: "birth" }), 0)).toMatchObject({ name: "birth" });
  });

  it("is for the staff only until somebody makes it public", () => {
    expect(toNew(formWith({ label: "Notes" }), 0)).toMatchObject({ isPublic: false });
  });

  it("is accepted by the contract for every type", () => {
    for (const type of ["text", "longText", "number", "date", "boolean", "choice", "choices", "labels"]) {
      const form = formWith({ label: "Size", type, options: options("Small", "Large"), unit: "kg", minimum: "0,5" });
      expect(NewAttribute.safeParse(toNew(form, 10)).error).toBeUndefined();
    }
  });

  it("sends text that is not a number as typed, for the contract's rule", () => {
    const parsed = NewAttribute.safeParse(toNew(formWith({ label: "W", type: "number", minimum: "a lot" }), 0));
    expect(parsed.error?.issues.map(({ path }) => path)).toEqual([["minimum"]]);
  });

  it("sends only the values that differ from the stored ones", () => {
    expect(toChange(formOf(weight), weight)).toEqual({});
    expect(toChange({ ...formOf(weight), help: " ", maximum: "100" }, weight)).toEqual({ help: null, maximum: 100 });
    expect(toChange({ ...formOf(weight), categoryIds: null }, weight)).toEqual({ categoryIds: null });
  });

  it("gives new options unique values, and keeps the values of the others", () => {
    const given = [{ key: 0, value: "small", label: "Tiny" }, ...options("Small", "small", "", "毛")];
    expect(storedOptions(formWith({ type: "choice", options: given }))).toEqual([
      { value: "small", label: "Tiny" },
      { value: "small_2", label: "Small" },
      { value: "small_3", label: "small" },
      { value: "毛", label: "毛" },
    ]);
    expect(storedOptions(formWith({ type: "labels", options: options("Shy one") }))).toEqual([
      { value: "Shy one", label: "Shy one" },
    ]);
  });
});
