/** What is to be undone at the end, however the end comes: the last first. */
export type Cleanup = {
  /** @returns what undoes it at once */
  add(undo: () => void | Promise<void>): () => Promise<void>;
  /** Undoes all; what is added meanwhile too. */
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
    // An interrupt, and the error that it leads to, end the same things: the second waits for the first.
    all: () => (ending ??= undoAll()),
  };
};
