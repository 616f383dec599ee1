import type { Logger } from "pino";

/** A standby that is behind for a moment is not worth a log line. */
const LOG_AFTER_MS = 5_000;

export type StandbyState = {
  isUsable(): boolean;
  noteUsable(): void;
  /** Stops reads on the standby until the next call of `noteUsable`. */
  noteObstacle(why: string): void;
};

/** Logs once when reads stop using the standby for longer than a moment, and once when they use it again. */
export const createStandbyState = (log: Logger, now: () => number = () => performance.now()): StandbyState => {
  let isUsable = false;
  let unusableSince = now();
  let logged: "used" | "not used" | undefined;
  return {
    isUsable: () => isUsable,
    noteUsable: () => {
      isUsable = true;
      if (logged === "used") return;
      logged = "used";
      log.info("Reads use the standby of DATABASE_REPLICA_URL.");
    },
    noteObstacle: (why) => {
      if (isUsable) unusableSince = now();
      isUsable = false;
      if (logged === "not used" || now() - unusableSince < LOG_AFTER_MS) return;
      logged = "not used";
      log.warn({ why }, "The standby of DATABASE_REPLICA_URL is not used; reads go to the primary.");
    },
  };
};
