import { expect, it } from "vitest";
import { createStatementNames } from "./statement-names.js";

it("names only the first 32 statements, and always gives a statement the same name", () => {
  const nameOf = createStatementNames("pets");
  const names = Array.from({ length: 33 }, (_, at) => nameOf(`SELECT ${at}`));
  expect(new Set(names.slice(0, 32)).size).toBe(32);
  expect(names[32]).toBeUndefined();
  expect([nameOf("SELECT 0"), nameOf("SELECT 32")]).toEqual(["pets 0", undefined]);
});

it("names a statement only after it has run often enough", () => {
  const nameOf = createStatementNames("models", { minSeen: 2 });
  const seen = (text: string) => [1, 2, 3].map(() => nameOf(text));
  expect(seen("SELECT 1")).toEqual([undefined, undefined, "models 0"]);
  expect(seen("SELECT 2")).toEqual([undefined, undefined, "models 1"]);
});
