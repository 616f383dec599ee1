import { type LaneName, laneLimits } from "../config/connection-budget.js";
import type { Flow } from "./fair-queue.js";
import { createLane, type Lane, type LaneTracing, type Load } from "./lane.js";

export type Lanes = Readonly<Record<LaneName, Lane>>;

export const systemFlow = (name: string): Flow => ({ account: `system ${name}`, key: `system ${name}` });

export const createLanes = (eventLoop?: Load, tracing?: LaneTracing): Lanes => ({
  control: createLane(laneLimits.control, undefined, tracing),
  signIn: createLane(laneLimits.signIn, eventLoop, tracing),
  writes: createLane(laneLimits.writes, eventLoop, tracing),
  bulkWrites: createLane(laneLimits.bulkWrites, eventLoop, tracing),
  reads: createLane(laneLimits.reads, eventLoop, tracing),
  searches: createLane(laneLimits.searches, eventLoop, tracing),
  exports: createLane(laneLimits.exports, eventLoop, tracing),
});
