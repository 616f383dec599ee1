import { defineNavigator } from "./patches/navigator.js";
import { outlivePrimary } from "./patches/outlive-primary.js";
import { Interrupted } from "./startup/shutdown-signals.js";
import { setV8Flags } from "./startup/v8-flags.js";

const stopping = new AbortController();
// This comes before anything starts. A terminal sends these two signals to all processes, but the workers ignore them,
// because the primary tells them when to stop.
for (const signal of ["SIGINT", "SIGHUP"] as const) process.on(signal, () => {});
process.on("SIGTERM", () => stopping.abort(new Interrupted("SIGTERM")));
outlivePrimary();
setV8Flags();
defineNavigator();

const { serveWorker } = await import("./cluster/serve-worker.js");
await serveWorker(stopping, async () => (await import("./compose.js")).compose);
