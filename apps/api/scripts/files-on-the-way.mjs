/**
 * Prints which files of apps/api have functions that run while the service answers a request, according to V8's
 * coverage: for a cached listing, for an uncached one, and for a create (docs/decisions/0024-files-on-the-way.md). It
 * measures the build.
 */
import { mkdtemp, rm } from "node:fs/promises";
import inspector from "node:inspector/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { parseConfig } from "../dist/config/config.js";
import { openStore } from "../dist/database/open-store.js";
import { createLog } from "../dist/startup/log.js";
import { compose } from "../dist/compose.js";
import { createStartService } from "../dist/startup/service.js";

/** Timers run at the same time as a request, so only functions that run in every one of these trials count. */
const TRIALS = 10;
const dist = new URL("../dist/", import.meta.url).href;

const folder = await mkdtemp(join(tmpdir(), "files-on-the-way-"));
const session = new inspector.Session();
session.connect();
await session.post("Profiler.enable");
await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: false });

/** Returns the files that were entered since the last call. The first function of a module is the module itself. */
const takeFiles = async () => {
  const { result } = await session.post("Profiler.takePreciseCoverage");
  const entered = result.filter(
    ({ url, functions }) =>
      url.startsWith(dist) && functions.some(({ ranges: [range] }) => range.startOffset > 0 && range.count > 0),
  );
  return new Set(entered.map(({ url }) => url.slice(dist.length).replace(/js$/, "ts")));
};

const filesOf = async (send) => {
  let common;
  for (let trial = 0; trial < TRIALS; trial += 1) {
    await takeFiles();
    const response = await send(trial);
    if (!response.ok) throw new Error(await response.text());
    await response.arrayBuffer();
    const files = await takeFiles();
    common = common === undefined ? files : new Set([...common].filter((file) => files.has(file)));
    await delay(20);
  }
  return [...common].toSorted((one, other) => (one < other ? -1 : 1));
};

const { signal } = new AbortController();
const config = parseConfig({ DATA_DIR: folder, PORT: "0", LOG_LEVEL: "info" });
const log = await createLog(config.logLevel);
// The log would write lines between the lists.
log.info = () => {};
const database = await openStore(config, log, signal);
const service = await createStartService(compose)(config, log, database, { signal, isTerminal: true });
try {
  const headers = { authorization: `Bearer ${service.firstStart.key}`, "content-type": "application/json" };
  const list = (limit) => fetch(`${service.address}/v1/pets?limit=${limit}`, { headers });
  const [{ categoryId }] = await (await list(1)).json();
  const body = JSON.stringify({ name: "Luna", categoryId });
  // The second request of a target adds its response to the cache.
  await list(5);
  await list(5);
  const ways = {
    "GET /v1/pets, cached": () => list(5),
    "GET /v1/pets, not cached": (trial) => list(10 + trial),
    "POST /v1/pets": () => fetch(`${service.address}/v1/pets`, { method: "POST", headers, body }),
  };
  for (const [name, send] of Object.entries(ways)) {
    const files = await filesOf(send);
    console.log([`${name}: ${files.length}`, ...files.map((file) => `  ${file}`), ""].join("\n"));
  }
} finally {
  await service.stop();
  await rm(folder, { recursive: true, force: true });
}
