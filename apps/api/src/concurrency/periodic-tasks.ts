type Task = {
  /**
   * The kinds of jobs whose steps the task runs. The start of each step is recorded before it runs
   * (operation/job-steps.ts).
   */
  readonly recorded: readonly string[];
  /** The reason why all other work of the task takes the same memory in every store. */
  readonly bounded: string;
};

/**
 * Lists all tasks of {@link startPeriodicTask}. A task whose memory depends on the contents of the store may end the
 * process, and would do so again after each start. So the start of each of its steps is recorded, and a step that
 * failed three times waits for a person (docs/decisions/0113-what-runs-by-itself.md). A task that is missing here is a
 * type error.
 */
export const periodicTasks = {
  undo: { recorded: ["undo"], bounded: "It reads the ids of running undos." },
  merge: { recorded: ["merge"], bounded: "It reads the ids of running merges." },
  expiry: {
    recorded: ["attribute_purge", "customer_expiry"],
    bounded:
      "Four statements delete expired rows, number events, manage the partitions of the audit trail and read when the last backup was made. Each of them covers at most 1,000 rows and returns a number or a time.",
  },
  petCounts: {
    recorded: [],
    bounded: "One statement of PostgreSQL folds at most 10,000 changes and returns a number.",
  },
  search: {
    recorded: [],
    bounded: "A step takes at most 500 pets. It weighs their texts first, and reads them in groups of 2 MB.",
  },
  readiness: { recorded: [], bounded: "Two statements ask whether PostgreSQL answers, and what time it is." },
  photos: { recorded: ["photo_sweep"], bounded: "It does nothing else." },
  objects: {
    recorded: [],
    bounded:
      "It reads 100 keys at a time, and 16 kB of each answer of the bucket. The statement that reads the keys postpones each by a minute, so that one bad object does not hold up the others.",
  },
  uploads: {
    recorded: [],
    bounded: "It reads the names in the folder of uploads, and removes one upload after another.",
  },
  webhooks: {
    recorded: ["webhook"],
    bounded:
      "It reads at most 20 endpoints, and pages of the event feed. The bytes of these pages are limited for all readers together.",
  },
} as const satisfies Readonly<Record<string, Task>>;

export type PeriodicTaskName = keyof typeof periodicTasks;

/**
 * The files of `src` that call `setInterval` themselves, with the reason why that is not a periodic task. A test finds
 * all such files.
 */
export const otherTimers: Readonly<Record<string, string>> = {
  "cluster/worker-handle.ts": "It counts missed heartbeats of one worker.",
  "concurrency/event-loop-delay.ts": "It measures how late it is called.",
  "concurrency/periodic-task.ts": "It starts the tasks.",
  "credentials/key-usage.ts":
    "It writes what requests have used since the last time; the next process starts with nothing.",
  "database/connection-watchdog.ts": "It compares times of connections that it has in memory.",
  "database/private-postgres.ts": "It copies the log of PostgreSQL as a stream.",
  "gate/connections/track-connections.ts": "It looks at open connections.",
  "pets/photos/process-limits.ts": "It watches the memory of one child process.",
  "request/body/large-bodies.ts": "It watches the pace of one request.",
  "startup/drain.ts": "It closes idle connections of a server that stops.",
  "startup/watchdog.ts": "It tells systemd that the event loop still runs.",
};
