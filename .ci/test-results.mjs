// This module reads the results of a run of Vitest: the JSON results, and the errors outside tests
// (unhandled-errors.mjs).
import { readFileSync } from "node:fs";
import { relative } from "node:path";

/**
 * @typedef {{ name: string, message: string, isOutside?: boolean }} Failure - Of a test, or of a file outside its tests.
 * @typedef {{ passed: string[], failed: Failure[] }} FileResult
 */

const firstLines = (message) => message.split("\n").slice(0, 3).join("\n    ").slice(0, 1000);
/** @returns {Failure} */
const outside = (message) => ({ name: "(outside its tests)", message: firstLines(message), isOutside: true });

const readIfThere = (path) => {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch (error) {
    // If the runner was killed while it wrote, the file is incomplete.
    if (error.code === "ENOENT" || error instanceof SyntaxError) return undefined;
    throw error;
  }
};

/**
 * @param hooks - The errors of its hooks, which are in the message only if the file as a whole threw them.
 * @returns {FileResult}
 */
const fileResult = ({ status, message, assertionResults }, hooks) => {
  const withStatus = (one) => assertionResults.filter((test) => test.status === one);
  const failed = withStatus("failed").map(({ fullName, failureMessages }) => ({
    name: fullName,
    message: firstLines(failureMessages.join("\n")),
  }));
  // A file can fail although no test failed: a hook threw, or the file could not be loaded.
  if (status === "failed" && failed.length === 0) failed.push(outside(message || hooks.join("\n")));
  // If a worker dies, its tests stay pending or are missing, and Vitest still counts the file as passed.
  const isComplete = assertionResults.length > 0 && withStatus("pending").length === 0;
  if (!isComplete && failed.length === 0) failed.push(outside("its tests did not end"));
  return { passed: withStatus("passed").map(({ fullName }) => fullName), failed };
};

/**
 * @param {string} path - The path of the JSON results.
 * @param {number} since - In milliseconds. Older results belong to another run.
 * @returns {Map<string, FileResult> | undefined} The results by file. Undefined if the runner crashed, or if an error
 * belongs to no file.
 */
export const readResults = (path, since) => {
  const results = readIfThere(path);
  const more = readIfThere(path.replace(/\.json$/, ".errors.json"));
  if (results === undefined || more === undefined || results.startTime < since) return undefined;
  /** @type {Map<string, FileResult>} */
  const files = new Map();
  for (const one of results.testResults) {
    const file = relative(process.cwd(), one.name);
    const hooks = more.hooks.filter((hook) => hook.file === one.name).map(({ message }) => message);
    const [its, other] = [fileResult(one, hooks), files.get(file) ?? { passed: [], failed: [] }];
    // If several projects run a file, it counts once, and passes if it passes in all of them.
    files.set(file, { passed: [...other.passed, ...its.passed], failed: [...other.failed, ...its.failed] });
  }
  for (const { file, message } of more.errors) {
    const its = file === undefined ? undefined : files.get(relative(process.cwd(), file));
    if (its === undefined) return undefined;
    its.failed.push(outside(message));
  }
  if (more.seed !== undefined) {
    const seed = `\n    Shuffled with --sequence.shuffle.tests --sequence.seed=${more.seed}`;
    for (const failure of [...files.values()].flatMap(({ failed }) => failed)) failure.message += seed;
  }
  return files.size === 0 ? undefined : files;
};
