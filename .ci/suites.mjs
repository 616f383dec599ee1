// This module lists the test suites of all packages, with the results of the first run of each suite.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { readResults } from "./test-results.mjs";
import { readTestRuns, testTasks } from "./turbo-record.mjs";

/** @param {string} script - `vitest run …` */
const resultsOf = (script) => /--outputFile\.json=(\S+)/.exec(script)?.[1] ?? ".turbo/test-results.json";

/** @returns {{ folder: string, task: string, script: string }[]} */
const findSuites = () =>
  ["apps", "packages"]
    .filter((parent) => existsSync(parent))
    .flatMap((parent) => readdirSync(parent).map((name) => `${parent}/${name}`))
    .flatMap((folder) => {
      const { scripts = {} } = JSON.parse(readFileSync(`${folder}/package.json`, "utf8"));
      const tasks = testTasks.filter((task) => task in scripts);
      return tasks.map((task) => ({ folder, task, script: scripts[task] }));
    });

/** @param {Map<string, import("./test-results.mjs").FileResult>} results */
export const failedFiles = (results) => [...results].filter(([, { failed }]) => failed.length > 0);

/**
 * Lists the suites with their results. `results` is undefined if the suite did not run, if it crashed, or if its exit code
 * was not 0 although no test failed.
 */
export const readSuites = () => {
  const runs = readTestRuns();
  return findSuites().map((suite) => {
    const run = runs.get(`${suite.folder} ${suite.task}`);
    const results = run && readResults(`${suite.folder}/${resultsOf(suite.script)}`, run.startTime);
    const isExplained = results !== undefined && (run.exitCode === 0 || failedFiles(results).length > 0);
    return { ...suite, hasRun: run !== undefined, results: isExplained ? results : undefined };
  });
};
