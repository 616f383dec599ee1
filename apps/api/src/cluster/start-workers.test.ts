import cluster from "node:cluster";
import { pino } from "pino";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { addAccount } from "../../test/support/builders.js";
import { type FakeWorker, forkFakeWorkers, turn } from "../../test/support/fake-workers.js";
import { createTestDatabase, type TestDatabase } from "../../test/support/test-database.js";
import { parseConfig } from "../config/config.js";
import { gauge } from "../metrics/metric.js";
import { startWorkers } from "./start-workers.js";

const ADDRESS = "http://127.0.0.1:4010";

let database: TestDatabase;
let forked: FakeWorker[];
let logged: string[];
let closed: number;
let listenersBefore: NodeJS.ExitListener[];
beforeEach(async () => {
  database = await createTestDatabase();
  await addAccount(database);
  forked = forkFakeWorkers();
  logged = [];
  closed = 0;
  listenersBefore = process.listeners("exit");
});
afterEach(async () => {
  vi.restoreAllMocks();
  for (const listener of process.listeners("exit")) {
    if (!listenersBefore.includes(listener)) process.off("exit", listener);
  }
  await database.drop();
});

const start = (signal = new AbortController().signal, releasePort = () => {}) => {
  const config = parseConfig({ WORKERS: "2", METRICS_PORT: "0", DATABASE_URL: database.url });
  const log = pino({}, { write: (line: string) => void logged.push((JSON.parse(line) as { msg: string }).msg) });
  const store = { ...database, isPrivate: false, close: async () => void (closed += 1) };
  return startWorkers(config, log, store, { signal, isTerminal: true, releasePort });
};
const metricsUrl = async () => {
  const urlIn = () => logged.map((line) => /http:\S+metrics/.exec(line)?.[0]).find((found) => found !== undefined);
  await expect.poll(urlIn).toBeDefined();
  return urlIn() ?? "";
};

describe("a start with workers", () => {
  it("is ready once all workers listen, serves their metrics, and leaves nothing after a stop", async () => {
    let released = 0;
    const starting = start(undefined, () => void (released += 1));
    const [one, other] = forked as [FakeWorker, FakeWorker];
    expect([cluster.schedulingPolicy, cluster.settings.exec?.endsWith("/worker.js")]).toEqual([cluster.SCHED_RR, true]);
    for (const worker of forked) {
      worker.snapshot = [gauge("in_flight", "Of a test.", 2)];
      worker.listenAt(ADDRESS);
      expect(worker.kinds).toEqual(["start", "listen"]);
    }
    const service = await starting;
    expect([service.address, service.firstStart, released]).toEqual([ADDRESS, undefined, 2]);
    expect([one.kinds, other.kinds]).toEqual([0, 1].map(() => ["start", "listen", "ready"]));
    const text = await (await fetch(await metricsUrl())).text();
    expect(text.split("\n")).toEqual(
      expect.arrayContaining(["in_flight 4", 'petstore_worker_up{worker="1"} 1', 'petstore_worker_up{worker="2"} 1']),
    );
    const stopping = service.stop();
    await turn();
    expect(closed).toBe(0);
    for (const worker of forked) worker.exit(0);
    await stopping;
    expect([closed, one.signals]).toEqual([1, []]);
    await expect(fetch(await metricsUrl())).rejects.toThrow("fetch failed");
  });

  it("ends all workers when this process exits early", async () => {
    const abandoned = new AbortController();
    const starting = start(abandoned.signal).catch((error: unknown) => error);
    for (const worker of forked) worker.tell({ kind: "here" });
    for (const listener of process.listeners("exit")) if (!listenersBefore.includes(listener)) listener(0);
    expect(forked.map(({ signals }) => signals)).toEqual([["SIGKILL"], ["SIGKILL"]]);
    abandoned.abort();
    // On a slow machine, a worker might end before it is told to stop. It would then be replaced by one that nothing
    // ends.
    await expect.poll(() => forked.map(({ kinds }) => kinds.at(-1))).toEqual(["stop", "stop"]);
    for (const worker of forked) worker.exit(0);
    await starting;
  });

  it("stops the workers and closes the metrics port and the store if it is abandoned", async () => {
    const abandoned = new AbortController();
    const starting = start(abandoned.signal).catch((error: unknown) => error);
    for (const worker of forked) worker.tell({ kind: "here" });
    const url = await metricsUrl();
    abandoned.abort(new Error("enough"));
    await expect
      .poll(() => forked.map(({ kinds }) => kinds), { timeout: 30_000 })
      .toEqual([0, 1].map(() => ["start", "stop"]));
    for (const worker of forked) worker.exit(0);
    expect([await starting, closed]).toEqual([new Error("enough"), 1]);
    await expect(fetch(url)).rejects.toThrow("fetch failed");
  });
});
