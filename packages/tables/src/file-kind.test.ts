import { expect, it } from "vitest";
import { fileKindOf } from "./file-kind.js";

it.each([
  ["504b0304", "workbook"],
  ["d0cf11e0a1b11ae1", "old-workbook"],
  ["ffd8ffe0", "picture"],
  ["89504e470d0a", "picture"],
  ["52494646aabbccdd57454250", "picture"],
  ["0000001c6674797068656963", "picture"],
  ["255044462d312e37", "pdf"],
  ["6e616d652c6b696e64", "text"],
  ["", "text"],
  ["efbbbf", "text"],
])("the bytes %s begin a file of the kind %s", (hex, kind) => {
  expect(fileKindOf(Buffer.from(hex, "hex"))).toBe(kind);
});
