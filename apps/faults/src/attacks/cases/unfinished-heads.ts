import type { Attack } from "../attack.js";
import { readiness, readinessOnKept } from "../ask.js";
import { manyFields } from "../heads.js";
import { addressAt, openMany } from "../sockets.js";

const head = Buffer.from(`GET /v1/pets HTTP/1.1\r\nHost: a\r\n${manyFields}`);

const attack = (name: string, from: (at: number) => string, full: Attack["full"]): Attack => ({
  name,
  full,
  victims: () => [readiness, readinessOnKept],
  bounds: { p99Ms: 100, rssMb: 350, shortGrowthMb: 80 },
  strike: (target, gains, signal) =>
    openMany({ ...target, from, gains, signal, onOpen: (socket) => socket.write(head) }),
});

/**
 * A header of 16 KB can consist of thousands of fields of five bytes. Node then needs more memory for the number of
 * fields than for their bytes.
 */
export const unfinishedHeads: readonly Attack[] = [
  {
    ...attack("unfinished heads of one address", () => "127.0.0.2", { count: 2_801, seconds: 6 }),
    short: { count: 1_500, seconds: 2 },
  },
  attack("unfinished heads of many addresses", addressAt, { count: 20_000, seconds: 10 }),
];
