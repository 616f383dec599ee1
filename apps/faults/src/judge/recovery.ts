import { setTimeout as sleep } from "node:timers/promises";
import type { Operation } from "../traffic/operation.js";
import { type Attempt, isSuccess, type Traffic } from "../traffic/traffic.js";

/** How long nothing may fail before the service counts as recovered. */
const QUIET_MS = 1_500;
const POLL_MS = 100;

export type Recovery = {
  /**
   * The time from the end of the fault until every kind of operation succeeds and continues to succeed; undefined if
   * one kind never does.
   */
  readonly ms: number | undefined;
  /** The kinds that never succeeded. If all did, the slowest one. */
  readonly last: readonly string[];
};

/**
 * A kind of operation has recovered at its first success after the fault that no failure follows. Requests that were
 * sent during the fault may fail.
 */
const recoveryOf = ({ kind }: Operation, attempts: readonly Attempt[], backAt: number): number | undefined => {
  const later = attempts.filter(({ operation, startedAt }) => operation.kind === kind && startedAt >= backAt);
  const lastFailureAt = Math.max(backAt, ...later.filter((attempt) => !isSuccess(attempt)).map((a) => a.startedAt));
  const successes = later.filter((attempt) => isSuccess(attempt) && attempt.startedAt >= lastFailureAt);
  return successes.length === 0 ? undefined : Math.min(...successes.map(({ endedAt }) => endedAt)) - backAt;
};

export const measureRecovery = (
  operations: readonly Operation[],
  attempts: readonly Attempt[],
  backAt: number,
): Recovery => {
  const required = operations.filter(({ isRequired }) => isRequired);
  const times = required.map((operation) => ({ kind: operation.kind, ms: recoveryOf(operation, attempts, backAt) }));
  const missing = times.filter(({ ms }) => ms === undefined).map(({ kind }) => kind);
  if (missing.length > 0) return { ms: undefined, last: missing };
  const ms = Math.max(...times.map((time) => time.ms ?? 0));
  return { ms: Math.round(ms), last: times.filter((time) => time.ms === ms).map(({ kind }) => kind) };
};

const failedSince = (attempts: readonly Attempt[], since: number) =>
  attempts.some((attempt) => attempt.operation.isRequired && attempt.endedAt >= since && !isSuccess(attempt));

export const waitForRecovery = async (traffic: Traffic, backAt: number, withinMs: number): Promise<Recovery> => {
  const { operations, attempts } = traffic;
  while (performance.now() - backAt < withinMs + QUIET_MS) {
    const now = performance.now();
    const { ms } = measureRecovery(operations, attempts, backAt);
    if (ms !== undefined && now - backAt > ms + QUIET_MS && !failedSince(attempts, now - QUIET_MS)) break;
    await sleep(POLL_MS);
  }
  await traffic.stop();
  return measureRecovery(operations, attempts, backAt);
};
