import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { forkFakeWorkers, turn, type FakeWorker } from "../../test/support/fake-workers.js";
import { gauge } from "../metrics/metric.js";
import type { WorkerMessage } from "./messages.js";
import { startWorker, type WorkerHandle } from "./worker-handle.js";

const BEAT_MS = 1_000;

let forked: FakeWorker[];
let received: WorkerMessage["kind"][];
let handle: WorkerHandle;
let worker: FakeWorker;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval"] });
  forked = forkFakeWorkers();
  received = [];
  handle = startWorker(({ kind }, sender) => void (sender === handle && received.push(kind)));
  [worker] = forked as [FakeWorker];
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const beat = async (count: number) => {
  for (let at = 0; at < count; at += 1) {
    vi.advanceTimersByTime(BEAT_MS);
    await turn();
  }
};
/** Returns the ids of the messages that were sent to the worker. */
const idsOf = (kind: "changes" | "scrape") =>
  worker.sent.flatMap((message) => (message.kind === kind ? [message.id] : []));
/** Returns the value to which a promise has resolved so far. */
const peek = async <Result>(promise: Promise<Result>) => {
  const pending = Symbol("pending");
  const value = await Promise.race([promise, turn().then(() => pending)]);
  return value === pending ? "pending" : value;
};

describe("the heartbeat of a worker", () => {
  it("starts once the worker is connected, and ends a worker that has missed ten beats", async () => {
    await beat(11);
    expect(worker.sent).toEqual([]);
    worker.tell({ kind: "here" });
    worker.tell({ kind: "here" });
    await beat(10);
    expect([idsOf("changes").length, worker.signals]).toEqual([10, []]);
    await beat(1);
    expect(worker.signals).toEqual(["SIGKILL"]);
    worker.exit(null, "SIGKILL");
    expect(await handle.ended).toEqual({ how: "no answer for ten seconds", wasKilled: true });
    expect(vi.getTimerCount()).toBe(0);
  });

  it("counts missed beats from zero again after each answer, even a late one", async () => {
    worker.tell({ kind: "here" });
    await beat(10);
    worker.tell({ kind: "received", id: idsOf("changes")[0] ?? 0 });
    await turn();
    await beat(10);
    expect(worker.signals).toEqual([]);
    await beat(1);
    expect(worker.signals).toEqual(["SIGKILL"]);
  });
});

describe("a worker", () => {
  it("confirms each change separately, and counts as confirming all of them when it ends", async () => {
    const [first, second] = [handle.sendChanges([["catalogue", "1"]]), handle.sendChanges([["keys"]])];
    expect(worker.sent).toMatchObject([{ notes: [["catalogue", "1"]] }, { notes: [["keys"]] }]);
    worker.tell({ kind: "received", id: idsOf("changes")[1] ?? 0 });
    expect([await peek(first), await peek(second)]).toEqual(["pending", undefined]);
    worker.exit(0);
    expect(await peek(first)).toBeUndefined();
  });

  it("answers each scrape, and ends an unanswered scrape after a second or with the worker", async () => {
    const [one, other] = [[gauge("one", "Of a test.", 1)], [gauge("other", "Of a test.", 2)]];
    const scrapes = [handle.scrape(), handle.scrape(), handle.scrape()];
    const [first = 0, second = 0] = idsOf("scrape");
    worker.tell({ kind: "metrics", id: second, snapshot: other });
    worker.tell({ kind: "metrics", id: first, snapshot: one });
    expect(await Promise.all(scrapes.map(peek))).toEqual([one, other, "pending"]);
    vi.advanceTimersByTime(999);
    expect(await peek(scrapes[2] as Promise<unknown>)).toBe("pending");
    vi.advanceTimersByTime(1);
    await turn();
    const last = handle.scrape();
    worker.exit(0);
    expect(await Promise.all([scrapes[2], last].map((scrape) => peek(scrape as Promise<unknown>)))).toEqual([
      undefined,
      undefined,
    ]);
    expect(vi.getTimerCount()).toBe(0);
  });

  it("passes on messages except confirmations and metrics, and receives none after it has ended", () => {
    for (const kind of ["here", "prepared"] as const) worker.tell({ kind });
    worker.tell({ kind: "received", id: 9 });
    worker.tell({ kind: "metrics", id: 9, snapshot: [] });
    worker.tell({ kind: "publish", id: 1, notes: [] });
    expect(received).toEqual(["here", "prepared", "publish"]);
    handle.send({ kind: "ready" });
    worker.exit(0);
    handle.send({ kind: "stop" });
    expect(worker.kinds).toEqual(["ready"]);
  });

  it.each([
    ["exit code 3", 3, null, false],
    ["SIGTERM", null, "SIGTERM", true],
  ])("reports that it has ended by %s", async (how, code, signal, wasKilled) => {
    worker.emit("error", new Error("the channel broke"));
    worker.exit(code, signal);
    expect(await handle.ended).toEqual({ how, wasKilled });
  });

  it("counts as ended if it cannot be forked", async () => {
    const unborn = startWorker(() => {});
    const [, child] = forked;
    if (child !== undefined) child.process.pid = undefined;
    child?.emit("error", new Error("spawn EAGAIN"));
    expect(await unborn.ended).toEqual({ how: "spawn EAGAIN", wasKilled: false });
  });
});
