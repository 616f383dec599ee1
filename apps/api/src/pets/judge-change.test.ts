import type { PetFields } from "@petstore/contract/routes";
import { describe, expect, it } from "vitest";
import { judgeChange, type PetState } from "./judge-change.js";
import { toFields } from "./store/pet-table.js";

const seen = toFields({ name: "Frank", categoryId: 1 });
const wanted: PetFields = { ...seen, status: "sold" };
const renamed: PetFields = { ...seen, name: "Lola" };
const other: PetFields = { ...seen, categoryId: 2 };

const state = (now: PetFields | null, rest: Partial<PetState> = {}): PetState => ({
  ...{ now, reservedBy: null, deleted: null },
  ...rest,
});
const reserved = { reservedBy: 5 };
const deleted = { deleted: other };

describe("judgeChange", () => {
  it.each([
    ["change", seen, wanted, state(seen), "possible"],
    ["change that is already made", seen, wanted, state(wanted), "done"],
    ["change that is already made, of a reserved pet", seen, wanted, state(wanted, reserved), "done"],
    ["change of a pet that has other values now", seen, wanted, state(other), "changed"],
    ["change of a pet that does not exist", seen, wanted, state(null), "gone"],
    ["change of a deleted pet", seen, wanted, state(null, deleted), "gone"],
    ["change of the status of a reserved pet", seen, wanted, state(seen, reserved), "reserved"],
    ["change of the name of a reserved pet", seen, renamed, state(seen, reserved), "possible"],
    ["change of a reserved pet that has other values now", seen, wanted, state(other, reserved), "changed"],
    ["deletion", seen, null, state(seen), "possible"],
    ["deletion that is already made", seen, null, state(null, deleted), "done"],
    ["deletion of a pet that has other values now", seen, null, state(other), "changed"],
    ["deletion of a reserved pet", seen, null, state(seen, reserved), "reserved"],
    ["restoration of a deleted pet", null, wanted, state(null, deleted), "possible"],
    ["restoration of a pet that never existed", null, wanted, state(null), "gone"],
    ["restoration that is already made", null, wanted, state(wanted), "done"],
    ["restoration of a pet that exists with other values", null, wanted, state(seen), "changed"],
    [
      "change of one field, which has the expected value",
      { name: "Frank" },
      { status: "sold" },
      state(other),
      "possible",
    ],
    ["change of one field, which has another value", { name: "Lola" }, { status: "sold" }, state(other), "changed"],
    ["change of one field that is already made", {}, { status: "sold" }, state(wanted), "done"],
    ["change that is already made, of a pet with another name", renamed, { status: "sold" }, state(wanted), "changed"],
    ["change of one field but the status, of a reserved pet", {}, { name: "Lola" }, state(seen, reserved), "possible"],
    ["change of nothing", {}, {}, state(seen), "done"],
    ["deletion of a pet with any values", {}, null, state(other), "possible"],
    ["restoration of a pet with its former values", null, {}, state(null, deleted), "possible"],
  ] as const)("returns the right verdict on a %s", (_what, from, to, now, verdict) => {
    expect(judgeChange({ id: 7, from, to }, now)).toBe(verdict);
  });
});
