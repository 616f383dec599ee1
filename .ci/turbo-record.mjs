// This module reads what turbo did from the records that `turbo run --summarize` leaves in .turbo/runs.
import { existsSync, readdirSync, readFileSync } from "node:fs";

const folder = ".turbo/runs";
/** The scripts of packages that run tests and that .ci/run starts. */
export const testTasks = ["test", "test:short-proofs", "test:shuffled", "test:node-22", "test:node-24"];

const readRecords = () => {
  const names = existsSync(folder) ? readdirSync(folder) : [];
  return names.map((name) => JSON.parse(readFileSync(`${folder}/${name}`, "utf8")));
};

const endedTasks = ({ tasks }) => tasks.filter(({ execution }) => execution?.endTime > 0);
const isTest = ({ task }) => testTasks.includes(task);

/**
 * @returns {Map<string, { startTime: number, exitCode: number }>} The finished runs of tests, by "directory task".
 */
export const readTestRuns = () =>
  new Map(
    readRecords()
      .flatMap(endedTasks)
      .filter(isTest)
      .map(({ task, directory, execution }) => [`${directory} ${task}`, execution]),
  );

/**
 * @param {number} runs - The number of runs of turbo. A run without a record failed before its first step.
 * @returns {string[]} The failed steps that are not tests, such as a build, lint, types or turbo itself.
 */
export const failedSteps = (runs) => {
  const records = readRecords();
  const failed = records
    .flatMap(endedTasks)
    .filter((task) => task.execution.exitCode !== 0 && !isTest(task))
    .map(({ taskId }) => taskId);
  const hasEnded = (record) => endedTasks(record).length === record.execution.attempted;
  if (records.length < runs || !records.every(hasEnded)) failed.push("turbo left no record of all its steps");
  return failed;
};
