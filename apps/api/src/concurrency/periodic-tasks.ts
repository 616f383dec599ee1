type Task = {
  /** The kinds of jobs whose steps it takes. The beginning of each is recorded first (operation/job-steps.ts). */
  readonly recorded: readonly string[];
  /** Why whatever else it does takes the same memory in each store. */
  readonly bounded: string;
};

/**
 * All tasks of {@link startPeriodicTask}. A task whose memory depends on what the store has may end the process, and would
 * end it again after each start; the steps of such a task are recorded, so that the fourth one waits for a person
 * (docs/decisions/0113-what-runs-by-itself.md). A task that is missing here is a type error.
 */
export const periodicTasks = {
  undo: { recorded: ["undo"], bounded: "It looks for the ids of undos that run." },
  merge: { recorded: ["merge"], bounded: "It looks for the ids of merges that run." },
  expiry: {
    recorded: ["attribute_purge", "customer_expiry"],
    bounded:
      "Rows that expire, events that get a position and partitions of the audit trail are each one statement of PostgreSQL, over 1,000 rows at most, which returns a number or a time.",
  },
  petCounts: {
    recorded: [],
    bounded: "One statement of PostgreSQL folds 10,000 changes at most and returns a number.",
  },
  photos: { recorded: ["photo_sweep"], bounded: "It does nothing else." },
  objects: {
    recorded: [],
    bounded:
      "It reads 100 keys at a time and 16 kB of an answer of the bucket. The statement that reads the keys postpones each by a minute, so that one bad object does not hold up the others.",
  },
  uploads: { recorded: [], bounded: "It reads the names of the folder of uploads, and removes one after the other." },
  webhooks: {
    recorded: ["webhook"],
    bounded:
      "It reads 20 endpoints at most, and pages of the feed of events, which are bounded in bytes for all readers.",
  },
} as const satisfies Readonly<Record<string, Task>>;

export type PeriodicTaskName = keyof typeof periodicTasks;

/** The files of `src` that call `setInterval` themselves, and why that is no task. A test finds others. */
export const otherTimers: Readonly<Record<string, string>> = {
  "cluster/worker-handle.ts": "It counts missed heartbeats of one worker.",
  "concurrency/event-loop-delay.ts": "It measures how late it is called.",
  "concurrency/periodic-task.ts": "It starts the tasks.",
  "credentials/key-usage.ts":
    "It writes what requests have used since the last time; the next process starts with nothing.",
  "database/connection-watchdog.ts": "It looks at the times of connections in memory.",
  "database/private-postgres.ts": "It copies the log of PostgreSQL as a stream.",
  "gate/connections/track-connections.ts": "It looks at open connections.",
  "pets/photos/process-limits.ts": "It watches the memory of one child process.",
  "request/body/large-bodies.ts": "It watches the pace of one request.",
  "startup/drain.ts": "It closes idle connections of a server that stops.",
  "startup/watchdog.ts": "It tells systemd that the event loop turns.",
};
