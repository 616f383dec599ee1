// Names the failed steps of turbo that are no tests, and exits with 1 if there is one. They decide at once: unlike a test, a
// build, lint, the format, types, dead code and licences answer the same the second time.
// node .ci/failed-steps.mjs RUNS: how many runs of turbo there were until now.
import { failedSteps } from "./turbo-record.mjs";

const failed = failedSteps(Number(process.argv[2] ?? 1));
for (const step of failed) console.log(`Failed: ${step}`);
process.exitCode = failed.length > 0 ? 1 : 0;
