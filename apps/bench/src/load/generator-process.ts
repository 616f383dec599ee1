// A process of its own, so that the bench's other work does not slow the load down.
import type { Job } from "./job.js";
import { runClosedLoop } from "./run-closed-loop.js";
import { runOpenLoop } from "./run-open-loop.js";

process.on("message", (job: Job) => {
  const outcome = job.ratePerSecond === undefined ? runClosedLoop(job) : runOpenLoop(job, job.ratePerSecond);
  void outcome.then((result) => process.send?.(result));
});
// A terminal's Ctrl-C reaches this process too, but the bench stops it.
process.on("SIGINT", () => {});
process.once("disconnect", () => process.exit());
