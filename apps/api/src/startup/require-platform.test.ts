import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { findPlatformProblem, OLDEST_NODE, readOpenFileLimit } from "./require-platform.js";

const enough = 1_024;

it("names the oldest version of Node that package.json allows", () => {
  const { engines } = JSON.parse(readFileSync("package.json", "utf8")) as { engines: { node: string } };
  expect(engines.node).toBe(`>=${OLDEST_NODE.join(".")}.0`);
});

it.each(["14.21.3", "18.20.8", "20.18.3"])("refuses Node %s in one sentence with the remedy", (version) => {
  expect(findPlatformProblem(version, enough)).toBe(
    `Pet Store needs Node.js 20.19 or newer, and this is ${version}: install a newer one from https://nodejs.org.`,
  );
});

it.each(["20.19.0", "20.20.2", "22.0.0"])("accepts Node %s", (version) => {
  expect(findPlatformProblem(version, enough)).toBeUndefined();
});

it("refuses too few open files, and takes a system without /proc for one without a limit", () => {
  expect(findPlatformProblem("22.0.0", 511)).toMatch(
    /^Pet Store needs at least 512 open files, .* 511: raise the limit/,
  );
  expect(findPlatformProblem("22.0.0", 512)).toBeUndefined();
  expect(readOpenFileLimit("/no/such/file")).toBe(Infinity);
});

// Old versions of Node load the entries and this module only, before any other.
it.each(["main.ts", "cli.ts"])("is the only static import of %s", (entry) => {
  const imports = readFileSync(`src/${entry}`, "utf8").match(/^import .*$/gm);
  expect(imports).toEqual([expect.stringContaining('from "./startup/require-platform.js";')]);
});
