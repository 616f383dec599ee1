import type { Flow } from "../concurrency/fair-queue.js";
import type { Lane } from "../concurrency/lane.js";
import type { Query } from "../database/query.js";

/** Returns a function that runs each statement with a slot of a lane, which is free again between two statements. */
export const queryInLane =
  (lane: Lane, flow: Flow, query: Query): Query =>
  <Row>(sql: string, values: unknown[], name?: string) =>
    lane.run(flow, () => query<Row>(sql, values, name));
