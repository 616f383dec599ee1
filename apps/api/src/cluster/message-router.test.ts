import { describe, expect, it } from "vitest";
import { parseConfig } from "../config/config.js";
import { createMessageRouter } from "./message-router.js";
import type { ChangeNote, PrimaryMessage } from "./messages.js";
import type { WorkerHandle } from "./worker-handle.js";

/** Starts a worker that confirms each change at once, until it has ended. */
const startFake = () => {
  const messages: PrimaryMessage[] = [];
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
  const handle = { ended, sendChanges, send: (message: PrimaryMessage) => void messages.push(message) };
  return {
    handle: handle as unknown as WorkerHandle,
    messages,
    get sent() {
      return messages.map(({ kind }) => kind);
    },
    changes,
    end: life.end,
  };
};

/** Opens a router with three workers that receive changes. */
const openRouter = () => {
  const route = createMessageRouter(() => parseConfig({}));
  const workers = [startFake(), startFake(), startFake()] as const;
  for (const { handle } of workers) route({ kind: "here" }, handle);
  return { route, workers };
};
const turn = () => new Promise(setImmediate);
const note: ChangeNote = ["catalogue", "1"];

describe("a change that a worker publishes", () => {
  it("is sent to the other workers, and confirmed only to the worker that published it", async () => {
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

describe("a connected worker", () => {
  it("gets its configuration and the secret that all workers share", () => {
    const { route, workers } = openRouter();
    const late = startFake();
    route({ kind: "here" }, late.handle);
    const started = [...workers, late].map(({ messages }) => messages[0]) as Extract<
      PrimaryMessage,
      { kind: "start" }
    >[];
    expect(new Set(started.map(({ secret }) => secret)).size).toBe(1);
    expect(Buffer.from(started[0]?.secret ?? "", "base64")).toHaveLength(32);
    expect(started.map(({ config }) => config)).toEqual(Array(4).fill(parseConfig({})));
  });

  it("is the only worker that gets the counts that it requested, which cover all workers", () => {
    const { route, workers } = openRouter();
    const [one, other, third] = workers;
    route(
      {
        kind: "count",
        id: 3,
        notes: [
          ["requests:ann", 60, 1],
          ["requests:ben", 5, 1],
        ],
      },
      one.handle,
    );
    route(
      {
        kind: "count",
        id: 9,
        notes: [
          ["requests:ben", 5, 1],
          ["requests:ann", 60, 0],
          ["requests:ann", 60, 1],
        ],
      },
      other.handle,
    );
    const near = (ms: number) => expect.closeTo(ms, -3);
    expect([one, other, third].map(({ messages }) => messages.slice(1))).toEqual([
      [
        {
          kind: "counted",
          id: 3,
          counts: [
            [1, near(60_000)],
            [1, near(5_000)],
          ],
        },
      ],
      [
        {
          kind: "counted",
          id: 9,
          counts: [
            [2, near(5_000)],
            [0, 0],
            [1, near(60_000)],
          ],
        },
      ],
      [],
    ]);
  });
});
