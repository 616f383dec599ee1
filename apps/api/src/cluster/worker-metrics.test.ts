import pg from "pg";
import { pino } from "pino";
import { describe, expect, it } from "vitest";
import type { Database } from "../database/open-database.js";
import { counter, gauge } from "../metrics/metric.js";
import { mergeSnapshots } from "../metrics/snapshots.js";
import type { WorkerHandle } from "./worker-handle.js";
import { createWorkerMetrics } from "./worker-metrics.js";

/** Starts a worker that has answered this many requests, and has a tenth of them in flight. */
const startFake = (requests: number) => {
  const snapshot = [
    counter("answered", "Of a test.", requests, "sum"),
    gauge("in_flight", "Of a test.", requests / 10, "sum"),
  ];
  const fake = { isAway: false, scrape: async () => (fake.isAway ? undefined : snapshot), pid: requests };
  return fake;
};

const openMetrics = () => {
  const pool = new pg.Pool();
  const workers = new Set<ReturnType<typeof startFake>>();
  const handles = workers as unknown as ReadonlySet<WorkerHandle>;
  const database = { pool, reads: { pool } } as unknown as Database;
  const warned: number[] = [];
  const log = pino({}, { write: (line: string) => void warned.push((JSON.parse(line) as { worker: number }).worker) });
  const collect = createWorkerMetrics(handles, { environment: "production" }, database, log);
  /** Returns the sums over all processes. */
  const read = async () => {
    const merged = await mergeSnapshots(await collect());
    const sum = (name: string) => merged.find((metric) => metric.name === name)?.values[0]?.value;
    return [sum("answered"), sum("in_flight")];
  };
  /** Returns whether the worker in each place is up. */
  const readUp = async () => {
    const up = (await collect()).flat().find(({ name }) => name === "petstore_worker_up");
    return up?.values.map(({ labels, value }) => [labels["worker"], value]);
  };
  return { workers, read, readUp, warned };
};

describe("the metrics of workers", () => {
  it("keep the counters of every worker that has ended, but none of its other metrics", async () => {
    const { workers, read } = openMetrics();
    const [first, second, third] = [startFake(10), startFake(20), startFake(40)];
    workers.add(first);
    expect(await read()).toEqual([10, 1]);
    workers.delete(first);
    expect(await read()).toEqual([10, undefined]);
    workers.add(second);
    expect(await read()).toEqual([30, 2]);
    workers.delete(second);
    workers.add(third);
    expect(await read()).toEqual([70, 4]);
    expect(await read()).toEqual([70, 4]);
  });

  it("keep the last counters of a worker that does not answer until it answers again", async () => {
    const { workers, read } = openMetrics();
    const [hung, other] = [startFake(10), startFake(20)];
    for (const worker of [hung, other]) workers.add(worker);
    expect(await read()).toEqual([30, 3]);
    hung.isAway = true;
    expect(await read()).toEqual([30, 2]);
    hung.isAway = false;
    expect(await read()).toEqual([30, 3]);
  });

  it("mark each place without an answering worker, and log it once each time", async () => {
    const { workers, readUp, warned } = openMetrics();
    const [hung, ended, successor] = [startFake(10), startFake(20), startFake(30)];
    for (const worker of [hung, ended]) workers.add(worker);
    expect(await readUp()).toEqual([
      [1, 1],
      [2, 1],
    ]);
    hung.isAway = true;
    workers.delete(ended);
    expect(await readUp()).toEqual([
      [1, 0],
      [2, 0],
    ]);
    workers.add(successor);
    expect(await readUp()).toEqual([
      [1, 0],
      [2, 1],
    ]);
    expect(warned).toEqual([10]);
    hung.isAway = false;
    expect(await readUp()).toEqual([
      [1, 1],
      [2, 1],
    ]);
    hung.isAway = true;
    await readUp();
    expect(warned).toEqual([10, 10]);
  });
});
