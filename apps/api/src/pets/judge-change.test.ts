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
    ["change that is made already", seen, wanted, state(wanted), "done"],
    ["change that is made already, of a reserved pet", seen, wanted, state(wanted, reserved), "done"],
    ["change of a pet that is otherwise now", seen, wanted, state(other), "changed"],
    ["change of a pet that does not exist", seen, wanted, state(null), "gone"],
    ["change of a deleted pet", seen, wanted, state(null, deleted), "gone"],
    ["change of the status of a reserved pet", seen, wanted, state(seen, reserved), "reserved"],
    ["change of the name of a reserved pet", seen, renamed, state(seen, reserved), "possible"],
    ["change of a reserved pet that is otherwise now", seen, wanted, state(other, reserved), "changed"],
    ["deletion", seen, null, state(seen), "possible"],
    ["deletion that is made already", seen, null, state(null, deleted), "done"],
    ["deletion of a pet that is otherwise now", seen, null, state(other), "changed"],
    ["deletion of a reserved pet", seen, null, state(seen, reserved), "reserved"],
    ["return of a deleted pet", null, wanted, state(null, deleted), "possible"],
    ["return of a pet that never was", null, wanted, state(null), "gone"],
    ["return that is made already", null, wanted, state(wanted), "done"],
    ["return of a pet that exists otherwise", null, wanted, state(seen), "changed"],
    ["change of one field, which is as expected", { name: "Frank" }, { status: "sold" }, state(other), "possible"],
    ["change of one field, which is otherwise", { name: "Lola" }, { status: "sold" }, state(other), "changed"],
    ["change of one field that is made already", {}, { status: "sold" }, state(wanted), "done"],
    ["change that is made, of a pet with another name", renamed, { status: "sold" }, state(wanted), "changed"],
    ["change of one field but the status, of a reserved pet", {}, { name: "Lola" }, state(seen, reserved), "possible"],
    ["change of nothing", {}, {}, state(seen), "done"],
    ["deletion whatever the pet is like", {}, null, state(other), "possible"],
    ["return of a pet as it was", null, {}, state(null, deleted), "possible"],
  ] as const)("judges a change of a %s", (_what, from, to, now, verdict) => {
    expect(judgeChange({ id: 7, from, to }, now)).toBe(verdict);
  });
});
