/**
 * All connections together may use this much of an event-loop turn for requests other than the first request of each
 * connection.
 */
const BUDGET_MS = 4;
/**
 * Node accepts one connection in each turn. While connections arrive, most turns therefore have no budget, so that they
 * stay short. One turn in this period does have a budget.
 */
const ARRIVAL_INTERVAL_MS = 32;

export type Waiting = {
  /** Starts the next request. @returns Whether another request may start after it. */
  startNext(): boolean;
};

/** A Set keeps the order of insertion: the connections take turns, one request each. */
const queue = new Set<Waiting>();
/** The start and the end of the current budget; undefined until a request first needs it. */
let budget: { readonly since: number; readonly end: number } | undefined;
let isRunning = false;
let hasArrivals = false;

const runQueue = (): void => {
  const now = performance.now();
  const isSpread = hasArrivals && budget !== undefined && now < budget.since + ARRIVAL_INTERVAL_MS;
  hasArrivals = false;
  if (isSpread) return void setImmediate(runQueue);
  budget = undefined;
  if (queue.size === 0) return;
  const { end } = openBudget();
  isRunning = true;
  try {
    for (const waiting of queue) {
      queue.delete(waiting);
      if (waiting.startNext()) queue.add(waiting);
      if (performance.now() >= end) break;
    }
  } finally {
    isRunning = false;
  }
};

const openBudget = () => {
  if (budget === undefined) {
    const since = performance.now();
    budget = { since, end: since + BUDGET_MS };
    setImmediate(runQueue);
  }
  return budget;
};

/**
 * Tells whether a pipelined request may start at once. It may if some of the turn's budget is left and no other
 * connection waits.
 */
export const hasTurnTime = (): boolean => {
  if (queue.size > 0) return false;
  const { end } = openBudget();
  return performance.now() < end;
};

/** Starts the requests of a connection in later turns, after the requests of the connections that already wait. */
export const awaitTurn = (waiting: Waiting): void => {
  queue.add(waiting);
  openBudget();
};

/** Call it for each accepted connection, because further connections may be waiting. */
export const noteArrival = (): void => {
  hasArrivals = true;
};

/** Forgets a connection that has closed. */
export const leaveTurns = (waiting: Waiting): void => void queue.delete(waiting);

/**
 * Tells whether the running request waited for its turn. If it did, it must not defer work to a later turn, where the
 * work would be outside the budget.
 */
export const hasWaitedForTurn = (): boolean => isRunning;
