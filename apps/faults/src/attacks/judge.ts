import type { Attack, Scale } from "./attack.js";
import { healthInTurn } from "./ask.js";
import type { GainCounts } from "./gains.js";
import { LIMIT_MB } from "./memory-limit.js";
import type { Summary } from "./summarise.js";

export type Evidence = {
  readonly scale: Scale;
  readonly calm: readonly Summary[];
  readonly attacked: readonly Summary[];
  readonly gains: GainCounts;
  readonly rss: { readonly firstMb: number; readonly maxMb: number };
  readonly ended?: { readonly afterMs: number; readonly how: string };
  readonly isOverLimit: boolean;
  readonly isRecovered: boolean;
};

const sum = (counts: Readonly<Record<string, number>>) => Object.values(counts).reduce((all, count) => all + count, 0);
export const failuresOf = ({ failures }: Summary): number => sum(failures);

/** @returns how many requests of the attacker were answered for each one of a client that waits its turn. */
export const answersPerTurn = ({ attacked, gains }: Pick<Evidence, "attacked" | "gains">): number | undefined => {
  const turns = attacked.find(({ name }) => name === healthInTurn.name);
  return turns && sum(gains.statuses) / Math.max(1, turns.requests - failuresOf(turns));
};

const judgeVictim = ({ name, failures, p99Ms, requests }: Summary, maxP99Ms: number | undefined): string[] => {
  const failed = Object.entries(failures).map(([why, count]) => `${name}: ${count} of ${requests} failed: ${why}`);
  if (maxP99Ms === undefined || p99Ms <= maxP99Ms) return failed;
  return [...failed, `${name}: p99 ${Math.round(p99Ms)} ms, more than ${maxP99Ms} ms`];
};

const describeEnd = ({ afterMs, how }: NonNullable<Evidence["ended"]>, isOverLimit: boolean) => {
  const why = isOverLimit ? `above ${LIMIT_MB} MB` : how;
  return `the service ended after ${(afterMs / 1_000).toFixed(1)} s: ${why}`;
};

/** @returns why the service did not withstand the attack. A short form runs beside other tests: times prove nothing there. */
export const judge = ({ bounds, judge: judgeGains }: Attack, evidence: Evidence, isShort: boolean): string[] => {
  const { attacked, gains, rss, ended, isOverLimit, isRecovered, scale } = evidence;
  const reasons = ended === undefined ? [] : [describeEnd(ended, isOverLimit)];
  if (rss.maxMb > bounds.rssMb) reasons.push(`${rss.maxMb} MB resident, more than ${bounds.rssMb} MB`);
  const growthMb = rss.maxMb - rss.firstMb;
  if (isShort && bounds.shortGrowthMb !== undefined && growthMb > bounds.shortGrowthMb) {
    reasons.push(`${growthMb} MB more than before, more than ${bounds.shortGrowthMb} MB`);
  }
  for (const summary of attacked) reasons.push(...judgeVictim(summary, isShort ? undefined : bounds.p99Ms));
  const answers = answersPerTurn(evidence);
  if (answers !== undefined && bounds.answersPerTurn !== undefined && answers > bounds.answersPerTurn) {
    reasons.push(`${Math.round(answers)} answers to the attacker for each one to a client that waits its turn`);
  }
  if (ended === undefined && !isRecovered) reasons.push("/readyz was not 200 afterwards");
  if (gains.opened + sum(gains.statuses) === 0) reasons.push("no connection was opened: the attack tests nothing");
  return [...reasons, ...(judgeGains?.(gains, scale) ?? [])];
};
