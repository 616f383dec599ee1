/** Limits memory that requests of this process share: bodies, uploads, and what work reads and writes. */
export type ByteBudget = {
  readonly total: number;
  /** @returns False, and changes nothing, if the bytes would exceed the budget or the holder's share. */
  readonly add: (holder: string, bytes: number) => boolean;
};

/** @param maxShare - The most that one holder may have; a holder is an account or a network. */
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
