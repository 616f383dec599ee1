import { setTimeout as delay } from "node:timers/promises";

/** Makes a call along with the others of its kind. */
export type InCompany<Call, Result> = (call: Call) => Promise<Result>;

/**
 * Carries calls out together: all that are there, in their order.
 * @returns The result of each, at the place of its call. Where it rejects, so does each of the calls.
 */
export type CarryOut<Call, Result> = (calls: readonly Call[]) => Promise<readonly Result[]>;

type Bounds = {
  /** How many calls are carried out together at most. */
  readonly most: number;
  /** How many such companies may be under way at the same time. */
  readonly atOnce: number;
  /** For how long a company is under way at least. */
  readonly leastMs?: number;
};

type Waiting<Call, Result> = {
  readonly call: Call;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
};

/**
 * Calls that come at the same moment, or while others are under way, share one round trip to the database. Nobody is waited
 * for: a call that comes alone goes alone, as soon as what else has arrived by then has been read from the sockets.
 */
export const together = <Call, Result>(
  carryOut: CarryOut<Call, Result>,
  { most, atOnce, leastMs = 0 }: Bounds,
): InCompany<Call, Result> => {
  const waiting: Waiting<Call, Result>[] = [];
  let underWay = 0;
  let isPlanned = false;

  const settle = async (company: readonly Waiting<Call, Result>[]) => {
    try {
      const results = await carryOut(company.map(({ call }) => call));
      company.forEach(({ resolve }, at) => resolve(results[at] as Result));
    } catch (error) {
      for (const { reject } of company) reject(error);
    }
  };
  const run = async (company: readonly Waiting<Call, Result>[]) => {
    // Nobody waits for the rest but who comes next.
    await Promise.all([settle(company), leastMs > 0 ? delay(leastMs) : undefined]);
    underWay -= 1;
    start();
  };
  const start = () => {
    isPlanned = false;
    while (waiting.length > 0 && underWay < atOnce) {
      underWay += 1;
      // From here on nobody joins them: who asks after a change is to see it.
      void run(waiting.splice(0, most));
    }
  };
  return (call) =>
    new Promise((resolve, reject) => {
      waiting.push({ call, resolve, reject });
      if (isPlanned || underWay >= atOnce) return;
      isPlanned = true;
      // Behind what the event loop reads in this turn: requests that came together go together.
      setImmediate(start);
    });
};
