// Runs one test file alone, or all tests of a package, and reads the results.
import { spawn } from "node:child_process";
import { rmSync } from "node:fs";
import { resolve } from "node:path";
import { readResults } from "./test-results.mjs";

/** @returns {Promise<number | undefined>} the exit code; undefined if it was ended for taking too long */
const run = (command, args, cwd, timeoutMs) =>
  new Promise((done, fail) => {
    const child = spawn(command, args, { cwd, stdio: "inherit", timeout: timeoutMs });
    child.on("error", fail).on("exit", (code) => done(code ?? undefined));
  });

/**
 * @param {string} folder - of the package
 * @param {string[]} scope - arguments of Vitest: a file, or what the package's script says
 * @returns {Promise<Map<string, import("./test-results.mjs").FileResult> | undefined>} undefined unless it ran to its end
 */
const runVitest = async (folder, scope, timeoutMs) => {
  const name = ".turbo/again-results.json";
  const path = `${folder}/${name}`;
  for (const old of [path, path.replace(/\.json$/, ".errors.json")]) rmSync(old, { force: true });
  const startTime = Date.now();
  const args = ["run", ...scope, `--outputFile.json=${name}`];
  const code = await run(resolve(folder, "node_modules/.bin/vitest"), args, folder, timeoutMs);
  const results = readResults(path, startTime);
  const hasFailed = [...(results?.values() ?? [])].some(({ failed }) => failed.length > 0);
  // An exit code that no result explains is a crash.
  return code === 0 || (code !== undefined && hasFailed) ? results : undefined;
};

/** @param {string} file - from the root */
export const runFileAgain = async (folder, file, timeoutMs) =>
  (await runVitest(folder, [resolve(file)], timeoutMs))?.get(file);

/** @param {string} script - the package's own, `vitest run …` */
export const runAllAgain = (folder, script, timeoutMs) => {
  const [program, command, ...scope] = script.split(/\s+/).map((word) => word.replaceAll('"', ""));
  if (program !== "vitest" || command !== "run")
    throw new Error(`${folder}: its tests are not a vitest run: ${script}`);
  return runVitest(
    folder,
    scope.filter((word) => !word.startsWith("--outputFile")),
    timeoutMs,
  );
};
