import { collectDefaultMetrics, Registry } from "prom-client";
import type { Config } from "../config/config.js";
import { readRelease } from "../database/release.js";
import { gauge, type Metric } from "./metric.js";

/** Measures processor time, memory, garbage collection and the event loop, with the usual names of prom-client. */
export const openProcessMetrics = ({ environment }: Pick<Config, "environment">): (() => Promise<Metric[]>) => {
  const registry = new Registry();
  const { version, commit = "unknown", schema } = readRelease();
  collectDefaultMetrics({ register: registry });
  return async () => [
    ...((await registry.getMetricsAsJSON()) as unknown as Metric[]),
    gauge(
      "petstore_build_info",
      "The version that is running, its commit and its schema, and the ENVIRONMENT.",
      [[{ version, commit, schema, node: process.version, environment }, 1]],
      "first",
    ),
  ];
};
