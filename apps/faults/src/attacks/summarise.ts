import { quantile } from "@petstore/bench/dist/statistics.js";
import { NO_ANSWER, type Sample } from "./victim.js";

export type Summary = {
  readonly name: string;
  readonly requests: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly worstMs: number;
  /** How often each reason occurred. */
  readonly failures: Readonly<Record<string, number>>;
};

/**
 * Returns one summary for each kind of request. A request without a response counts with the time that it waited, but a
 * refused request does not.
 */
export const summarise = (samples: readonly Sample[]): Summary[] =>
  [...new Set(samples.map(({ name }) => name))].map((name) => {
    const own = samples.filter((sample) => sample.name === name);
    const failures: Record<string, number> = {};
    for (const { failure } of own) if (failure !== undefined) failures[failure] = (failures[failure] ?? 0) + 1;
    const times = own.filter(({ failure }) => failure === undefined || failure === NO_ANSWER).map(({ ms }) => ms);
    const worstMs = Math.max(0, ...times);
    const [p50Ms, p99Ms] = [quantile(times, 0.5), quantile(times, 0.99)];
    return { name, requests: own.length, p50Ms, p99Ms, worstMs, failures };
  });
