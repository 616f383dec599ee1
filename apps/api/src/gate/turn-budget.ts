/** All connections together may use this much of an event-loop turn for requests beyond the first of each. */
const BUDGET_MS = 4;

export type Waiting = {
  /** Starts the next request. @returns Whether another one may start after it. */
  startNext(): boolean;
};

/** A Set keeps the order of insertion: the connections take turns, one request each. */
const queue = new Set<Waiting>();
let endsAt: number | undefined;
let isRunning = false;

const runQueue = (): void => {
  endsAt = undefined;
  if (queue.size === 0) return;
  const end = performance.now() + BUDGET_MS;
  isRunning = true;
  try {
    for (const waiting of queue) {
      queue.delete(waiting);
      if (waiting.startNext()) queue.add(waiting);
      if (performance.now() >= end) break;
    }
  } finally {
    isRunning = false;
    if (queue.size > 0) openBudget();
  }
};

const openBudget = (): number => {
  if (endsAt === undefined) {
    endsAt = performance.now() + BUDGET_MS;
    setImmediate(runQueue);
  }
  return endsAt;
};

/** Whether a pipelined request may start at once: some of the turn's budget is left, and no other connection waits. */
export const hasTurnTime = (): boolean => {
  if (queue.size > 0) return false;
  const end = openBudget();
  return performance.now() < end;
};

/** Starts the requests of a connection in later turns, after those of the connections that wait already. */
export const awaitTurn = (waiting: Waiting): void => {
  queue.add(waiting);
  openBudget();
};

/** Forgets a connection that has closed. */
export const leaveTurns = (waiting: Waiting): void => void queue.delete(waiting);

/** Whether the running request waited for its turn: what it puts off to a later turn would escape the budget. */
export const hasWaitedForTurn = (): boolean => isRunning;
