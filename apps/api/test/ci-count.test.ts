import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Ended, makeWorkspace, type Package } from "./support/ci-workspace.js";

// These tests run .ci/count.mjs and .ci/failed-steps.mjs with the real turbo and Vitest, on packages that each fail in
// one way.

const holds = `it("holds", () => {});`;
const packages: Readonly<Record<string, Package>> = {
  passes: { tests: holds },
  "fails-in-one-project": {
    tests: `it("is b", () => expect(process.env.PROJECT).toBe("b"));`,
    projects: ["a", "b"],
  },
  flickers: { tests: `${holds} it("flickers", () => expect(isFirst).toBe(false));` },
  fails: { tests: `${holds} it("fails", () => expect(1).toBe(2));` },
  "depends-on-order": {
    tests: `it("depends", () => expect(isFirst).toBe(false));`,
    scripts: { "test:shuffled": "vitest run --sequence.shuffle.tests --outputFile.json=.turbo/shuffled-results.json" },
  },
  "has-a-setting": {
    tests: `it("is set", () => expect([isFirst, process.env.SETTING]).toEqual([false, "on"]));`,
    scripts: { test: "env SETTING=on vitest run" },
  },
  "loads-late": { tests: `if (isFirst) throw new Error("not loaded"); ${holds}` },
  "throws-outside": { tests: `it("holds", () => { if (isFirst) Promise.reject(new Error("nobody waits")); });` },
  "closes-badly": {
    tests: `describe("group", () => { afterAll(() => { if (isFirst) throw new Error("not closed"); }); ${holds} });`,
  },
  "worker-dies": { tests: `it("holds", () => { if (isFirst) process.kill(process.pid, "SIGKILL"); });` },
  "crashes-once": { tests: holds, setup: `if (isFirst) process.kill(process.pid, "SIGKILL");` },
  "crashes-twice": { tests: holds, setup: `process.kill(process.pid, "SIGKILL");` },
  "fails-at-the-end": { tests: holds, setup: `return () => { process.exitCode = 3; };` },
  "is-skipped-later": { tests: `${holds} it.skipIf(!isFirst)("vanishes", () => expect(1).toBe(2));` },
};
const folders: string[] = [];
const makeFolder = async () => {
  const folder = await mkdtemp(join(tmpdir(), "petstore-ci-"));
  folders.push(folder);
  return folder;
};
const workspace = async (names: readonly string[], more: Readonly<Record<string, Package>> = {}) => {
  const chosen = Object.fromEntries(names.map((name) => [name, packages[name] ?? { tests: "" }]));
  return makeWorkspace(await makeFolder(), { ...chosen, ...more });
};
afterAll(async () => {
  for (const folder of folders) await rm(folder, { recursive: true });
});

const lastLine = ({ output }: Ended) => output.trimEnd().split("\n").at(-1);

