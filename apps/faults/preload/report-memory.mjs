// Loaded into the service with `--import`: answers the fuzzer, over the IPC channel, what the process holds after a full
// garbage collection, and how long its event loop has waited since it was last asked.
import cluster from "node:cluster";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { isMainThread } from "node:worker_threads";

const delay = monitorEventLoopDelay({ resolution: 5 });

const countResources = () => {
  const counts = {};
  for (const name of process.getActiveResourcesInfo()) counts[name] = (counts[name] ?? 0) + 1;
  return counts;
};

const collect = () => {
  globalThis.gc?.();
  return new Promise((resolve) => setImmediate(resolve));
};

const report = async () => {
  // Read first: the collections below make the loop wait as well, and are no request's doing.
  const loopDelayMs = delay.max / 1e6;
  await collect();
  await collect();
  const { rss, heapUsed, external } = process.memoryUsage();
  process.send({ probe: "process", rss, live: heapUsed + external, loopDelayMs, resources: countResources() });
  delay.reset();
};

// Not in a worker of WORKERS: its channel belongs to the primary.
if (cluster.isPrimary && isMainThread && process.send !== undefined) {
  delay.enable();
  process.on("message", (message) => message?.probe === "process" && void report());
  // The fuzzer has gone: nobody else would end this process.
  process.on("disconnect", () => process.kill(process.pid, "SIGTERM"));
  // The channel alone must not keep the service from ending.
  process.channel?.unref();
}
