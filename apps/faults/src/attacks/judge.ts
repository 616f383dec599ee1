import type { ProcessorTime } from "../service/processes.js";
import type { Attack, Scale } from "./attack.js";
import type { GainCounts } from "./gains.js";
import { LIMIT_MB } from "./watch-memory.js";
import type { Summary } from "./summarise.js";

export type Evidence = {
  readonly scale: Scale;
  readonly calm: readonly Summary[];
  readonly attacked: readonly Summary[];
  readonly gains: GainCounts;
  readonly rss: { readonly firstMb: number; readonly maxMb: number };
  /** The time of the service's main thread during the attack. */
  readonly processor: ProcessorTime;
  /** The highest number of requests that began in one turn of the event loop. */
  readonly mostPerTurn: number;
  readonly ended?: { readonly afterMs: number; readonly how: string };
  readonly isOverLimit: boolean;
  readonly isRecovered: boolean;
};

const sum = (counts: Readonly<Record<string, number>>) => Object.values(counts).reduce((all, count) => all + count, 0);

export const failuresOf = ({ failures }: Summary): number => sum(failures);

/**
 * If the service waited for a processor for a larger share of the time than this, its response times do not measure the
 * service itself.
 */
const MAX_WAITED = 0.25;

/** Returns the share of the time in which the service could have run, but another program had the processor. */
export const waitedShareOf = ({ ranMs, waitedMs }: ProcessorTime): number => waitedMs / Math.max(1, ranMs + waitedMs);

const judgeVictim = ({ name, failures, requests, p99Ms }: Summary, maxP99Ms: number): string[] => {
  const reasons = Object.entries(failures).map(([why, count]) => `${name}: ${count} of ${requests} failed: ${why}`);
  if (p99Ms <= maxP99Ms) return reasons;
  return [...reasons, `${name}: p99 ${Math.round(p99Ms)} ms, more than ${maxP99Ms} ms`];
};

const describeEnd = ({ afterMs, how }: NonNullable<Evidence["ended"]>, isOverLimit: boolean) => {
  const why = isOverLimit ? `above ${LIMIT_MB} MiB` : how;
  return `the service ended after ${(afterMs / 1_000).toFixed(1)} s: ${why}`;
};

/**
 * @returns The reasons why the service did not withstand the attack. A short form runs at the same time as other tests,
 * so its times are not judged.
 */
export const judge = ({ bounds, judge: judgeGains }: Attack, evidence: Evidence, isShort: boolean): string[] => {
  const { attacked, gains, rss, processor, mostPerTurn, ended, isOverLimit, isRecovered, scale } = evidence;
  const reasons = ended === undefined ? [] : [describeEnd(ended, isOverLimit)];
  if (rss.maxMb > bounds.rssMb) reasons.push(`${rss.maxMb} MiB resident, more than ${bounds.rssMb} MiB`);
  const growthMb = rss.maxMb - rss.firstMb;
  if (isShort && bounds.shortGrowthMb !== undefined && growthMb > bounds.shortGrowthMb) {
    reasons.push(`${growthMb} MiB more than before, more than ${bounds.shortGrowthMb} MiB`);
  }
  const { p99Ms = Infinity, perTurn = Infinity } = bounds;
  const ofVictim = attacked.flatMap((summary) => judgeVictim(summary, isShort ? Infinity : p99Ms));
  reasons.push(...ofVictim);
  const waited = waitedShareOf(processor);
  if (ofVictim.length > 0 && waited > MAX_WAITED) {
    reasons.push(
      `the service waited for a processor for ${Math.round(100 * waited)} % of its time, so repeat this on an idle machine`,
    );
  }
  if (mostPerTurn > perTurn) {
    reasons.push(`${mostPerTurn} requests began in one turn of the event loop, more than ${perTurn}`);
  }
  if (ended === undefined && !isRecovered) reasons.push("/readyz was not 200 afterwards");
  if (gains.opened + sum(gains.statuses) === 0) reasons.push("no connection was opened, so the attack tests nothing");
  return [...reasons, ...(judgeGains?.(gains, scale) ?? [])];
};
