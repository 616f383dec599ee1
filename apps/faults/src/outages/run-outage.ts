import { setTimeout as sleep } from "node:timers/promises";
import type { Cleanup } from "@petstore/bench/dist/cleanup.js";
import { countOutcomes } from "../failover/summary.js";
import { findLosses } from "../traffic/ledger.js";
import type { Seen } from "../traffic/careful-writers.js";
import { isSuccess, type Stream } from "./load.js";
import type { Outage } from "./outage.js";
import type { LogLine } from "./replicas.js";
import type { Stage } from "./stage.js";

export type Result = {
  readonly outage: string;
  readonly alert: string | undefined;
  /** How long the rule waits in production. */
  readonly waits: string | undefined;
  readonly firedMs: number | undefined;
  /** How long the alert went on after the repair. */
  readonly endedMs: number | undefined;
  /** The other alerts that began meanwhile. */
  readonly others: readonly string[];
  readonly printed: string;
  readonly failures: string;
  readonly servesAgainMs: number | undefined;
  readonly lost: number;
  readonly doubled: number;
  /** Events that a receiver of webhooks got more than once, as it may. */
  readonly webhooksAgain: number;
  readonly reasons: readonly string[];
};

const POLL_MS = 200;
const QUIET_BEFORE_MS = 240_000;
const FIRES_WITHIN_MS = 150_000;
const ENDS_WITHIN_MS = 240_000;
const SERVES_WITHIN_MS = 60_000;
const ARRIVES_WITHIN_MS = 90_000;
/** How long nothing may fail before the service counts as well. */
const QUIET_MS = 2_000;

/** @returns The milliseconds until it was true, or undefined if it never was. */
const until = async (isTrue: () => boolean | Promise<boolean>, withinMs: number): Promise<number | undefined> => {
  const startedAt = performance.now();
  for (;;) {
    if (await isTrue()) return performance.now() - startedAt;
    if (performance.now() - startedAt > withinMs) return undefined;
    await sleep(POLL_MS);
  }
};

const streamsOf = ({ loads }: Stage) => loads.flatMap(({ streams }) => streams);

/** Returns when the first success came that no failure has followed; undefined if there was none since `since`. */
const wellSince = ({ seen }: Stream, since: number): number | undefined => {
  const later = seen().filter(({ at }) => at >= since);
  const lastFailureAt = Math.max(since, ...later.filter((one) => !isSuccess(one)).map(({ at }) => at));
  return later.find((one) => isSuccess(one) && one.at >= lastFailureAt)?.at;
};

const whenAllServe = async (stage: Stage, since: number): Promise<number | undefined> => {
  const times = () => streamsOf(stage).map((stream) => wellSince(stream, since));
  const isWell = () => {
    const found = times();
    return found.every((at) => at !== undefined && performance.now() - at > QUIET_MS);
  };
  return (await until(isWell, SERVES_WITHIN_MS)) === undefined
    ? undefined
    : Math.max(...times().map((at) => at ?? Infinity)) - since;
};

const printedIn = (lines: readonly LogLine[]): string =>
  (lines.find(({ isRequest, text }) => !isRequest && text !== "") ?? lines[0])?.text ?? "";

const wrongOutcomes = ({ mayFail, mayAnswer500 }: Outage, stage: Stage, from: number): string[] => {
  const wrong = streamsOf(stage).flatMap((stream) => {
    const mayThis = mayFail === "all" || mayFail === stream.what;
    const isExpected = (outcome: string) =>
      mayThis && (/^(?:503|409|closed|late)$/.test(outcome) || (outcome === "500" && mayAnswer500 === true));
    return stream.seen().filter((one) => one.sentAt >= from && !isSuccess(one) && !isExpected(one.outcome));
  });
  return wrong.length === 0 ? [] : [`requests that must not fail so: ${countOutcomes(wrong)}`];
};

