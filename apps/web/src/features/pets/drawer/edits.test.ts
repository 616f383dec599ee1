import { describe, expect, it } from "vitest";
import type { PetFields } from "@petstore/contract/client";
import { petFieldsOf } from "../../../../test/support/examples";
import { layOver, withChange } from "./edits.js";

const base = petFieldsOf();

describe("layOver", () => {
  it("keeps the typed text over another person's, and reports that both changed the field", () => {
    const edit = layOver({ base, changes: { name: "Lola" } }, { ...base, name: "Lulu" });
    expect(edit).toEqual({ fields: { ...base, name: "Lola" }, from: base, taken: [], clashes: ["name"] });
  });

  it("takes another person's changes of other fields", () => {
    const now = { ...base, status: "sold" } as PetFields;
    const edit = layOver({ base, changes: { name: "Lola" } }, now);
    expect(edit).toEqual({ fields: { ...now, name: "Lola" }, from: now, taken: ["status"], clashes: [] });
  });

  it("reports no conflict if somebody else has made the same change", () => {
    const now = { ...base, name: "Lola" };
    expect(layOver({ base, changes: { name: "Lola" } }, now)).toMatchObject({ from: now, taken: [], clashes: [] });
  });

  it("takes the present value of a field that was added after the draft began", () => {
    const { status: _, ...old } = base;
    const edit = layOver({ base: old, changes: { name: "Lola" } }, { ...base, status: "sold" });
    expect(edit).toMatchObject({ fields: { name: "Lola", status: "sold" }, taken: [], clashes: [] });
  });

  it("keeps an emptied name", () => {
    expect(layOver({ base, changes: { name: "" } }, base).fields.name).toBe("");
  });
});

describe("withChange", () => {
  it("begins a draft with the animal as it is now", () => {
    expect(withChange(undefined, base, { name: "Lola" })).toEqual({ base, changes: { name: "Lola" } });
  });

  it("keeps the state that the animal had when the draft began", () => {
    const now = { ...base, status: "sold" } as PetFields;
    const draft = withChange({ base, changes: { name: "Lo" } }, now, { name: "Lola" });
    expect(draft).toEqual({ base, changes: { name: "Lola" } });
  });

  it("ends the draft once every field has its original value again", () => {
    expect(withChange({ base, changes: { name: "Lola" } }, base, { name: "Luna" })).toBeUndefined();
  });
});
