import { expect, it } from "vitest";
import { clashesOf, type Shortcut } from "./shortcuts";

const shortcut = (keys: string, inDialog = false): Shortcut => ({ keys, label: keys, group: "list", inDialog });
const onPage = ["n", "s>a", "s>p", "mod+z", "["].map((keys) => shortcut(keys));

it.each([
  ["the same key", "n"],
  ["the first key of a sequence", "s"],
  ["the same sequence", "s>p"],
  ["the same key with a modifier", "mod+z"],
])("reports that two shortcuts have %s", (_, keys) => {
  expect(clashesOf([...onPage, shortcut(keys)])).toEqual([keys]);
});

it.each([
  ["another key", shortcut("j")],
  ["another sequence that begins with the same key", shortcut("s>s")],
  ["the key with a modifier", shortcut("mod+n")],
  ["the same key in a dialog", shortcut("[", true)],
])("allows %s", (_, added) => {
  expect(clashesOf([...onPage, added])).toEqual([]);
});