describe("the count at the end of .ci/run", () => {
  let counted: Ended;
  beforeAll(async () => {
    const folder = await makeFolder();
    const { turbo, ci } = await makeWorkspace(folder, packages);
    // The results of an earlier run, which say that everything passed.
    const old = {
      startTime: 0,
      testResults: [{ name: "the-1.test.js", status: "passed", message: "", assertionResults: [] }],
    };
    await writeFile(join(folder, "apps/crashes-twice/.turbo/test-results.json"), JSON.stringify(old));
    await writeFile(join(folder, "apps/crashes-twice/.turbo/test-results.errors.json"), "[]");
    await turbo("test", "test:shuffled");
    counted = await ci("count.mjs");
  });

  it.each([
    ["flickers/the-1.test.js › flickers", "a test that fails once"],
    ["has-a-setting/the-1.test.js › is set", "a test that needs what its script sets"],
    ["loads-late/the-1.test.js › (outside its tests)", "a file that does not load once"],
    ["throws-outside/the-1.test.js › (outside its tests)", "an error outside tests"],
    ["closes-badly/the-1.test.js › (outside its tests)\n    Error: not closed", "a hook that throws"],
    ["worker-dies", "a worker that dies"],
    ["crashes-once › test", "a runner that dies once"],
  ])("names a flake: %s: %s", (name) => {
    expect(counted.output).toContain(`\nflaky: apps/${name}`);
  });

  it("names the seed with which a shuffled test failed", () => {
    expect(counted.output).toMatch(
      /\nflaky: apps\/depends-on-order\/the-1\.test\.js › depends\n(?: {4}.*\n)+ {4}Shuffled with --sequence\.shuffle\.tests --sequence\.seed=\d+\n/,
    );
  });

  it("says how a flake failed", () => {
    expect(counted.output).toContain(
      "\nflaky: apps/flickers/the-1.test.js › flickers\n    AssertionError: expected true to be false",
    );
  });

  it.each([
    ["fails/the-1.test.js › fails: AssertionError", "a test that fails twice"],
    ["fails-in-one-project/the-1.test.js › is b", "a test that fails in one project, and passes in the next"],
    ["crashes-twice › test", "a runner that dies twice and has results of an earlier run"],
    ["fails-at-the-end › test", "an exit code that no test explains"],
    ["is-skipped-later/the-1.test.js › vanishes", "a failed test that the second run skips"],
  ])("names a failure: %s: %s", (name) => {
    expect(counted.output).toContain(`\nFailed: apps/${name}`);
  });

  it("exits with 1 and prints the sums last, with flakes among the passed tests", () => {
    expect(counted.code).toBe(1);
    expect(lastLine(counted)).toBe("13 passed, 5 failed");
    expect(counted.output.match(/^(?:flaky|Failed): /gm)).toHaveLength(13);
  });

  it("exits with 0 if only flakes failed", async () => {
    const { turbo, ci } = await workspace(["passes", "flickers", "crashes-once"]);
    expect((await turbo("test")).code).not.toBe(0);
    const ended = await ci("count.mjs");
    expect([ended.code, lastLine(ended)]).toEqual([0, "4 passed, 0 failed"]);
  });

  it("runs nothing again if all tests passed", async () => {
    const { turbo, ci } = await workspace(["passes"]);
    await turbo("test");
    expect(await ci("count.mjs")).toEqual({ code: 0, output: "1 passed, 0 failed\n" });
  });

  it("runs the tests of a package that turbo has not run", async () => {
    const { ci } = await workspace(["passes", "fails"]);
    const ended = await ci("count.mjs");
    expect([ended.code, lastLine(ended)]).toEqual([1, "2 passed, 1 failed"]);
  });

  it("runs nothing again if more than 20 files failed", async () => {
    const broken = { tests: `it("x", () => expect(isFirst).toBe(false));`, files: 21 };
    const { turbo, ci } = await workspace([], { broken });
    await turbo("test");
    const ended = await ci("count.mjs");
    expect([ended.code, lastLine(ended)]).toEqual([1, "0 passed, 21 failed"]);
  });
});

describe("a failed step that is not a test", () => {
  const withLint = (lint: string) => workspace([], { one: { tests: holds, scripts: { test: "false", lint } } });

  it("refuses", async () => {
    const { turbo, ci } = await withLint("false");
    await turbo("test", "lint");
    expect(await ci("failed-steps.mjs", "1")).toEqual({ code: 1, output: "Failed: one#lint\n" });
  });

  it("leaves failed tests to the count", async () => {
    const { turbo, ci } = await withLint("true");
    await turbo("test", "lint");
    expect(await ci("failed-steps.mjs", "1")).toEqual({ code: 0, output: "" });
  });

  it("fails if turbo left no record of its run", async () => {
    const { turbo, ci } = await withLint("true");
    await turbo("lint");
    expect(await ci("failed-steps.mjs", "2")).toEqual({
      code: 1,
      output: "Failed: turbo left no record of all its steps\n",
    });
  });
});
