// This module runs one test file alone, or all tests of a package's script, and reads the results.
import { spawn } from "node:child_process";
import { rmSync } from "node:fs";
import { delimiter, resolve } from "node:path";
import { env } from "node:process";
import { readResults } from "./test-results.mjs";

/**
 * @returns {Promise<number | undefined>} The exit code, or undefined if the command was ended because it took too long.
 */
const run = ([command, ...args], folder, timeoutMs) =>
  new Promise((done, fail) => {
    const path = [resolve(folder, "node_modules/.bin"), env.PATH ?? ""].join(delimiter);
    const options = { cwd: folder, env: { ...env, PATH: path }, stdio: "inherit", timeout: timeoutMs };
    const child = spawn(command, args, options);
    child.on("error", fail).on("exit", (code) => done(code ?? undefined));
  });

/** Splits a script such as `[node ../../.ci/with-node.mjs 24.21.0] vitest run [--project in-process]`. */
const partsOf = (script) => {
  const words = script.split(/\s+/).map((word) => word.replaceAll('"', ""));
  const at = words.indexOf("vitest");
  if (at === -1 || words[at + 1] !== "run") throw new Error(`The script does not call vitest run: ${script}`);
  return { before: words.slice(0, at), scope: words.slice(at + 2).filter((word) => !word.startsWith("--outputFile")) };
};

/** @returns {Promise<Map<string, import("./test-results.mjs").FileResult> | undefined>} Undefined if Vitest crashed. */
const runVitest = async (folder, before, scope, timeoutMs) => {
  const name = ".turbo/again-results.json";
  const path = `${folder}/${name}`;
  for (const old of [path, path.replace(/\.json$/, ".errors.json")]) rmSync(old, { force: true });
  const startTime = Date.now();
  const code = await run([...before, "vitest", "run", ...scope, `--outputFile.json=${name}`], folder, timeoutMs);
  const results = readResults(path, startTime);
  const hasFailed = [...(results?.values() ?? [])].some(({ failed }) => failed.length > 0);
  // If the exit code is not 0 although no test failed, the runner crashed.
  return code === 0 || (code !== undefined && hasFailed) ? results : undefined;
};

/**
 * Runs a test file with the command and the Node.js of the script, but alone, and its tests in the written order.
 * @param {string} folder - The folder of the package.
 * @param {string} file - The path from the root of the repository.
 */
export const runFileAgain = async (folder, script, file, timeoutMs) =>
  (await runVitest(folder, partsOf(script).before, [resolve(file)], timeoutMs))?.get(file);

export const runAllAgain = (folder, script, timeoutMs) => {
  const { before, scope } = partsOf(script);
  return runVitest(folder, before, scope, timeoutMs);
};
