// This script names the failed steps of turbo that are not tests, and exits with 1 if there is one. They count at once:
// unlike a test, a build, lint, the format, types, dead code and licences have the same result the second time. Usage:
// node .ci/failed-steps.mjs RUNS, the number of runs of turbo so far.
import { failedSteps } from "./turbo-record.mjs";

const failed = failedSteps(Number(process.argv[2] ?? 1));
for (const step of failed) console.log(`Failed: ${step}`);
process.exitCode = failed.length > 0 ? 1 : 0;
