// The generator is a separate process, so that the other work of the bench does not slow it down.
import type { Job } from "./job.js";
import { runClosedLoop } from "./run-closed-loop.js";
import { runOpenLoop } from "./run-open-loop.js";

process.on("message", (job: Job) => {
  const outcome = job.ratePerSecond === undefined ? runClosedLoop(job) : runOpenLoop(job, job.ratePerSecond);
  void outcome.then((result) => process.send?.(result));
});
// The Ctrl-C of a terminal also reaches this process, but the bench must stop it.
process.on("SIGINT", () => {});
process.once("disconnect", () => process.exit());
