import { expect, it } from "vitest";
import { photo } from "../examples.js";
import { photoSrcset, photoUrl } from "./index.js";

const one = { sizes: [...photo.sizes] };
const [small, medium, large] = photo.sizes;

it.each([
  [1, small],
  [96, small],
  [97, medium],
  [320, medium],
  [9_000, large],
])("chooses the smallest file that is large enough for a photo shown %i pixels wide", (width, { url }) => {
  expect(photoUrl(one, width)).toBe(url);
});

it("lists every file with its width in a srcset, at the address of the service if it is given", () => {
  expect(photoSrcset(one)).toBe(`${small.url} 96w, ${medium.url} 320w, ${large.url} 800w`);
  expect(photoUrl(one, 100, "https://pets.example/v1")).toBe(`https://pets.example${medium.url}`);
  expect(photoSrcset({ sizes: [small] }, "https://pets.example/v1")).toBe(`https://pets.example${small.url} 96w`);
});

it("refuses a photo without a file", () => {
  expect(() => photoUrl({ sizes: [] }, 100)).toThrow(TypeError);
});
