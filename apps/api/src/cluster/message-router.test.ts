import { describe, expect, it } from "vitest";
import { parseConfig } from "../config/config.js";
import { createMessageRouter } from "./message-router.js";
import type { ChangeNote, PrimaryMessage } from "./messages.js";
import type { WorkerHandle } from "./worker-handle.js";

/** A worker that confirms each change at once, and none once it has ended. */
const startFake = () => {
  const sent: PrimaryMessage["kind"][] = [];
  const changes: ChangeNote[] = [];
  const life = { hasEnded: false, end: () => {} };
  const ended = new Promise<{ how: string; wasKilled: boolean }>((resolve) => {
    life.end = () => {
      life.hasEnded = true;
      resolve({ how: "SIGKILL", wasKilled: true });
    };
  });
  const sendChanges = async (notes: readonly ChangeNote[]) => {
    if (life.hasEnded) return new Promise<void>(() => {});
    changes.push(...notes);
  };
  const handle = { ended, sendChanges, send: ({ kind }: PrimaryMessage) => void sent.push(kind) };
  return { handle: handle as unknown as WorkerHandle, sent, changes, end: life.end };
};

/** Three workers that receive changes. */
const openRouter = () => {
  const route = createMessageRouter(() => parseConfig({}));
  const workers = [startFake(), startFake(), startFake()] as const;
  for (const { handle } of workers) route({ kind: "here" }, handle);
  return { route, workers };
};
const turn = () => new Promise(setImmediate);
const note: ChangeNote = ["catalogue", "1"];

describe("a change that a worker publishes", () => {
  it("reaches the other workers, and it alone is told so", async () => {
    const { route, workers } = openRouter();
    route({ kind: "publish", id: 7, notes: [note] }, workers[0].handle);
    await turn();
    expect(workers.map(({ changes }) => changes)).toEqual([[], [note], [note]]);
    expect(workers.map(({ sent }) => sent)).toEqual([["start", "published"], ["start"], ["start"]]);
  });

  it("does not wait for a worker that has ended", async () => {
    const { route, workers } = openRouter();
    const [publisher, ended, other] = workers;
    ended.end();
    await turn();
    route({ kind: "publish", id: 7, notes: [note] }, publisher.handle);
    await turn();
    expect([publisher.sent, other.changes]).toEqual([["start", "published"], [note]]);
  });
});
