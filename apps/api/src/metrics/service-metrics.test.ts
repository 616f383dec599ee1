import type { Pool } from "pg";
import { describe, expect, it } from "vitest";
import { createLanes } from "../concurrency/lanes.js";
import { readDatabaseMetrics } from "./database-metrics.js";
import { counter, gauge, histogram, type Metric } from "./metric.js";
import { createRequestMetrics } from "./request-metrics.js";
import { readServiceMetrics } from "./service-metrics.js";
import { countersOf, mergeSnapshots, printSnapshots, toSnapshot } from "./snapshots.js";

/** Returns the lines that a scrape shows for these metrics. */
const linesOf = async (metrics: readonly Metric[]) =>
  (await printSnapshots([toSnapshot(metrics)])).split("\n").filter((line) => !line.startsWith("#") && line !== "");

const open = (lastBackupAt?: Date) => {
  const metrics = createRequestMetrics();
  const lanes = createLanes();
  const readiness = { isReady: true, isDatabaseUsable: true, clockSkewSeconds: -1.5 };
  const feed = { isCurrent: true, pingedAt: performance.now() - 2_500, roundTripMs: 30, losses: 4 };
  const cache = { hits: 1, joins: 2, misses: 3, invalidations: 4, entries: 5, bytes: 6 };
  const eventLoopDelay = { isOverloaded: false, close: () => {} };
  const changeFeed = { stats: () => feed } as unknown as Parameters<typeof readServiceMetrics>[0]["changeFeed"];
  const webhooks = {
    stats: () => ({ endpoints: { active: 2, paused: 1 }, deliveries: { delivered: 7, failed: 3 }, behind: 12 }),
  };
  const read = async () => {
    const responseCache = { stats: () => cache };
    const eventFeed = { stats: () => ({ streams: 7, waits: 8, position: 9, lag: 10, pendingSeconds: 1.5 }) };
    const jobSteps = { stats: () => ({ undo: 1, merge: 0 }) };
    const expirySweep = { stats: () => ({ lastBackupAt }) };
    const dependencies = { redis: () => false, standby: undefined, photo_bucket: () => true };
    const measured = {
      ...{
        lanes,
        eventLoopDelay,
        changeFeed,
        responseCache,
        eventFeed,
        jobSteps,
        webhooks,
        metrics,
        dependencies,
        expirySweep,
      },
      readiness: { stats: () => readiness },
    };
    return linesOf(readServiceMetrics(measured));
  };
  return { metrics, lanes, readiness, feed, eventLoopDelay, read };
};

