import type { Logger } from "pino";
import {
  addShared,
  type Counter,
  type CounterOptions,
  createPresence,
  openMemoryCounter,
} from "../concurrency/rate-limit/counter.js";
import type { BatchedRpc } from "./batched-rpc.js";
import type { Count, CountNote } from "./messages.js";

/** While the primary does not answer, each worker counts on its own. */
export const createOpenCounter = ({ ask, isAnswered }: BatchedRpc<CountNote, Count>, log: Logger) => {
  const presence = createPresence(
    () => log.warn("The primary process does not answer; until it does, this worker counts requests on its own."),
    () => log.info("The primary process answers again; the workers count requests together."),
  );
  return ({ name, points, seconds }: CounterOptions): Counter => {
    const local = openMemoryCounter({ name, points, seconds });
    const change = async (key: string, by: CountNote[2]) => {
      const [consumedPoints, msBeforeNext] = await ask([`${name}:${key}`, seconds, by]);
      return { consumedPoints, msBeforeNext };
    };
    const shared = {
      points,
      seconds,
      penalty: (key: string, more: number) => change(key, more),
      reward: (key: string, less: number) => change(key, -less),
    };
    return {
      add: addShared(shared, local, isAnswered, presence),
      clear: async (key) => {
        await local.clear(key);
        await change(key, 0).catch(presence.noteAway);
      },
    };
  };
};
