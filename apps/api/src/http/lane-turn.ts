import type { Flow } from "../concurrency/fair-queue.js";
import { systemFlow } from "../concurrency/lanes.js";
import type { Deps } from "../deps.js";
import type { RequestContext } from "../gate/request-context.js";
import { laneOf } from "../operation/operation-lanes.js";

type LaneDeps = Pick<Deps, "lanes">;

/** Requests without a key share a turn. */
const anonymous = systemFlow("anonymous");

export const flowOf = ({ principal }: RequestContext): Flow => principal?.flow ?? anonymous;

/**
 * Waits for the request's turn in the lane of its operation, which lasts until `leaveLane`. Parsing a body is part of the turn:
 * a key that sends many large ones at once keeps nobody waiting for it.
 * @throws AppError 429 or 503 if there is no turn for it.
 */
export const enterLane = ({ lanes }: LaneDeps, context: RequestContext): Promise<void> => {
  const lane = laneOf(context.route?.operationId ?? "");
  if (lane === undefined) return Promise.resolve();
  return new Promise((resolve, reject) => {
    const turn = () =>
      new Promise<void>((leave) => {
        context.leaveLane = () => {
          context.leaveLane = undefined;
          leave();
        };
        resolve();
      });
    lanes[lane].run(flowOf(context), turn).catch(reject);
  });
};

/** Runs the last work of a request in its turn, in the one it has or in a new one. */
export const runInLane = async <Result>(
  { lanes }: LaneDeps,
  context: RequestContext,
  work: () => Promise<Result>,
): Promise<Result> => {
  if (context.leaveLane !== undefined) return work().finally(context.leaveLane);
  const lane = laneOf(context.route?.operationId ?? "");
  return lane === undefined ? work() : lanes[lane].run(flowOf(context), work);
};
