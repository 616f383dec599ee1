import { readFile } from "node:fs/promises";
import { expect, it } from "vitest";
import { generatedFiles } from "./files.js";

const { version } = JSON.parse(await readFile(new URL("../../package.json", import.meta.url), "utf8")) as {
  version: string;
};
const files = await generatedFiles(version);

it.each(Object.entries(files))("%s matches the contract (if not, run `openapi:write`)", async (file, text) => {
  expect(await readFile(new URL(`../../${file}`, import.meta.url), "utf8")).toBe(text);
});
