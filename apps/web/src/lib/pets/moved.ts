/** Moves an item in a list. @returns the list in its new order, or the same list if nothing moves */
export const moved = <One>(all: readonly One[], from: number, to: number): readonly One[] => {
  const one = all[from];
  if (one === undefined || from === to || to < 0 || to >= all.length) return all;
  return all.toSpliced(from, 1).toSpliced(to, 0, one);
};
