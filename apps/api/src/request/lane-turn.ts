import type { Flow } from "../concurrency/fair-queue.js";
import { systemFlow, type Lanes } from "../concurrency/lanes.js";
import type { RequestContext } from "./request-context.js";

type LaneDeps = { readonly lanes: Lanes };

const anonymous = systemFlow("anonymous");

export const flowOf = ({ principal }: RequestContext): Flow => principal?.flow ?? anonymous;

/**
 * Takes a slot until `leaveLane`. The slot includes parsing, so that a key which sends many large bodies delays only
 * itself.
 */
export const enterLane = ({ lanes }: LaneDeps, context: RequestContext): Promise<void> => {
  const lane = context.route?.lane;
  if (lane === undefined) return Promise.resolve();
  return new Promise((resolve, reject) => {
    const slot = () =>
      new Promise<void>((leave) => {
        context.leaveLane = () => {
          context.leaveLane = undefined;
          leave();
        };
        resolve();
      });
    lanes[lane].run(flowOf(context), slot).catch(reject);
  });
};

/** Calls `callback` when the request leaves its lane, or at once if it is in no lane. */
export const whenLaneIsLeft = (context: RequestContext, callback: () => void): void => {
  const { leaveLane } = context;
  if (leaveLane === undefined) return callback();
  context.leaveLane = () => {
    leaveLane();
    callback();
  };
};

/**
 * Runs the last work of a request in a slot of its lane. If the request already holds a slot, it uses that slot and
 * releases it afterwards.
 */
export const runInLane = async <Result>(
  { lanes }: LaneDeps,
  context: RequestContext,
  work: () => Promise<Result>,
): Promise<Result> => {
  if (context.leaveLane !== undefined) return work().finally(context.leaveLane);
  const lane = context.route?.lane;
  return lane === undefined ? work() : lanes[lane].run(flowOf(context), work);
};
