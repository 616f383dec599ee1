import { expect, it } from "vitest";
import { pages } from "./pages";

it("each page has its own key after g", () => {
  const keys = pages.map(({ key }) => key);
  expect(new Set(keys).size).toBe(keys.length);
  expect(keys.filter((key) => !/^[a-z]$/.test(key))).toEqual([]);
});
