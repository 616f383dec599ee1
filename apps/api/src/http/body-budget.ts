/** Of request bodies in memory, until their responses are sent. A parsed body takes several times its size. */
const MAX_BYTES = 33_554_432;
const MAX_SHARE = MAX_BYTES / 4;

const held = { total: 0, byHolder: new Map<string, number>() };

/** @returns false, and takes nothing, if the bytes would exceed the budget. */
export const takeBodyBytes = (holder: string, bytes: number): boolean => {
  const own = (held.byHolder.get(holder) ?? 0) + bytes;
  if (own > MAX_SHARE || held.total + bytes > MAX_BYTES) return false;
  held.byHolder.set(holder, own);
  held.total += bytes;
  return true;
};

export const returnBodyBytes = (holder: string, bytes: number): void => {
  const own = (held.byHolder.get(holder) ?? 0) - bytes;
  if (own > 0) held.byHolder.set(holder, own);
  else held.byHolder.delete(holder);
  held.total -= bytes;
};
