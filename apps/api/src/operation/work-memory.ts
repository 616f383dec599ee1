import { createByteBudget } from "../concurrency/byte-budget.js";
import { memoryInUse, workTooHeavy } from "../errors.js";

/**
 * This is enough for all data of one pet: 1,000 notes of 20 kB, and a profile. The work itself uses several times as
 * much memory.
 */
const MAX_WORK_BYTES = 24_000_000;
/** The memory that all mutations of this process share. */
const MAX_BYTES = 32_000_000;

export const work = createByteBudget(MAX_BYTES, MAX_WORK_BYTES);

/** The size of the pets that a request reads and records. PostgreSQL measures it before the rows are read. */
type Weight = {
  readonly pets: number;
  readonly bytes: number;
  /**
   * How many times the work holds this data. For example, the event of a changed profile contains the profile twice,
   * before and after.
   */
  readonly times?: number;
};

/** The memory that one transaction uses for its rows and events (docs/decisions/0102-bytes-of-a-request.md). */
export type WorkMemory = {
  /**
   * Reserves memory. It never waits, because the transaction holds locks.
   * @throws AppError 413 if the work is larger than the limit, or 503 if there is not enough memory at the moment.
   */
  readonly hold: (weight: Weight) => void;
  /** `release` may be called more than once. */
  readonly release: () => void;
};

/** @param holder - The account for which the memory is reserved. */
export const openWorkMemory = (holder: string): WorkMemory => {
  let held = 0;
  return {
    hold: ({ pets, bytes, times = 1 }) => {
      const needed = bytes * times;
      if (held + needed > MAX_WORK_BYTES) throw workTooHeavy(pets, (held + needed) / times, MAX_WORK_BYTES / times);
      if (!work.add(holder, needed)) throw memoryInUse();
      held += needed;
    },
    release: () => {
      work.add(holder, -held);
      held = 0;
    },
  };
};
