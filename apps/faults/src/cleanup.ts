/** Undoes what was started, the last first, at the end of a case or after an interrupt. */
export type Cleanup = {
  /** @returns a function that undoes this one step at once */
  add(undo: () => void | Promise<void>): () => Promise<void>;
  /** Undoes all steps, those that are added meanwhile too. */
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
