export type Cleanup = {
  add(undo: () => unknown): () => Promise<void>;
  all(): Promise<void>;
};

export const createCleanup = (): Cleanup => {
  const undos: (() => Promise<void>)[] = [];
  let ending: Promise<void> | undefined;
  const undoAll = async () => {
    for (let undo = undos.at(-1); undo !== undefined; undo = undos.at(-1)) {
      await undo().catch((error: unknown) => process.stderr.write(`${String(error)}\n`));
    }
  };
  return {
    add: (undo) => {
      const once = async () => {
        const place = undos.indexOf(once);
        if (place === -1) return;
        undos.splice(place, 1);
        await undo();
      };
      undos.push(once);
      return once;
    },
    all: () => (ending ??= undoAll()),
  };
};

const INTERRUPTED = 130;

/**
 * Runs a command and sets the exit code, which is 0 if `run` resolves to true. A signal first stops everything that was
 * started.
 */
export const exitAfterCleanup = async (cleanup: Cleanup, run: () => Promise<boolean>): Promise<void> => {
  let isInterrupted = false;
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.once(signal, () => {
      isInterrupted = true;
      process.stderr.write("\nstopping what was started…\n");
      void cleanup.all().then(() => process.exit(INTERRUPTED));
    });
  }
  try {
    if (!(await run())) process.exitCode = 1;
  } catch (error) {
    // An error after an interrupt is only a consequence of the interrupt.
    if (!isInterrupted) process.stderr.write(`${(error as Error).stack ?? String(error)}\n`);
    process.exitCode = 1;
  }
  await cleanup.all();
};
