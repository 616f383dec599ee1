import { expect, it } from "vitest";
import { clashOf, type Shortcut } from "./shortcuts";

const shortcut = (keys: string, inDialog = false): Shortcut => ({ keys, label: keys, group: "list", inDialog });
const onPage = ["n", "s>a", "s>p", "mod+z", "["].map((keys) => shortcut(keys));

it.each([
  ["the same key", "n", "n"],
  ["the first key of a sequence", "s", "s>a"],
  ["the same sequence", "s>p", "s>p"],
  ["the same key with a modifier", "mod+z", "mod+z"],
])("reports two shortcuts that have %s", (_, keys, clash) => {
  expect(clashOf(shortcut(keys), onPage)).toBe(clash);
});

it.each([
  ["another key", shortcut("j")],
  ["another sequence that begins with the same key", shortcut("s>s")],
  ["the key with a modifier", shortcut("mod+n")],
  ["the same key in a dialog", shortcut("[", true)],
])("allows %s", (_, added) => {
  expect(clashOf(added, onPage)).toBeUndefined();
});
