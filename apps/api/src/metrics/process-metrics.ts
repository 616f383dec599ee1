import { collectDefaultMetrics, Registry } from "prom-client";
import { gauge, type Metric } from "./metric.js";

const VERSION = "1.0.0";

/** Measures processor time, memory, garbage collection and the event loop, with the usual names of prom-client. */
export const openProcessMetrics = (): (() => Promise<Metric[]>) => {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  return async () => [
    ...((await registry.getMetricsAsJSON()) as unknown as Metric[]),
    gauge("petstore_build_info", "The version that runs.", [[{ version: VERSION, node: process.version }, 1]], "first"),
  ];
};
