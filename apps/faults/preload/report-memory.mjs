// This file is loaded into the service with `--import`. It reports, over the IPC channel, how much memory the process
// uses after a full garbage collection, and the longest delay of its event loop since the last report.
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
  // The delay is read before the collections below, because these delay the event loop themselves.
  const loopDelayMs = delay.max / 1e6;
  await collect();
  await collect();
  const { rss, heapUsed, external } = process.memoryUsage();
  process.send({ probe: "process", rss, live: heapUsed + external, loopDelayMs, resources: countResources() });
  delay.reset();
};

// In a worker, the IPC channel belongs to the primary.
if (cluster.isPrimary && isMainThread && process.send !== undefined) {
  delay.enable();
  process.on("message", (message) => message?.probe === "process" && void report());
  // If the fuzzer has gone, nothing else would stop this process.
  process.on("disconnect", () => process.kill(process.pid, "SIGTERM"));
  // The channel must not keep the service running.
  process.channel?.unref();
}
