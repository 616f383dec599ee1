import { get } from "node:http";

const INTERVAL_MS = 250;

export type HealthProbe = {
  /** The longest that an answer took, the one that is being waited for included. */
  readonly worstMs: () => number;
  /** For how long the probe has waited for the answer to come; 0 between two. */
  readonly waitingMs: () => number;
  readonly stop: () => void;
};

const ask = (port: number): Promise<void> =>
  new Promise((resolve) => {
    const request = get({ port, host: "127.0.0.1", path: "/healthz", agent: false }, (response) => {
      response.resume().once("close", resolve);
    });
    request.once("error", () => resolve());
  });

/** Asks `/healthz` four times a second on a connection of its own: what it waits is what the event loop waits. */
export const probeHealth = (port: number): HealthProbe => {
  let [worst, askedAt] = [0, 0];
  const waitingMs = () => (askedAt === 0 ? 0 : performance.now() - askedAt);
  const probe = async () => {
    if (askedAt !== 0) return;
    askedAt = performance.now();
    await ask(port);
    worst = Math.max(worst, waitingMs());
    askedAt = 0;
  };
  const timer = setInterval(() => void probe(), INTERVAL_MS);
  return { worstMs: () => Math.max(worst, waitingMs()), waitingMs, stop: () => clearInterval(timer) };
};
