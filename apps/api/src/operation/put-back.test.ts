import { describe, expect, it } from "vitest";
import { judgePast, type PastChange } from "./put-back.js";

/** A subject with a field that a later version of the service has added. */
type One = { readonly name: string; readonly color: string | null; readonly added?: boolean };
type Past = Pick<PastChange<One>, "before" | "after">;

const fields = ["name", "color", "added"] as const;
const judge = (past: Past, now: One | undefined) => judgePast(past, now, fields);

const [red, blue] = ["red", "blue"].map((color): One => ({ name: "Rex", color })) as [One, One];
const today: One = { ...red, added: false };

describe("the undo of a change that an older version recorded without a later field", () => {
  it.each<[string, Past, One, unknown]>([
    ["removes what it created", { before: null, after: red }, today, { remove: today }],
    ["leaves what was created if a recorded field has changed", { before: null, after: blue }, today, "changed"],
    ["has nothing to do if what it deleted exists again", { before: red, after: null }, today, "done"],
    [
      "restores the recorded field alone",
      { before: blue, after: red },
      today,
      { change: today, to: { color: "blue" } },
    ],
    ["has nothing to do if the recorded field is as before", { before: red, after: blue }, today, "done"],
  ])("%s", (_what, past, now, verdict) => {
    expect(judge(past, now)).toEqual(verdict);
  });
});

describe("the undo of a change", () => {
  it.each<[string, Past, One | undefined, unknown]>([
    ["has nothing to do if what it created is gone", { before: null, after: red }, undefined, "done"],
    ["restores what it deleted", { before: red, after: null }, undefined, { restore: red }],
    ["leaves what somebody created differently since", { before: red, after: null }, blue, "changed"],
    ["leaves what is gone", { before: blue, after: red }, undefined, "gone"],
    ["leaves a field that has changed since", { before: blue, after: red }, { ...red, color: null }, "changed"],
    [
      "keeps a field that it did not touch",
      { before: blue, after: red },
      { ...red, name: "Max" },
      { change: { ...red, name: "Max" }, to: { color: "blue" } },
    ],
    [
      "restores a field that had no value",
      { before: { ...red, color: null }, after: red },
      red,
      { change: red, to: { color: null } },
    ],
  ])("%s", (_what, past, now, verdict) => {
    expect(judge(past, now)).toEqual(verdict);
  });
});
