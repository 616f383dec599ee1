import { Agent } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import type { Cleanup } from "@petstore/bench/dist/cleanup.js";
import type { EventPage } from "@petstore/contract/routes";
import { ask } from "../traffic/ask.js";

/** Sends a GET again and again until the status is 200. */
export type Read = (path: string) => Promise<{ readonly body: unknown; readonly link: string | undefined }>;

const PAUSE_MS = 100;

export const createReader = (origin: string, key: string, cleanup: Cleanup): Read => {
  const agent = new Agent({ keepAlive: true });
  cleanup.add(() => agent.destroy());
  return async (path) => {
    for (;;) {
      const outcome = await ask(agent, origin, { method: "GET", path, key });
      if (typeof outcome !== "string" && outcome.status === 200)
        return { body: JSON.parse(outcome.body) as unknown, link: outcome.headers["link"] as string | undefined };
      if (typeof outcome !== "string" && outcome.status < 500) throw new Error(`${path}: ${outcome.body}`);
      await sleep(PAUSE_MS);
    }
  };
};

/** @returns The cursor of the current end of the feed. */
export const readHead = async (read: Read): Promise<string> =>
  ((await read("/v1/events?after=now")).body as EventPage).next;

export const epochOf = (cursor: string): string => cursor.split("-", 1)[0] ?? "";
export const positionOf = (cursor: string): number => Number(cursor.split("-")[1]);
