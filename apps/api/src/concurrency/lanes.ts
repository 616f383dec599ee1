import { type LaneName, laneLimits } from "./connection-budget.js";
import type { Flow } from "./fair-queue.js";
import { createLane, type Lane } from "./lane.js";

export type Lanes = Readonly<Record<LaneName, Lane>>;

export const systemFlow = (name: string): Flow => ({ account: `system ${name}`, key: `system ${name}` });

export const createLanes = (isOverloaded: () => boolean = () => false): Lanes => ({
  control: createLane(laneLimits.control),
  signIn: createLane(laneLimits.signIn, isOverloaded),
  writes: createLane(laneLimits.writes, isOverloaded),
  bulkWrites: createLane(laneLimits.bulkWrites, isOverloaded),
  reads: createLane(laneLimits.reads, isOverloaded),
  searches: createLane(laneLimits.searches, isOverloaded),
  exports: createLane(laneLimits.exports, isOverloaded),
});
