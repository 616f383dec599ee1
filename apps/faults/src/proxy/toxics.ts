import type { Link } from "./link.js";

/** What a fault does to a connection that reaches the step at which it strikes. */
export type Toxic = {
  readonly name: string;
  /** @param isDelivered - whether PostgreSQL still gets the message: each second one, so that either outcome of a COMMIT occurs */
  readonly strike: (link: Link, isDelivered: boolean) => void;
  /** PostgreSQL gets every message, because the toxic works on the answer. */
  readonly needsAnswer?: true;
  /** New connections are refused while the fault lasts. */
  readonly isRefusing?: true;
};

export const latency = (ms: number): Toxic => ({
  name: "latency",
  needsAnswer: true,
  strike: (link) => {
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
  strike: (link) => link.slow((bytes) => (bytes / bytesPerSecond) * 1_000),
});

/** Time for a message that is delivered to get to PostgreSQL. */
const DELIVERY_MS = 20;

/** PostgreSQL's end closes; the service hears of it only after a time. */
export const slowClose = (ms: number): Toxic => ({
  name: "slow close",
  strike: (link) => link.swallow(ms, DELIVERY_MS),
});

export const timeOut = (ms: number): Toxic => ({ name: "time-out", strike: (link) => link.swallow(ms) });

export const reset: Toxic = {
  name: "reset",
  strike: (link, isDelivered) => {
    if (!isDelivered) return link.reset();
    link.freeze();
    setTimeout(() => link.reset(), DELIVERY_MS);
  },
};

export const cut: Toxic = { name: "cut", needsAnswer: true, strike: (link) => link.cutNextAnswer() };

export const frozen: Toxic = { name: "frozen", strike: (link) => link.freeze() };

export const refused: Toxic = { ...reset, name: "refused", isRefusing: true };
