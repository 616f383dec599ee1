import { expect, it } from "vitest";

type Module = { readonly findProblems: () => readonly string[] };

const { findProblems } = (await import(new URL("../scripts/count-sql.mjs", import.meta.url).href)) as Module;

it("finds SQL in no file that is not listed, and no more statements than before", () => {
  expect(findProblems()).toEqual([]);
});
