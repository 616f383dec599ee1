import { setTimeout as sleep } from "node:timers/promises";
import { fillDisk } from "../store/small-disk.js";
import type { FaultCase } from "./fault-case.js";

const FULL_MS = 5_000;

/** Creates are 503 with Retry-After while PostgreSQL finds no room for a row. */
export const diskCase: FaultCase = {
  fault: "disk full",
  at: "private store",
  store: "small disk",
  strike: async ({ dataDir, service }) => {
    const free = await fillDisk(dataDir);
    await sleep(FULL_MS);
    await free();
    return { backAt: performance.now(), reasons: service.exit() === undefined ? [] : ["the service ended"] };
  },
};
