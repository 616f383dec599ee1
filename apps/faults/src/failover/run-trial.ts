import { setTimeout as sleep } from "node:timers/promises";
import { createCleanup } from "@petstore/bench/dist/cleanup.js";
import { type Seen, startCarefulWriters } from "../traffic/careful-writers.js";
import { createLedger, findLosses } from "../traffic/ledger.js";
import { type Read, type ReadKind, startWatchfulReaders } from "../traffic/watchful-readers.js";
import { within } from "../within.js";
import type { Stage, Trial } from "./stage.js";
import { bySecond, countOutcomes, longestGap } from "./summary.js";

export const WRITERS = 16;

/**
 * The maximum time from the fault to the next acknowledged write: Patroni's ttl of 20 s, one round of its loop, and the
 * promotion of the standby.
 */
const MAX_GAP_MS = 30_000;
const WARM_UP_MS = 3_000;
const SETTLE_MS = 3_000;
const STOP_WITHIN_MS = 60_000;
const TRIAL_MS = 180_000;

export type Result = {
  readonly trial: string;
  readonly writes: string;
  readonly writesBySecond: string;
  readonly reads: Readonly<Record<ReadKind, string>>;
  readonly pageBySecond: string;
  readonly gapMs: number;
  readonly slowestMs: number;
  readonly acknowledged: number;
  readonly lost: number;
  readonly doubled: number;
  readonly stale: number;
  readonly remarks: readonly string[];
  readonly reasons: readonly string[];
};

const isSuccess = ({ outcome }: Seen) => outcome === "200" || outcome === "201";

export const runTrial = async (place: Omit<Stage, "acknowledged">, trial: Trial): Promise<Result> => {
  const { replicas, cluster } = place;
  const own = createCleanup();
  const undo = place.cleanup.add(() => own.all());
  const ledger = createLedger();
  const { origin, key } = replicas;
  const writers = startCarefulWriters({ origin, key, writers: WRITERS, categoryId: 1, ledger });
  const readers = startWatchfulReaders({ origin, key, acknowledged: writers.acknowledged });
  own.add(() => Promise.all([writers.stop(0), readers.stop()]));
  try {
    await sleep(WARM_UP_MS);
    let beganAt = performance.now();
    const stage = { ...place, acknowledged: writers.acknowledged };
    const found = await within(
      trial.inject(stage, () => (beganAt = performance.now())),
      TRIAL_MS,
      trial.name,
    );
    await sleep(SETTLE_MS);
    const endedAt = performance.now();
    const open = await writers.stop(STOP_WITHIN_MS);
    await readers.stop();
    const { lost, doubled } = await findLosses(cluster.query, ledger);
    const of = (kind: ReadKind): readonly Read[] => readers.seen.filter((read) => read.kind === kind);
    const gapMs = longestGap(
      writers.acknowledged.map(({ at }) => at),
      beganAt,
      endedAt,
    );
    const all = [...writers.seen, ...readers.seen];
    const failed = all.filter((seen) => !isSuccess(seen));
    const stale = readers.stale();
    return {
      trial: trial.name,
      writes: countOutcomes(writers.seen),
      writesBySecond: bySecond(writers.seen, beganAt),
      reads: { page: countOutcomes(of("page")), newest: countOutcomes(of("newest")), pet: countOutcomes(of("pet")) },
      pageBySecond: bySecond(of("page"), beganAt),
      gapMs,
      slowestMs: Math.max(...all.map(({ sentAt, at }) => at - sentAt)),
      acknowledged: ledger.created.size,
      lost,
      doubled,
      stale,
      remarks: found.remarks,
      reasons: [
        ...found.reasons,
        ...(lost > 0 ? [`${lost} acknowledged writes are lost`] : []),
        ...(doubled > 0 ? [`${doubled} writes are doubled`] : []),
        ...(stale > 0 ? [`${stale} pages were stale`] : []),
        ...(open > 0 ? [`${open} writers were never answered 201`] : []),
        ...(gapMs > MAX_GAP_MS ? [`no write was acknowledged for ${(gapMs / 1_000).toFixed(1)} s`] : []),
        ...(trial.isInvisible === true && failed.length > 0 ? [`failed requests: ${countOutcomes(failed)}`] : []),
        ...(all.some(({ outcome }) => ["500", "502", "504"].includes(outcome)) && trial.isInvisible !== true
          ? [`a 5xx other than 503: ${countOutcomes(all.filter(({ outcome }) => outcome.startsWith("5")))}`]
          : []),
      ],
    };
  } finally {
    await undo();
  }
};
