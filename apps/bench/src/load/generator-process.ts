// The load generator: a process of its own, so that nothing else of the bench takes its time.
import type { Job } from "./job.js";
import { runJob } from "./run-job.js";

process.on("message", (job: Job) => {
  void runJob(job).then((outcome) => process.send?.(outcome));
});
// A Ctrl-C reaches this process as well, and it is for the bench to end it; without the bench it has no work.
process.on("SIGINT", () => {});
process.once("disconnect", () => process.exit());
