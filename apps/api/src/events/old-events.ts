import { setImmediate as turn, setTimeout as delay } from "node:timers/promises";
import { createLane, type Lane } from "../concurrency/lane.js";

/** Lets whatever else waits run, if what is done since the last pause took long. */
export type Pause = () => Promise<void> | undefined;

const SLICE_MS = 4;

/** What all readers share takes the event loop for some milliseconds at a time. */
export const takeTurns = (now: () => number = () => performance.now()): Pause => {
  let startedAt = now();
  return () => {
    if (now() - startedAt < SLICE_MS) return undefined;
    return turn().then(() => {
      startedAt = now();
    });
  };
};

type OldEvents = Pick<Lane, "run"> & {
  /** Makes the pause of a reader who has its place. */
  takeHalf(): Pause;
};

/**
 * Old events are parsed and written for one reader alone. So few do it at a time, accounts and keys in turn, and all of
 * them together leave half of the event loop to other requests: after each few milliseconds they rest as long.
 */
export const createOldEvents = (now: () => number = () => performance.now()): OldEvents => {
  const { run } = createLane({
    connections: 2,
    perKey: 1,
    perAccount: 1,
    maxWaitingPerKey: 100,
    maxWaiting: 1_000,
    maxWaitMs: 15_000,
  });
  let used = 0;
  let restsUntil = 0;
  const rest = async () => {
    for (let ms = restsUntil - now(); ms > 0; ms = restsUntil - now()) await delay(ms);
  };
  const takeHalf = (): Pause => {
    let startedAt = now();
    return () => {
      const at = now();
      used += at - startedAt;
      startedAt = at;
      if (used >= SLICE_MS) {
        restsUntil = Math.max(restsUntil, at) + used;
        used = 0;
      }
      if (at >= restsUntil) return undefined;
      return rest().then(() => {
        startedAt = now();
      });
    };
  };
  return { run, takeHalf };
};
