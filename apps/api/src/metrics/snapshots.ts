import { AggregatorRegistry } from "prom-client";
import type { Metric, Snapshot } from "./metric.js";

/**
 * prom-client would drop the start time if there is more than one process. The earliest start time is the start time of
 * the service.
 */
const aggregatorOf = ({ aggregator = "sum" }: Metric) => (aggregator === "omit" ? "min" : aggregator);

/** An idle process reports NaN as the mean of no values, and JSON turns it into null on the way between processes. */
export const toSnapshot = (metrics: readonly Metric[]): Snapshot =>
  metrics.map((metric) => ({
    ...metric,
    aggregator: aggregatorOf(metric),
    values: metric.values.filter(({ value }) => Number.isFinite(value)),
  }));

const merge = (snapshots: readonly Snapshot[]) =>
  AggregatorRegistry.aggregate(snapshots.map((snapshot) => [...snapshot]));

export const printSnapshots = (snapshots: readonly Snapshot[]): Promise<string> => merge(snapshots).metrics();

export const mergeSnapshots = async (snapshots: readonly Snapshot[]): Promise<Snapshot> =>
  toSnapshot((await merge(snapshots).getMetricsAsJSON()) as unknown as Metric[]);

/**
 * Keeps the counters of a process after it has ended. If a sum decreased, it would look like a restart of the whole
 * service.
 */
export const countersOf = (snapshot: Snapshot): Snapshot =>
  snapshot.filter(({ type, aggregator }) => aggregator === "sum" && (type === "counter" || type === "histogram"));
