import type { Logger } from "pino";
import {
  type Counter,
  type CounterOptions,
  countRequest,
  type Limiter,
  openMemoryCounter,
} from "../concurrency/rate-limit/counter.js";
import type { BatchedRpc } from "./batched-rpc.js";
import type { Count, CountNote } from "./messages.js";

const createPresence = (log: Logger) => {
  let isAway = false;
  return (isThere: boolean) => {
    if (isThere !== isAway) return;
    isAway = !isThere;
    if (isAway) log.warn("The primary process does not answer: until it does, this worker counts requests for itself.");
    else log.info("The primary process answers: the workers count requests together again.");
  };
};

/** While the primary does not answer, each worker counts for itself. */
export const createOpenCounter = ({ ask, isAnswered }: BatchedRpc<CountNote, Count>, log: Logger) => {
  const notePresence = createPresence(log);
  return ({ name, points, seconds }: CounterOptions): Counter => {
    const local = openMemoryCounter({ name, points, seconds });
    const change = async (key: string, by: CountNote[2]) => {
      const [consumedPoints, msBeforeNext] = await ask([`${name}:${key}`, seconds, by]);
      return { consumedPoints, msBeforeNext };
    };
    const shared: Limiter = { points, seconds, penalty: (key) => change(key, 1), reward: (key) => change(key, -1) };
    return {
      add: async (key) => {
        if (!isAnswered()) return local.add(key);
        try {
          const count = await countRequest(shared, key);
          notePresence(true);
          return count;
        } catch {
          notePresence(false);
          return local.add(key);
        }
      },
      clear: async (key) => {
        await local.clear(key);
        await change(key, 0).catch(() => notePresence(false));
      },
    };
  };
};
