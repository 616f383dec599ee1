/**
 * Limits the memory that requests of this process share, for bodies, for uploads, and for what operations read and
 * write.
 */
export type ByteBudget = {
  readonly total: number;
  /** @returns False, and changes nothing, if the bytes would exceed the budget or the holder's share. */
  readonly add: (holder: string, bytes: number) => boolean;
};

/** @param maxShare - The maximum for one holder, which is an account or a network. */
export const createByteBudget = (maxBytes: number, maxShare = maxBytes): ByteBudget => {
  const shares = new Map<string, number>();
  let total = 0;
  return {
    get total() {
      return total;
    },
    add: (holder, bytes) => {
      const own = (shares.get(holder) ?? 0) + bytes;
      if (bytes > 0 && (own > maxShare || total + bytes > maxBytes)) return false;
      if (own > 0) shares.set(holder, own);
      else shares.delete(holder);
      total += bytes;
      return true;
    },
  };
};
