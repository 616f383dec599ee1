import { get } from "node:http";

const INTERVAL_MS = 250;

export type HealthProbe = {
  readonly worstMs: () => number;
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

/**
 * Requests `/healthz` four times a second, each time on a new connection. Its response time shows the delay of the
 * event loop.
 */
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
