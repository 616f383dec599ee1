import type { Link } from "./link.js";

export type Toxic = {
  readonly name: string;
  /** @param isDelivered - PostgreSQL gets every second message, so that both outcomes of COMMITs occur. */
  readonly apply: (link: Link, isDelivered: boolean) => void;
  /** If true, the toxic works on the response, and PostgreSQL gets every message. */
  readonly needsAnswer?: true;
  /** If true, new connections are refused while the fault lasts. */
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

/** The time in which a delivered message reaches PostgreSQL. */
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
