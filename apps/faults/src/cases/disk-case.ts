import { Agent } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { BASE_PATH } from "@petstore/contract/routes";
import { fillDisk } from "../store/small-disk.js";
import { ask } from "../traffic/ask.js";
import type { FaultCase, Stage } from "./fault-case.js";

const FULL_MS = 5_000;
const PAUSE_MS = 50;

/** Tells whether a create fails while the disk is full. There may still be space in PostgreSQL's last pages. */
const createsFail = async ({ service, key }: Stage): Promise<boolean> => {
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

/** While PostgreSQL has no space for a row, creates must get 503 with Retry-After. */
export const diskCase: FaultCase = {
  fault: "disk full",
  at: "private store",
  store: "small disk",
  inject: async (stage) => {
    const free = await fillDisk(stage.dataDir);
    const hasFailed = await createsFail(stage);
    await free();
    return { backAt: performance.now(), reasons: hasFailed ? [] : ["no create failed on the full disk"] };
  },
};
