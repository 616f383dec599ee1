// A process of its own, so that the bench's other work does not slow the load down.
import type { Job } from "./job.js";
import { runJob } from "./run-job.js";

process.on("message", (job: Job) => {
  void runJob(job).then((outcome) => process.send?.(outcome));
});
// A terminal's Ctrl-C reaches this process too, but the bench stops it.
process.on("SIGINT", () => {});
process.once("disconnect", () => process.exit());
