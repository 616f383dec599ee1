/** Undo steps for the end of the process, after an error or an interrupt too; runs the last one first. */
export type Cleanup = {
  /** @returns Runs this step now. */
  add(undo: () => void | Promise<void>): () => Promise<void>;
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
    // An interrupt and the error that it causes both call this.
    all: () => (ending ??= undoAll()),
  };
};
