import { expect, it } from "vitest";
import { t } from "../texts";
import { pages } from "./pages";

it("each page has its own key after g", () => {
  const keys = pages.map(({ key }) => key);
  expect(new Set(keys).size).toBe(keys.length);
  expect(keys.filter((key) => !/^[a-z]$/.test(key))).toEqual([]);
});

it("each resource that has the texts of a page has a page with their title", () => {
  const titles: readonly string[] = pages.map(({ title }) => title);
  const resources: Readonly<Record<string, { readonly title: string }>> = t.resources;
  expect(Object.entries(resources).flatMap(([kind, { title }]) => (titles.includes(title) ? [] : [kind]))).toEqual([]);
});
