import { EventEmitter } from "node:events";
import { pino } from "pino";
import { afterEach, describe, expect, it, vi } from "vitest";
import { turn } from "../../test/support/fake-workers.js";
import { parseConfig } from "../config/config.js";
import { gauge } from "../metrics/metric.js";
import type { PrimaryMessage, WorkerMessage } from "./messages.js";
import { openPrimaryChannel } from "./primary-channel.js";

const log = pino({ level: "silent" });

/**
 * Opens the channel of a worker, and collects the messages that it sends. `tell` sends it a message from the primary.
 */
const open = () => {
  const sent: WorkerMessage[] = [];
  const parent = Object.assign(new EventEmitter(), {
    connected: true,
    send: (message: WorkerMessage) => sent.push(message) > 0,
  });
  const channel = openPrimaryChannel(parent as unknown as Parameters<typeof openPrimaryChannel>[0]);
  const tell = (message: PrimaryMessage) => void parent.emit("message", message);
  const bus = channel.createWorkerBus(new Uint8Array([1]), log);
  return { channel, parent, sent, tell, bus };
};
/** Returns which of these promises have settled. */
const settledOf = async (...promises: Promise<unknown>[]) => {
  const settled = promises.map(() => false);
  promises.forEach((promise, at) => void promise.then(() => (settled[at] = true)));
  await turn();
  return settled;
};

afterEach(() => void vi.useRealTimers());

describe("the channel of a worker to the primary", () => {
  it("announces itself, and gets the configuration and the secret of all workers", async () => {
    const { channel, sent, tell, bus } = open();
    expect(sent).toEqual([{ kind: "here" }]);
    const config = parseConfig({});
    tell({ kind: "start", config, secret: Buffer.from([7, 255]).toString("base64") });
    const { secret, ...started } = await channel.started;
    expect([started.config, [...secret], bus.secret]).toEqual([config, [7, 255], new Uint8Array([1])]);
  });

  it("listens, becomes ready and stops only when the primary tells it to", async () => {
    const { channel, sent, tell } = open();
    const prepared = channel.prepare();
    const states = [prepared, channel.isReady, channel.isToStop];
    expect([sent.at(-1), await settledOf(...states)]).toEqual([{ kind: "prepared" }, [false, false, false]]);
    tell({ kind: "listen" });
    expect(await settledOf(...states)).toEqual([true, false, false]);
    tell({ kind: "ready" });
    expect(await settledOf(...states)).toEqual([true, true, false]);
    tell({ kind: "stop" });
    expect(await settledOf(...states)).toEqual([true, true, true]);
  });

  it("stops the worker when the primary is gone, and sends no more messages", async () => {
    const { channel, parent, sent } = open();
    parent.connected = false;
    parent.emit("disconnect");
    expect(await settledOf(channel.isToStop)).toEqual([true]);
    channel.send({ kind: "prepared" });
    expect(sent).toEqual([{ kind: "here" }]);
  });

  it("tells each listener of a channel what other workers changed, and then confirms the change", () => {
    const { sent, tell, bus } = open();
    const heard: unknown[] = [];
    bus.subscribe("keys", (payload) => void heard.push(["keys", payload, sent.length]));
    bus.subscribe("keys", (payload) => void heard.push(["again", payload, sent.length]));
    bus.subscribe("catalogue", (payload) => void heard.push(["catalogue", payload, sent.length]));
    tell({ kind: "changes", id: 4, notes: [["keys", "12"], ["catalogue"]] });
    expect(heard).toEqual([
      ["keys", "12", 1],
      ["again", "12", 1],
      ["catalogue", undefined, 1],
    ]);
    expect(sent.slice(1)).toEqual([{ kind: "received", id: 4 }]);
  });

  it("publishes the changes of one turn together, and waits until all workers know them", async () => {
    const { sent, tell, bus } = open();
    const published = [bus.publish("keys", "12"), bus.publish("catalogue")] as Promise<void>[];
    await turn();
    const [, message] = sent;
    expect(message).toMatchObject({ kind: "publish", notes: [["keys", "12"], ["catalogue"]] });
    expect(await settledOf(...published)).toEqual([false, false]);
    tell({ kind: "published", id: (message as { id: number }).id });
    expect(await settledOf(...published)).toEqual([true, true]);
  });

  it("waits at most a second for a published change, and half a second for a count", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const { bus } = open();
    const published = bus.publish("keys") as Promise<void>;
    const counted = bus.openCounter({ name: "requests", points: 5, seconds: 60 }).add("ann") as Promise<unknown>;
    await turn();
    vi.advanceTimersByTime(499);
    expect(await settledOf(counted, published)).toEqual([false, false]);
    vi.advanceTimersByTime(1);
    expect(await settledOf(counted, published)).toEqual([true, false]);
    vi.advanceTimersByTime(499);
    expect(await settledOf(published)).toEqual([false]);
    vi.advanceTimersByTime(1);
    expect(await settledOf(published)).toEqual([true]);
  });

  it("keeps a separate count for each counter", async () => {
    const { sent, tell, bus } = open();
    const [requests, signIns] = ["requests", "sign-ins"].map((name) =>
      bus.openCounter({ name, points: 5, seconds: 60 }),
    );
    const counts = [requests?.add("ann"), signIns?.add("ann")];
    await turn();
    expect(sent[1]).toMatchObject({
      kind: "count",
      notes: [
        ["requests:ann", 60, 1],
        ["sign-ins:ann", 60, 1],
      ],
    });
    const counted = [
      [2, 60_000],
      [5, 1_000],
    ] as const;
    tell({ kind: "counted", id: (sent[1] as { id: number }).id, counts: counted });
    expect(await Promise.all(counts.map(async (count) => count))).toMatchObject([
      { remaining: 3, resetSeconds: 60 },
      { remaining: 0, resetSeconds: 1, isOver: false },
    ]);
  });

  it("answers each scrape, except a scrape that fails", async () => {
    const { channel, sent, tell } = open();
    const snapshots = [[gauge("one", "Of a test.", 1)], undefined, [gauge("two", "Of a test.", 2)]];
    channel.answerScrapes(async () => {
      const snapshot = snapshots.shift();
      if (snapshot === undefined) throw new Error("boom");
      return snapshot;
    });
    for (const id of [3, 4, 5]) tell({ kind: "scrape", id });
    tell({ kind: "ready" });
    await turn();
    expect(sent.slice(1)).toMatchObject([
      { kind: "metrics", id: 3, snapshot: [{ name: "one" }] },
      { kind: "metrics", id: 5, snapshot: [{ name: "two" }] },
    ]);
  });
});
