import { type AppError, serviceUnavailable } from "../errors.js";

/** Bodies with a key, in this process. A parsed body takes several times its size. */
const MAX_KEYED_BYTES = 33_554_432;

/** Memory for one body, until its response is sent and its work has ended. */
export type BodyRoom = {
  /** @param bytes - The memory in all, of which the body fills `arrived`. @throws AppError if there is no room for it. */
  readonly hold: (bytes: number, arrived: number) => void;
  /** Call it when the whole body has arrived. */
  readonly finish?: () => void;
  /** May be called again. */
  readonly release: () => void;
};

/** @param refuse - Ends the reading of the body, and releases its room. */
export type OpenBodyRoom = (refuse: (refusal: AppError) => void) => BodyRoom;

export type BodyBudget = {
  readonly total: number;
  /** @returns false, and changes nothing, if the bytes would exceed the budget or the holder's share. */
  readonly add: (holder: string, bytes: number) => boolean;
};

export const createBodyBudget = (maxBytes: number, maxShare = maxBytes): BodyBudget => {
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

/** An account has a quarter. */
export const keyedBodies = createBodyBudget(MAX_KEYED_BYTES, MAX_KEYED_BYTES / 4);

export const openRoom = (budget: BodyBudget, holder: string): BodyRoom => {
  let held = 0;
  return {
    hold: (bytes) => {
      if (!budget.add(holder, bytes - held)) throw serviceUnavailable();
      held = bytes;
    },
    release: () => {
      budget.add(holder, -held);
      held = 0;
    },
  };
};
