import { expect, it } from "vitest";

type Module = { readonly findProblems: () => readonly string[] };

const { findProblems } = (await import(new URL("../scripts/count-sql.mjs", import.meta.url).href)) as Module;

it("SQL is only in listed files, and no file has more statements than are listed", () => {
  expect(findProblems()).toEqual([]);
});
