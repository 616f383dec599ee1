import cluster from "node:cluster";
import { setV8Flags } from "../startup/v8-flags.js";
import { Interrupted } from "../startup/shutdown-signals.js";

const stopping = new AbortController();
// First, before anything is started. A terminal sends these two to all processes at once: the primary passes them on.
for (const signal of ["SIGINT", "SIGHUP"] as const) process.on(signal, () => {});
process.on("SIGTERM", () => stopping.abort(new Interrupted("SIGTERM")));
// Else Node would end the worker at once, in the middle of its requests, when the primary is gone.
cluster.worker?.on("disconnect", () => {
  if (cluster.worker !== undefined) cluster.worker.exitedAfterDisconnect = true;
});
setV8Flags();

const { serveWorker } = await import("./serve-worker.js");
await serveWorker(stopping);
