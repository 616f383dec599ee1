import { setImmediate as turn, setTimeout as delay } from "node:timers/promises";
import { createLane, type Lane } from "../concurrency/lane.js";

/**
 * Pauses so that other work can run, if a long time has passed since the last pause.
 * @param bytes - The size of the result so far.
 */
export type Pause = (bytes: number) => Promise<void> | undefined;

const SLICE_MS = 4;
/**
 * A rest lasts this many times as long as the work before it, because reading the rows and sending the events also use
 * the event loop.
 */
const REST = 2;
/** Bytes also cost time in the driver, in the socket and in the garbage collector. */
const BYTES_PER_MS = 20_000;

const turnOver = async (wait: () => Promise<unknown>, then: () => void): Promise<void> => {
  await wait();
  then();
};

/** Work that all readers share uses the event loop for only a few milliseconds at a time. */
export const takeTurns = (now: () => number = () => performance.now()): Pause => {
  let startedAt = now();
  return () => {
    if (now() - startedAt < SLICE_MS) return undefined;
    return turnOver(turn, () => (startedAt = now()));
  };
};

type OldEvents = Pick<Lane, "run"> & {
  /** Returns the pause for a reader who has a place. */
  takeShare(): Pause;
};

/**
 * Old events are parsed and written for each reader separately. So only a few readers do this at the same time, with
 * accounts and keys taking turns. Together they leave most of the event loop to other requests: after a few
 * milliseconds of work they rest for longer.
 */
export const createOldEvents = (now: () => number = () => performance.now()): OldEvents => {
  const lane = createLane({
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
  const takeShare = (): Pause => {
    let startedAt = now();
    return (bytes) => {
      const at = now();
      used += at - startedAt + bytes / BYTES_PER_MS;
      startedAt = at;
      if (used >= SLICE_MS) {
        restsUntil = Math.max(restsUntil, at) + REST * used;
        used = 0;
      }
      if (at >= restsUntil) return undefined;
      return turnOver(rest, () => (startedAt = now()));
    };
  };
  return { run: (flow, work) => lane.run(flow, work), takeShare };
};
