import { withCode } from "./errors.js";

/** Runs work when its turn has come. */
export type InTurn = <Result>(work: () => Promise<Result>) => Promise<Result>;

/** PostgreSQL's too_many_connections: whoever reads it need not know who did the counting. */
const TOO_MANY = "53300";

/**
 * Lets so many pieces of work run at a time; the others wait, first come, first served.
 * @param places - How many at a time.
 * @param waitMs - For how long one waits at most; then it is refused like one that finds no connection.
 */
export const createTurns = (places: number, waitMs: number): InTurn => {
  let free = places;
  const waiting = new Set<() => void>();
  const takePlace = () =>
    new Promise<void>((resolve, reject) => {
      if (free > 0) {
        free -= 1;
        return resolve();
      }
      const enter = () => {
        clearTimeout(timer);
        waiting.delete(enter);
        resolve();
      };
      const timer = setTimeout(() => {
        waiting.delete(enter);
        reject(withCode(new Error("no turn came in time"), TOO_MANY));
      }, waitMs);
      waiting.add(enter);
    });
  const leavePlace = () => {
    const [next] = waiting;
    if (next === undefined) free += 1;
    else next();
  };
  return async (work) => {
    await takePlace();
    try {
      return await work();
    } finally {
      leavePlace();
    }
  };
};
