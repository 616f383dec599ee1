import { createByteBudget } from "../concurrency/byte-budget.js";
import { memoryInUse, workTooHeavy } from "../errors.js";

/**
 * The limit fits all that one pet can have: 1,000 notes of 20 kB, and a profile. The work itself takes several times as
 * much.
 */
const MAX_WORK_BYTES = 24_000_000;
/** The budget that all mutations of this process share. */
const MAX_BYTES = 32_000_000;

export const work = createByteBudget(MAX_BYTES, MAX_WORK_BYTES);

/** The size of the pets that a request reads and records, which PostgreSQL measured before they are read. */
type Weight = {
  readonly pets: number;
  readonly bytes: number;
  /** How many times the work holds them. A changed profile is in its event twice, before and after. */
  readonly times?: number;
};

/** The memory that one transaction uses for its rows and events (docs/decisions/0102-bytes-of-a-request.md). */
export type WorkMemory = {
  /**
   * Never waits, because the transaction has locks. @throws AppError 413 if the work never fits, 503 if it does not fit
   * now.
   */
  readonly hold: (weight: Weight) => void;
  /** It may be called more than once. */
  readonly release: () => void;
};

/** @param holder - The account. */
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
