import { defineNavigator } from "./patches/navigator.js";
import { outlivePrimary } from "./patches/outlive-primary.js";
import { Interrupted } from "./startup/shutdown-signals.js";
import { setV8Flags } from "./startup/v8-flags.js";

const stopping = new AbortController();
// Before anything starts. A terminal sends these two to all processes: the primary forwards them.
for (const signal of ["SIGINT", "SIGHUP"] as const) process.on(signal, () => {});
process.on("SIGTERM", () => stopping.abort(new Interrupted("SIGTERM")));
outlivePrimary();
setV8Flags();
defineNavigator();

const { serveWorker } = await import("./cluster/serve-worker.js");
await serveWorker(stopping, async () => (await import("./compose.js")).compose);
