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
  /** How many such companies may be under way at the same time. Beside another goes only one that leaves some waiting. */
  readonly atOnce: number;
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
  { most, atOnce }: Bounds,
): InCompany<Call, Result> => {
  const waiting: Waiting<Call, Result>[] = [];
  let underWay = 0;
  let isPlanned = false;

  const run = async (company: readonly Waiting<Call, Result>[]) => {
    const carriedOut = Promise.resolve(company.map(({ call }) => call)).then(carryOut);
    const [outcome] = await Promise.allSettled([carriedOut]);
    const answer = () => {
      for (const [at, { resolve, reject }] of company.entries()) {
        if (outcome.status === "fulfilled") resolve(outcome.value[at] as Result);
        else reject(outcome.reason);
      }
    };
    underWay -= 1;
    start();
    // The next are sent off first: the database is to work on them while these are answered here.
    if (underWay > 0) setImmediate(answer);
    else answer();
  };
  const start = () => {
    isPlanned = false;
    while (waiting.length > 0 && (underWay === 0 || (underWay < atOnce && waiting.length > most))) {
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