/** Reads everything back: the rows of the creates, and what followers and the receiver have seen. */
const findHarm = async (stage: Stage) => {
  const { ledger, journals, databases } = stage;
  const names = [...ledger.created];
  const missingIn = (name: keyof Stage["journals"]) => names.filter((one) => journals[name].isMissing(one)).length;
  const all = Object.keys(journals) as (keyof Stage["journals"])[];
  await until(() => all.every((name) => missingIn(name) === 0), ARRIVES_WITHIN_MS);
  const { lost, doubled } = await findLosses((text, values) => databases.primary.query(text, values), ledger);
  const { poll, stream, webhooks } = journals;
  return {
    lost: lost + all.reduce((sum, name) => sum + missingIn(name), 0),
    doubled: doubled + poll.again() + stream.again() + all.reduce((sum, name) => sum + journals[name].doubled(), 0),
    webhooksAgain: webhooks.again(),
    missing: all
      .filter((name) => missingIn(name) > 0)
      .map((name) => `${missingIn(name)} creates did not reach ${name}`),
  };
};

/** @returns Undefined if this system does not allow the outage. */
export const runOutage = async (stage: Stage, outage: Outage, cleanup: Cleanup): Promise<Result> => {
  const { prometheus, replicas, loads } = stage;
  const { alert } = outage;
  const isFiring = async () => alert !== undefined && (await prometheus.firing()).has(alert);
  if ((await until(async () => !(await isFiring()), QUIET_BEFORE_MS)) === undefined) {
    throw new Error(`${alert} fired before the outage.`);
  }
  if ((await whenAllServe(stage, performance.now())) === undefined) throw new Error("The service was not well before.");
  const harmBefore = await findHarm(stage);
  const staleBefore = loads.reduce((sum, load) => sum + load.stale(), 0);
  const firedBefore = await prometheus.firing();

  const beganAt = performance.now();
  const repair = cleanup.add(await outage.begin(stage));
  const fired = alert === undefined ? undefined : await until(isFiring, FIRES_WITHIN_MS);
  // `begin` of some outages takes a while, during which the alert may wait already.
  const firedMs = fired === undefined ? undefined : performance.now() - beganAt;
  const others = [...(await prometheus.firing())].filter((name) => name !== alert && !firedBefore.has(name));
  const repairedAt = performance.now();
  await repair();
  const servesAgainMs = await whenAllServe(stage, repairedAt);
  const isOver = alert === undefined || (await until(async () => !(await isFiring()), ENDS_WITHIN_MS)) !== undefined;
  const endedMs = alert === undefined || !isOver ? undefined : performance.now() - repairedAt;

  const lines = replicas
    .flatMap(({ log }) => log.filter(({ at }) => at >= beganAt))
    .toSorted((one, other) => one.at - other.at);
  const printed = printedIn(lines);
  const harm = await findHarm(stage);
  const [lost, doubled] = [harm.lost - harmBefore.lost, harm.doubled - harmBefore.doubled];
  const stale = loads.reduce((sum, load) => sum + load.stale(), 0) - staleBefore;
  const failed = streamsOf(stage).flatMap(({ seen }) =>
    seen().filter((one: Seen) => one.sentAt >= beganAt && !isSuccess(one)),
  );
  return {
    outage: outage.name,
    alert,
    waits: alert === undefined ? undefined : prometheus.waitOf(alert.split(" ", 1)[0] ?? ""),
    firedMs,
    endedMs,
    others,
    servesAgainMs,
    lost,
    doubled,
    printed: printed === "" ? (outage.silentBecause ?? "") : printed,
    failures: countOutcomes(failed),
    webhooksAgain: harm.webhooksAgain - harmBefore.webhooksAgain,
    reasons: [
      ...(alert !== undefined && firedMs === undefined ? [`${alert} did not fire`] : []),
      ...(isOver ? [] : [`${alert} did not end`]),
      ...(printed === "" && outage.silentBecause === undefined ? ["the service printed nothing"] : []),
      ...(servesAgainMs === undefined ? ["the service did not serve again by itself"] : []),
      ...(lost > 0 ? [`${lost} acknowledged writes are lost: ${harm.missing.join(", ")}`] : []),
      ...(doubled > 0 ? [`${doubled} writes or events are doubled`] : []),
      ...(stale > 0 ? [`${stale} reads were stale`] : []),
      ...wrongOutcomes(outage, stage, beganAt),
    ],
  };
};
