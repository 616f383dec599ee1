import type { Cleanup } from "@petstore/bench/dist/cleanup.js";
import { number, readOptions } from "@petstore/bench/dist/command-line.js";
import { openGenerator } from "@petstore/bench/dist/load/generator.js";
import type { Plan } from "@petstore/bench/dist/load/job.js";
import { changeRequest, getRequest } from "@petstore/bench/dist/requests.js";
import { perSecond } from "@petstore/bench/dist/statistics.js";
import { apiFolder } from "../options.js";
import { runChecks } from "../run-checks.js";
import { describeMachine } from "../run-suite.js";
import { startObservedService } from "../service/observed-service.js";
import { residentBytes } from "../service/processes.js";
import { makeFolder, stopServerAtCleanup } from "../store/store.js";

const help = `npx --yes pnpm faults:soak [--minutes 10] [--percent 70] [--api folder]

Measures the capacity of the service with its private PostgreSQL, then sends so many percent of it, open loop: cached pages,
pages that are read once, single pets and creates. Prints percentiles, errors and the slope of the memory.
`;

const CONNECTIONS = 64;
const CLIENTS = 32;
const CAPACITY_SECONDS = 15;
const SAMPLE_MS = 5_000;
const PETS = 500;
/**
 * The limit for the growth of resident memory. The slope is computed by least squares over the second half of the run.
 */
const MAX_SLOPE_MB_PER_MINUTE = 2;
const MAX_LIVE_GROWTH_MB = 20;
const CHECKS = 3;
const MB = 2 ** 20;
const print = (line: string) => void process.stdout.write(`${line}\n`);

const requestAt = (turn: number, key: string): string => {
  const id = 1 + ((turn * 7) % PETS);
  const kind = turn % 20;
  const body = { name: `Soak ${turn}`, categoryId: 1 };
  if (kind === 0 || kind === 10) return changeRequest({ method: "POST", path: "/pets", body }, { key });
  if (kind % 5 === 1) return getRequest(`/v1/pets/${id}`, { key });
  if (kind % 10 === 2) return getRequest(`/v1/pets?id=${id}&id=${id + 1}&limit=${1 + (turn % 50)}`, { key });
  return getRequest("/v1/pets?limit=20", { key });
};

/** Plans one request for each pet. The plan starts again when all of them have been sent. */
const planWith = (key: string): Plan => ({
  requests: Array.from({ length: PETS }, (_, turn) => requestAt(turn, key)),
});

/** Plans the requests that create the pets which the other requests read. */
const seedWith = (key: string): Plan => ({
  requests: Array.from({ length: PETS }, () => requestAt(0, key)),
  isOnce: true,
});

type Sample = { readonly minutes: number; readonly mb: number };

const slopeOf = (samples: readonly Sample[]): number => {
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [middle, level] = [mean(samples.map(({ minutes }) => minutes)), mean(samples.map(({ mb }) => mb))];
  const above = samples.reduce((sum, { minutes, mb }) => sum + (minutes - middle) * (mb - level), 0);
  return above / samples.reduce((sum, { minutes }) => sum + (minutes - middle) ** 2, 0);
};

/** Samples the resident memory of a process. @returns A function that stops the sampling and returns the samples. */
const sampleMemory = (pid: number, cleanup: Cleanup) => {
  const samples: Sample[] = [];
  const startedAt = performance.now();
  const sampling = setInterval(async () => {
    const mb = (await residentBytes(pid)) / MB;
    samples.push({ minutes: (performance.now() - startedAt) / 60_000, mb });
  }, SAMPLE_MS);
  cleanup.add(() => clearInterval(sampling));
  return () => {
    clearInterval(sampling);
    return samples;
  };
};

type Options = { readonly minutes: number; readonly percent: number; readonly api: string };

const run = async ({ minutes, percent, api }: Options, cleanup: Cleanup): Promise<string[]> => {
  const dataDir = await makeFolder(cleanup);
  stopServerAtCleanup(dataDir, cleanup);
  const env = { DATA_DIR: dataDir, RATE_LIMIT: "0", ACCOUNT_RATE_LIMIT: "0", WEB_DIR: "none", DOCS_DIR: "none" };
  const service = await startObservedService({ api, env }, cleanup);
  const key = await service.makeKey("write");
  const generator = openGenerator(cleanup);
  const load = { port: service.port, connections: CLIENTS, idleConnections: 0, warmUpSeconds: 0 };
  const plan = planWith(key);
  await generator.run({ ...load, seconds: CAPACITY_SECONDS, plan: seedWith(key) });
  const capacity = await generator.run({ ...load, seconds: CAPACITY_SECONDS, plan });
  if (capacity.errors > 0) return [`${capacity.errors} requests failed while the capacity was measured`];
  const ratePerSecond = (perSecond(capacity) * percent) / 100;
  const [most, rate] = [perSecond(capacity), ratePerSecond].map(Math.round);
  print(`${describeMachine()}; ${most} requests/s with ${CLIENTS} clients; ${rate} requests/s from now on`);

  const before = await service.report();
  const endSampling = sampleMemory(service.pid(), cleanup);
  const job = { ...load, connections: CONNECTIONS, seconds: minutes * 60, plan, ratePerSecond };
  const { responses, errors, p50Ms, p99Ms, p999Ms } = await generator.run(job);
  const samples = endSampling();
  const after = await service.report();
  const slope = slopeOf(samples.slice(Math.floor(samples.length / 2)));
  const [live, grown] = [before.live / MB, (after.live - before.live) / MB];
  const memory = samples.map(({ mb }) => mb);
  const [p50, p99, p999] = [p50Ms, p99Ms, p999Ms].map((ms) => `${ms.toFixed(1)} ms`);
  print(`${responses} responses: p50 ${p50}, p99 ${p99}, p99.9 ${p999}; ${describeMachine()}`);
  print(
    `resident memory ${Math.min(...memory).toFixed(0)} to ${Math.max(...memory).toFixed(0)} MB, ${slope.toFixed(2)} MB per minute in the second half; live memory ${live.toFixed(1)} MB before, ${(live + grown).toFixed(1)} MB after`,
  );
  return [
    ...(errors > 0 ? [`${errors} requests failed, or had no response`] : []),
    ...(slope > MAX_SLOPE_MB_PER_MINUTE ? [`resident memory grows by ${slope.toFixed(2)} MB per minute`] : []),
    ...(grown > MAX_LIVE_GROWTH_MB ? [`live memory grew by ${grown.toFixed(1)} MB`] : []),
  ];
};

const options = readOptions({ api: apiFolder, minutes: number(10, 0.001, 600), percent: number(70, 1, 100) }, help);
if (options !== undefined) await runChecks(CHECKS, (cleanup) => run(options, cleanup));
