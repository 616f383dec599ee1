import type { Seen } from "../traffic/careful-writers.js";

/** Writes a summary of the statuses such as `812 200, 14 503`. */
export const countOutcomes = (seen: readonly Seen[]): string => {
  const counts = new Map<string, number>();
  for (const { outcome } of seen) counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
  const sorted = [...counts].toSorted(([one], [other]) => one.localeCompare(other));
  return sorted.map(([outcome, count]) => `${count} ${outcome}`).join(", ") || "none";
};

/**
 * Describes the responses in each second after the fault, for example `0: 200 40 | 1: 503 8`. Seconds with equal
 * results share an entry.
 */
export const bySecond = (seen: readonly Seen[], beganAt: number): string => {
  const seconds = new Map<number, Set<string>>();
  for (const { at, outcome } of seen) {
    const second = Math.floor((at - beganAt) / 1_000);
    if (second >= 0) seconds.set(second, (seconds.get(second) ?? new Set()).add(outcome));
  }
  const entries: { from: number; to: number; what: string }[] = [];
  for (const [second, outcomes] of [...seconds].toSorted(([one], [other]) => one - other)) {
    const what = [...outcomes].toSorted().join("+");
    const last = entries.at(-1);
    if (last?.what === what) last.to = second;
    else entries.push({ from: second, to: second, what });
  }
  return entries.map(({ from, to, what }) => `${from === to ? from : `${from}-${to}`} s: ${what}`).join(", ");
};

/** Returns the longest period after the fault in which no request succeeded, in milliseconds. */
export const longestGap = (successAt: readonly number[], beganAt: number, endedAt: number): number => {
  let previous = beganAt;
  let longest = 0;
  for (const at of [...successAt.filter((at) => at > beganAt), endedAt]) {
    longest = Math.max(longest, at - previous);
    previous = at;
  }
  return longest;
};
