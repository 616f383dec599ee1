// This script is the last step of a CI run. It runs each failed test file once more, alone. Then it prints the flaky
// tests, the failed tests and, on the last line, the totals. A test that passes alone is flaky: it is printed and counts
// as passed. A test that fails or crashes twice has failed.
import { runAllAgain, runFileAgain } from "./run-again.mjs";
import { failedFiles, readSuites } from "./suites.mjs";

/** More failures than this mean a defect, not flaky tests. Running them all again would take too long. */
const MAX_FILES = 20;
const DEADLINE_MS = 8 * 60_000;
const deadline = Date.now() + DEADLINE_MS;
const timeLeft = () => Math.max(1, deadline - Date.now());

const flakes = [];
const failures = [];
let passed = 0;

const add = (file, result) => {
  passed += result.passed.length;
  for (const { name, message } of result.failed) failures.push(`${file} › ${name}: ${message}`);
};

/** A failed test has not passed if it is missing or skipped in the second run. */
const addAgain = (file, first, again) => {
  if (again === undefined) return add(file, { ...first, passed: [] });
  add(file, again);
  const failedAgain = new Set(again.failed.map(({ name }) => name));
  for (const failure of first.failed.filter(({ name }) => !failedAgain.has(name))) {
    if (failure.isOutside || again.passed.includes(failure.name))
      flakes.push(`${file} › ${failure.name}\n    ${failure.message}`);
    else add(file, { passed: [], failed: [failure] });
  }
};

/** Runs a suite again that crashed or did not run, and returns the results of this second run. */
const settleSuite = async ({ folder, task, script, hasRun }) => {
  const why = hasRun ? "it crashed, or failed without a failed test" : "it did not run";
  console.log(`Runs ${task} of ${folder} now: ${why}.`);
  const again = await runAllAgain(folder, script, timeLeft());
  if (again === undefined) failures.push(`${folder} › ${task}: ${why}, and the second time it crashed`);
  else if (hasRun) flakes.push(`${folder} › ${task} (${why})`);
  return again ?? new Map();
};

const toRunAgain = [];
for (const suite of readSuites()) {
  const results = suite.results ?? (await settleSuite(suite));
  for (const [file, result] of results) if (result.failed.length === 0) add(file, result);
  for (const [file, result] of failedFiles(results)) {
    // A suite that crashed has already run twice, so its failures are not run again.
    if (suite.results === undefined && suite.hasRun) add(file, result);
    else toRunAgain.push({ ...suite, file, result });
  }
}
if (toRunAgain.length > MAX_FILES) {
  console.log(`${toRunAgain.length} files failed: that is too many to be flaky, so none is run again.`);
  for (const { file, result } of toRunAgain) add(file, result);
} else {
  for (const { folder, task, script, file, result } of toRunAgain) {
    console.log(`Runs ${file} of ${task} again, alone.`);
    addAgain(file, result, await runFileAgain(folder, script, file, timeLeft()));
  }
}

for (const flake of flakes) console.log(`flaky: ${flake}`);
for (const failure of failures) console.log(`Failed: ${failure}`);
console.log(`${passed} passed, ${failures.length} failed`);
process.exitCode = failures.length > 0 ? 1 : 0;
