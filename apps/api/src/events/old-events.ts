import { setImmediate as turn, setTimeout as delay } from "node:timers/promises";
import { createLane, type Lane } from "../concurrency/lane.js";

/** Lets whatever else waits run, if what is done since the last pause took long. @param bytes - What was made of it. */
export type Pause = (bytes: number) => Promise<void> | undefined;

const SLICE_MS = 4;
/** How much longer than a slice a rest is: reading the rows and sending the events take the event loop too. */
const REST = 2;
/** Bytes cost time elsewhere, too: in the driver, the socket and the garbage collector. */
const BYTES_PER_MS = 20_000;

const turnOver = async (wait: () => Promise<unknown>, then: () => void): Promise<void> => {
  await wait();
  then();
};

/** What all readers share takes the event loop for some milliseconds at a time. */
export const takeTurns = (now: () => number = () => performance.now()): Pause => {
  let startedAt = now();
  return () => {
    if (now() - startedAt < SLICE_MS) return undefined;
    return turnOver(turn, () => (startedAt = now()));
  };
};

type OldEvents = Pick<Lane, "run"> & {
  /** Makes the pause of a reader who has its place. */
  takeShare(): Pause;
};

/**
 * Old events are parsed and written for one reader alone. So few do it at a time, accounts and keys in turn, and all of
 * them together leave most of the event loop to other requests: after each few milliseconds they rest for longer.
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