describe("the metrics of requests", () => {
  it("count each operation and status class separately, in the right buckets", async () => {
    const { metrics, read } = open();
    for (const ms of [0.5, 0.6, 60_000, 60_001]) {
      metrics.begin();
      metrics.end("getPet", 200, ms);
    }
    for (const status of [404, 499, undefined]) {
      metrics.begin();
      metrics.end("listPets", status, 1);
    }
    metrics.begin();
    const lines = await read();
    const name = "petstore_http_request_duration_seconds";
    const ofPet = 'operation="getPet",status="2xx"';
    const bucket = (le: string) =>
      lines.find((line) => line.startsWith(`${name}_bucket`) && line.includes("getPet") && line.includes(`le="${le}"`));
    expect(["0.0005", "0.001", "60", "+Inf"].map((le) => bucket(le)?.split(" ").at(-1))).toEqual(["1", "2", "3", "4"]);
    expect(lines).toContain(`${name}_count{${ofPet}} 4`);
    expect(lines).toContain(`${name}_sum{${ofPet}} 120.0021`);
    expect(lines).toContain(`${name}_count{operation="listPets",status="4xx"} 2`);
    expect(lines).toContain(`${name}_count{operation="listPets",status="aborted"} 1`);
    expect(lines).toContain("petstore_http_requests_in_flight 1");
  });

  it("count refusals and sign-ins by kind, and start at zero", async () => {
    const { metrics, read } = open();
    metrics.rateLimited.account += 2;
    metrics.signIns.failed += 3;
    const lines = await read();
    expect(lines.filter((line) => /refusals_total\{limit|sign_ins/.test(line))).toEqual([
      'petstore_rate_limit_refusals_total{limit="key"} 0',
      'petstore_rate_limit_refusals_total{limit="account"} 2',
      'petstore_rate_limit_refusals_total{limit="address"} 0',
      'petstore_rate_limit_refusals_total{limit="static_files"} 0',
      'petstore_sign_ins_total{result="succeeded"} 0',
      'petstore_sign_ins_total{result="failed"} 3',
      'petstore_sign_ins_total{result="limited"} 0',
    ]);
  });
});

describe("the metrics of a service", () => {
  it("have webhook endpoints by state, their requests by outcome, and their delay", async () => {
    expect((await open().read()).filter((line) => line.startsWith("petstore_webhook"))).toEqual([
      'petstore_webhook_endpoints{state="active"} 2',
      'petstore_webhook_endpoints{state="paused"} 1',
      'petstore_webhook_attempts_total{outcome="delivered"} 7',
      'petstore_webhook_attempts_total{outcome="failed"} 3',
      "petstore_webhook_behind_events 12",
    ]);
  });

  it("tell which of the configured dependencies can be used, and how far the clock of the database is ahead", async () => {
    expect((await open().read()).filter((line) => /^petstore_(?:dependency|clock)/.test(line))).toEqual([
      'petstore_dependency_up{dependency="database"} 1',
      'petstore_dependency_up{dependency="redis"} 0',
      'petstore_dependency_up{dependency="photo_bucket"} 1',
      "petstore_clock_skew_seconds -1.5",
    ]);
  });

  it("have the number of jobs that wait for a person, by kind", async () => {
    expect((await open().read()).filter((line) => line.startsWith("petstore_jobs"))).toEqual([
      'petstore_jobs_waiting{kind="undo"} 1',
      'petstore_jobs_waiting{kind="merge"} 0',
    ]);
  });

  it("have the time of the last backup, if there is one", async () => {
    const linesAfter = async (time?: Date) =>
      (await open(time).read()).filter((line) => line.startsWith("petstore_last_backup"));
    expect(await linesAfter()).toEqual([]);
    expect(await linesAfter(new Date("2026-11-29T02:15:00.500Z"))).toEqual([
      "petstore_last_backup_timestamp_seconds 1795918500.5",
    ]);
  });

  it("have the running and waiting work of each lane, and the sizes of its batches", async () => {
    const { lanes, read } = open();
    const flow = { account: "1", key: "1" };
    let end = () => {};
    const running = lanes.searches.run(flow, () => new Promise<void>((resolve) => (end = resolve)));
    lanes.writes.addWaiting(flow);
    lanes.writes.batches.inFlight = 2;
    for (const [size, count] of [
      [1, 5],
      [3, 2],
      [64, 1],
      [65, 1],
    ] as const)
      lanes.writes.batches.sizes[size] = count;
    const lines = await read();
    expect(lines).toEqual(
      expect.arrayContaining([
        'petstore_lane_running{lane="searches"} 1',
        'petstore_lane_running{lane="writes"} 0',
        'petstore_lane_waiting{lane="writes"} 1',
        'petstore_lane_refusals_total{lane="reads",reason="timeout"} 0',
        'petstore_batch_size_sum{lane="writes"} 140',
        'petstore_batch_size_count{lane="writes"} 9',
        'petstore_batches_in_flight{lane="writes"} 2',
      ]),
    );
    const bucket = (le: string) =>
      lines.find((line) => line.startsWith("petstore_batch_size_bucket") && line.includes(`le="${le}"`));
    expect(["1", "2", "4", "64", "+Inf"].map((le) => bucket(le)?.split(" ").at(-1))).toEqual(["5", "5", "7", "8", "9"]);
    expect(lines.filter((line) => line.includes('petstore_batches_in_flight{lane="reads"'))).toEqual([]);
    end();
    await running;
  });

  it("have the state of cache, change feed, event loop and readiness, in seconds", async () => {
    const { readiness, feed, eventLoopDelay, read } = open();
    const lines = await read();
    expect(lines).toEqual(
      expect.arrayContaining([
        'petstore_response_cache_requests_total{result="hit"} 1',
        'petstore_response_cache_requests_total{result="joined"} 2',
        'petstore_response_cache_requests_total{result="miss"} 3',
        "petstore_response_cache_invalidations_total 4",
        "petstore_response_cache_entries 5",
        "petstore_response_cache_bytes 6",
        "petstore_change_feed_current 1",
        "petstore_change_feed_round_trip_seconds 0.03",
        "petstore_change_feed_losses_total 4",
        'petstore_event_followers{kind="stream"} 7',
        'petstore_event_followers{kind="wait"} 8',
        "petstore_event_position 9",
        "petstore_event_lag 10",
        "petstore_event_pending_seconds 1.5",
        "petstore_event_loop_overloaded 0",
        "petstore_ready 1",
      ]),
    );
    const age = Number(/age_seconds (.*)/.exec(lines.join("\n"))?.[1]);
    expect(age).toBeGreaterThanOrEqual(2.5);
    expect(age).toBeLessThan(60);
    Object.assign(readiness, { isReady: false, isDatabaseUsable: false });
    Object.assign(feed, { isCurrent: false });
    Object.assign(eventLoopDelay, { isOverloaded: true });
    expect(await read()).toEqual(
      expect.arrayContaining([
        "petstore_ready 0",
        'petstore_dependency_up{dependency="database"} 0',
        "petstore_change_feed_current 0",
        "petstore_event_loop_overloaded 1",
      ]),
    );
  });

  it("report the connections of both pools, and the private PostgreSQL only if the service runs it", async () => {
    const poolOf = (totalCount: number, idleCount: number, waitingCount: number) =>
      ({ totalCount, idleCount, waitingCount }) as Pool;
    const database = { pool: poolOf(5, 2, 7), reads: { pool: poolOf(9, 1, 0) } };
    const lines = [
      'petstore_pool_connections{pool="changes",state="busy"} 3',
      'petstore_pool_connections{pool="changes",state="idle"} 2',
      'petstore_pool_connections{pool="reads",state="busy"} 8',
      'petstore_pool_connections{pool="reads",state="idle"} 1',
      'petstore_pool_waiting{pool="changes"} 7',
      'petstore_pool_waiting{pool="reads"} 0',
    ];
    expect(await linesOf(readDatabaseMetrics(database))).toEqual(lines);
    const privatePostgres = (isRunning: boolean, restarts: number) =>
      toSnapshot(readDatabaseMetrics({ ...database, privatePostgres: () => ({ isRunning, restarts }) }));
    const merged = await printSnapshots([privatePostgres(true, 2), privatePostgres(false, 1)]);
    expect(merged).toContain("\npetstore_private_postgres_running 0\n");
    expect(merged).toContain("\npetstore_private_postgres_restarts_total 2\n");
  });
});

describe("the metrics of several processes", () => {
  it("are combined as each metric's aggregator says, without values that are not numbers", async () => {
    const processOf = (value: number, rest: Partial<Metric> = {}) => [
      counter("total", "Of a test.", value),
      gauge("least", "Of a test.", value, "min"),
      { ...gauge("start", "Of a test.", value), aggregator: "omit", ...rest } as Metric,
      gauge("mean", "Of a test.", Number.NaN, "average"),
      histogram("time", "Of a test.", [1, 2], [{ labels: {}, counts: [value, 0, 1], sum: value }]),
    ];
    const merged = await mergeSnapshots([toSnapshot(processOf(3)), toSnapshot(processOf(5))]);
    const valuesOf = (name: string) => merged.find((one) => one.name === name)?.values.map(({ value }) => value);
    expect(["total", "least", "start", "mean"].map(valuesOf)).toEqual([[8], [3], [3], []]);
    expect(valuesOf("time")).toEqual([8, 8, 10, 8, 10]);
    expect(countersOf(merged).map(({ name }) => name)).toEqual(["total", "time"]);
  });
});
