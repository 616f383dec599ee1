import { createByteBudget } from "../concurrency/byte-budget.js";
import { memoryInUse, workTooHeavy } from "../errors.js";

/** Fits all that one pet can have: 1,000 notes of 20 kB, and a profile. The work takes several times as much. */
const MAX_WORK_BYTES = 24_000_000;
/** The budget that all mutations of this process share. */
const MAX_BYTES = 32_000_000;

export const work = createByteBudget(MAX_BYTES, MAX_WORK_BYTES);

/** What pets have that a request reads and records, as PostgreSQL measured it before it is read. */
type Weight = {
  readonly pets: number;
  readonly bytes: number;
  /** How many times the work holds them: a changed profile is in its event before and after. */
  readonly times?: number;
};

/** Memory for what one transaction holds of its rows and events (docs/decisions/0102-bytes-of-a-request.md). */
export type WorkMemory = {
  /** Waits for nobody, for the transaction has locks. @throws AppError 413 if it never fits, 503 if it does not fit now. */
  readonly hold: (weight: Weight) => void;
  /** May be called again. */
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
