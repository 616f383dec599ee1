/** All connections together may use this much of an event-loop turn for requests beyond the first of each. */
const BUDGET_MS = 4;
/**
 * Node accepts one connection a turn. While connections arrive, most turns therefore have no budget, so that they are
 * short; one turn in this time has one.
 */
const ARRIVAL_INTERVAL_MS = 32;

export type Waiting = {
  /** Starts the next request. @returns Whether another one may start after it. */
  startNext(): boolean;
};

/** A Set keeps the order of insertion: the connections take turns, one request each. */
const queue = new Set<Waiting>();
/** When the budget began and ends; undefined before anything asks for it. */
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

/** Whether a pipelined request may start at once: some of the turn's budget is left, and no other connection waits. */
export const hasTurnTime = (): boolean => {
  if (queue.size > 0) return false;
  const { end } = openBudget();
  return performance.now() < end;
};

/** Starts the requests of a connection in later turns, after those of the connections that already wait. */
export const awaitTurn = (waiting: Waiting): void => {
  queue.add(waiting);
  openBudget();
};

/** Call it for each accepted connection, because more may be waiting to be accepted. */
export const noteArrival = (): void => {
  hasArrivals = true;
};

/** Forgets a connection that has closed. */
export const leaveTurns = (waiting: Waiting): void => void queue.delete(waiting);

/**
 * Whether the running request waited for its turn. If it did, it must not put off work to a later turn, outside the
 * budget.
 */
export const hasWaitedForTurn = (): boolean => isRunning;
