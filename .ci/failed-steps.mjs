// This script prints the failed steps of turbo that are not tests, and exits with 1 if there is one. Such a step is not
// run again: a build or a check of the code, unlike a test, has the same result the second time.
// Usage: node .ci/failed-steps.mjs RUNS, where RUNS is the number of runs of turbo so far.
import { failedSteps } from "./turbo-record.mjs";

const failed = failedSteps(Number(process.argv[2] ?? 1));
for (const step of failed) console.log(`Failed: ${step}`);
process.exitCode = failed.length > 0 ? 1 : 0;
