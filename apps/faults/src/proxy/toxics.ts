import type { Link } from "./link.js";

export type Toxic = {
  readonly name: string;
  /**
   * @param isDelivered - True for every second message, which PostgreSQL then receives, so that a COMMIT has both
   * outcomes.
   */
  readonly apply: (link: Link, isDelivered: boolean) => void;
  /** True if the toxic affects the response. PostgreSQL then receives every message. */
  readonly needsAnswer?: true;
  /** True if new connections are refused while the fault lasts. */
  readonly isRefusing?: true;
};

export const latency = (ms: number): Toxic => ({
  name: "latency",
  needsAnswer: true,
  apply: (link) => {
    let isFirst = true;
    link.slow(() => {
      const delay = isFirst ? ms : 0;
      isFirst = false;
      return delay;
    });
  },
});

export const bandwidth = (bytesPerSecond: number): Toxic => ({
  name: "bandwidth",
  needsAnswer: true,
  apply: (link) => link.slow((bytes) => (bytes / bytesPerSecond) * 1_000),
});

/** The time that a delivered message takes to reach PostgreSQL. */
const DELIVERY_MS = 20;

export const timeOut = (ms: number): Toxic => ({ name: "time-out", apply: (link) => link.swallow(ms) });

export const reset: Toxic = {
  name: "reset",
  apply: (link, isDelivered) => {
    if (!isDelivered) return link.reset();
    link.freeze();
    setTimeout(() => link.reset(), DELIVERY_MS);
  },
};

export const cut: Toxic = { name: "cut", needsAnswer: true, apply: (link) => link.cutNextAnswer() };

export const frozen: Toxic = { name: "frozen", apply: (link) => link.freeze() };

export const refused: Toxic = { ...reset, name: "refused", isRefusing: true };
