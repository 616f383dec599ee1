import { Agent } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { BASE_PATH } from "@petstore/contract";
import { fillDisk } from "../store/small-disk.js";
import { ask } from "../traffic/ask.js";
import type { FaultCase, Stage } from "./fault-case.js";

const FULL_MS = 5_000;
const PAUSE_MS = 50;

/** Whether a create was refused while the disk was full: PostgreSQL has some room left in its last pages. */
const isFelt = async ({ service, key }: Stage): Promise<boolean> => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const endsAt = performance.now() + FULL_MS;
  let refused = 0;
  while (performance.now() < endsAt) {
    const body = { name: "disk", categoryId: 1 };
    const outcome = await ask(agent, service.origin, { method: "POST", path: `${BASE_PATH}/pets`, key, body });
    if (typeof outcome === "string" || outcome.status !== 201) refused += 1;
    await sleep(PAUSE_MS);
  }
  agent.destroy();
  return refused > 0;
};

/** Creates are 503 with Retry-After while PostgreSQL finds no room for a row. */
export const diskCase: FaultCase = {
  fault: "disk full",
  at: "private store",
  store: "small disk",
  strike: async (stage) => {
    const free = await fillDisk(stage.dataDir);
    const wasFelt = await isFelt(stage);
    await free();
    return { backAt: performance.now(), reasons: wasFelt ? [] : ["the full disk was not felt"] };
  },
};
