import { type ByteBudget, createByteBudget } from "../../concurrency/byte-budget.js";
import { type AppError, serviceUnavailable } from "../../errors.js";

/**
 * The bodies of all requests with a key may take this many bytes in this process. A parsed body takes several times its
 * size.
 */
const MAX_KEYED_BYTES = 33_554_432;

/** The memory that is reserved for one body, until its response has been sent and its work has ended. */
export type BodyRoom = {
  /**
   * @param bytes - The total memory to reserve. The body has filled `arrived` bytes of it.
   * @throws AppError if there is not enough memory.
   */
  readonly hold: (bytes: number, arrived: number) => void;
  /** Call it when the whole body has arrived. */
  readonly finish?: () => void;
  /** `release` may be called more than once. */
  readonly release: () => void;
};

/** @param refuse - Ends the reading of the body, and releases its room. */
export type OpenBodyRoom = (refuse: (refusal: AppError) => void) => BodyRoom;

/** One account may use a quarter of it. */
export const keyedBodies = createByteBudget(MAX_KEYED_BYTES, MAX_KEYED_BYTES / 4);

export const openRoom = (budget: ByteBudget, holder: string): BodyRoom => {
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
