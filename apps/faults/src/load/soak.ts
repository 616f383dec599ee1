import { availableParallelism, loadavg } from "node:os";
import type { Cleanup } from "../cleanup.js";
import { residentBytes } from "../service/processes.js";
import { startObservedService } from "../service/observed-service.js";
import { makeFolder, stopServerAtCleanup } from "../store/store.js";
import { measureCapacity, runOpenLoop } from "./open-loop.js";
import { parseOptions } from "./options.js";
import { type Ask, openClient, quantile } from "./requests.js";
import { runChecks } from "./run-checks.js";

const help = `npx pnpm faults:soak [--minutes 10] [--percent 70] [--api folder]

Measures the capacity of the service with its private PostgreSQL, then sends so many percent of it, open loop: cached pages,
pages that are read once, single pets and creates. Prints percentiles, errors and the slope of the memory.
`;

const SOCKETS = 64;
const CLIENTS = 32;
const CAPACITY_SECONDS = 15;
const SAMPLE_MS = 5_000;
const PETS = 500;
/** Of resident memory, by least squares over the second half. */
const MAX_SLOPE_MB_PER_MINUTE = 2;
const MAX_LIVE_GROWTH_MB = 20;
const CHECKS = 3;
const MB = 2 ** 20;
const print = (line: string) => void process.stdout.write(`${line}\n`);
const load = () => loadavg()[0]?.toFixed(1);

let turn = 0;
const next = (): Ask => {
  turn += 1;
  const id = 1 + ((turn * 7) % PETS);
  const kind = turn % 20;
  if (kind === 0 || kind === 10) {
    const body = JSON.stringify({ name: `Soak ${turn}`, categoryId: 1 });
    return { method: "POST", path: "/v1/pets", body };
  }
  if (kind % 5 === 1) return { path: `/v1/pets/${id}` };
  if (kind % 10 === 2) return { path: `/v1/pets?id=${id}&id=${id + 1}&limit=${1 + (turn % 50)}` };
  return { path: "/v1/pets?limit=20" };
};

type Sample = { readonly minutes: number; readonly mb: number };

const slopeOf = (samples: readonly Sample[]): number => {
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [middle, level] = [mean(samples.map(({ minutes }) => minutes)), mean(samples.map(({ mb }) => mb))];
  const above = samples.reduce((sum, { minutes, mb }) => sum + (minutes - middle) * (mb - level), 0);
  return above / samples.reduce((sum, { minutes }) => sum + (minutes - middle) ** 2, 0);
};

type Options = { readonly minutes: number; readonly percent: number; readonly api: string };

const run = async ({ minutes, percent, api }: Options, cleanup: Cleanup): Promise<string[]> => {
  const dataDir = await makeFolder(cleanup);
  stopServerAtCleanup(dataDir, cleanup);
  const env = { DATA_DIR: dataDir, RATE_LIMIT: "0", WEB_DIR: "none", DOCS_DIR: "none" };
  const service = await startObservedService({ api, env }, cleanup);
  const client = openClient(service.port, await service.makeKey("write"), SOCKETS);
  cleanup.add(() => client.close());
  const first = { method: "POST", path: "/v1/pets", body: JSON.stringify({ name: "First", categoryId: 1 }) } as const;
  for (let pets = 0; pets <= PETS; pets += 1) await client.ask(first);
  const capacity = await measureCapacity(client, next, CLIENTS, CAPACITY_SECONDS);
  const perSecond = (capacity * percent) / 100;
  print(
    `${availableParallelism()} processors, load ${load()}; ${Math.round(capacity)} requests/s with ${CLIENTS} clients; ${Math.round(perSecond)} requests/s from now on`,
  );
  const before = await service.report();
  const samples: Sample[] = [];
  const startedAt = performance.now();
  const sampling = setInterval(async () => {
    const mb = (await residentBytes(service.pid())) / MB;
    samples.push({ minutes: (performance.now() - startedAt) / 60_000, mb });
  }, SAMPLE_MS);
  cleanup.add(() => clearInterval(sampling));
  const { sent, milliseconds, failed } = await runOpenLoop(client, next, perSecond, minutes * 60);
  clearInterval(sampling);
  const after = await service.report();
  const second = samples.slice(Math.floor(samples.length / 2));
  const slope = slopeOf(second);
  const [live, grown] = [before.live / MB, (after.live - before.live) / MB];
  const at = (part: number) => quantile(milliseconds, part).toFixed(1);
  const memory = samples.map(({ mb }) => mb);
  print(`${sent} requests: p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, p99.9 ${at(0.999)} ms; load ${load()}`);
  print(
    `resident memory ${Math.min(...memory).toFixed(0)} to ${Math.max(...memory).toFixed(0)} MB, ${slope.toFixed(2)} MB per minute in the second half; live memory ${live.toFixed(1)} MB before, ${(live + grown).toFixed(1)} MB after`,
  );
  return [
    ...(failed.size > 0 ? [[...failed].map(([what, count]) => `${count} requests: ${what}`).join("; ")] : []),
    ...(slope > MAX_SLOPE_MB_PER_MINUTE ? [`resident memory grows by ${slope.toFixed(2)} MB per minute`] : []),
    ...(grown > MAX_LIVE_GROWTH_MB ? [`live memory grew by ${grown.toFixed(1)} MB`] : []),
  ];
};

const options = parseOptions({ minutes: { initial: 10, max: 600 }, percent: { initial: 70, max: 100 } }, help);
if (options !== undefined) await runChecks(CHECKS, (cleanup) => run(options, cleanup));
