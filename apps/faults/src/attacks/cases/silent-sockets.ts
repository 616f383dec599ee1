import { setTimeout as sleep } from "node:timers/promises";
import type { Attack } from "../attack.js";
import { healthOnFresh } from "../ask.js";
import { openSocket } from "../sockets.js";

const RETRY_MS = 200;

/** One address holds every connection that the service accepts, and opens a new one whenever the service closes one. */
export const silentSockets: Attack = {
  name: "silent sockets of one address",
  env: { MAX_CONNECTIONS: "50" },
  full: { count: 50, seconds: 15 },
  short: { count: 50, seconds: 3 },
  // The victim has only a few connections at once, fewer than the service must keep free for others.
  victims: () => [{ ...healthOnFresh, everyMs: 100 }],
  bounds: { p99Ms: 100, rssMb: 350 },
  strike: async ({ port, count }, gains, signal) => {
    const hold = async (): Promise<void> => {
      const socket = await openSocket({ port, from: "127.0.0.2", gains });
      const again = () => void sleep(RETRY_MS).then(() => (signal.aborted ? undefined : hold()));
      if (socket === undefined) again();
      else socket.once("close", again);
    };
    await Promise.all(Array.from({ length: count }, hold));
  },
};
