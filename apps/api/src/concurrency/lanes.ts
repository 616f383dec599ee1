import { type LaneName, laneLimits } from "./connection-budget.js";
import type { Flow } from "./fair-queue.js";
import { createLane, type Lane, type Load } from "./lane.js";

export type Lanes = Readonly<Record<LaneName, Lane>>;

export const systemFlow = (name: string): Flow => ({ account: `system ${name}`, key: `system ${name}` });

export const createLanes = (eventLoop?: Load): Lanes => ({
  control: createLane(laneLimits.control),
  signIn: createLane(laneLimits.signIn, eventLoop),
  writes: createLane(laneLimits.writes, eventLoop),
  bulkWrites: createLane(laneLimits.bulkWrites, eventLoop),
  reads: createLane(laneLimits.reads, eventLoop),
  searches: createLane(laneLimits.searches, eventLoop),
  exports: createLane(laneLimits.exports, eventLoop),
});
