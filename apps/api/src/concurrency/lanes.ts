import { type LaneName, laneLimits } from "./connection-budget.js";
import type { Flow } from "./fair-queue.js";
import { createLane, type Lane } from "./lane.js";

export type Lanes = Readonly<Record<LaneName, Lane>>;

/** The flow of the service's own work, such as `readiness`. */
export const systemFlow = (name: string): Flow => ({ account: `system ${name}`, key: `system ${name}` });

/** @param isOverloaded - Whether to refuse the work of every lane but `control`. */
export const createLanes = (isOverloaded: () => boolean = () => false): Lanes => ({
  control: createLane(laneLimits.control),
  signIn: createLane(laneLimits.signIn, isOverloaded),
  writes: createLane(laneLimits.writes, isOverloaded),
  bulkWrites: createLane(laneLimits.bulkWrites, isOverloaded),
  reads: createLane(laneLimits.reads, isOverloaded),
  searches: createLane(laneLimits.searches, isOverloaded),
});
