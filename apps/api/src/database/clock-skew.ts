import type { Logger } from "pino";

/** Machines that are synchronised differ by milliseconds. The alert PetStoreClockSkew has the same limit. */
const MOST_SKEW_SECONDS = 5;

/** @param skewSeconds - How far the clock of the database is ahead. */
export const isClockWrong = (skewSeconds: number): boolean => Math.abs(skewSeconds) > MOST_SKEW_SECONDS;

/** Returns a sentence about clocks that differ, with the remedy. */
export const describeClockSkew = (skewSeconds: number): string => {
  const seconds = Math.abs(Math.round(skewSeconds)).toLocaleString("en");
  return `The clock of this machine is ${seconds} s ${skewSeconds > 0 ? "behind" : "ahead of"} that of the database, so sessions and invitations end at the wrong time: correct the clock that is wrong (timedatectl, chronyc tracking).`;
};

/** Warns when the clocks begin to differ, and not again while they do. */
export const createClockWarning = (log: Pick<Logger, "warn" | "info">): ((skewSeconds: number) => void) => {
  let isWarned = false;
  return (skewSeconds) => {
    const isWrong = isClockWrong(skewSeconds);
    if (isWrong && !isWarned) log.warn({ skewSeconds }, describeClockSkew(skewSeconds));
    if (!isWrong && isWarned) log.info("The clock of this machine agrees with that of the database again.");
    isWarned = isWrong;
  };
};
