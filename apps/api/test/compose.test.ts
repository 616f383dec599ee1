import { pino } from "pino";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { recordSpans } from "./support/recorded-spans.js";
import { createTestDatabase, type TestDatabase } from "./support/test-database.js";
import { closeDeps, createDeps, createServer, type Deps } from "../src/compose.js";
import { openMemoryCounter } from "../src/concurrency/rate-limit/counter.js";
import type { WorkerBus } from "../src/concurrency/worker-bus.js";
import { parseConfig } from "../src/config/config.js";

let database: TestDatabase;
let deps: Deps;
let closed: string[];
const { tracing } = recordSpans();
const heard: [string, string | undefined][] = [];
const subscribed: string[] = [];
const counters: string[] = [];
const workerBus: WorkerBus = {
  publish: async (channel, payload) => void heard.push([channel, payload]),
  subscribe: (channel) => void subscribed.push(channel),
  openCounter: (options) => {
    counters.push(options.name);
    return openMemoryCounter(options);
  },
  secret: new Uint8Array(32),
};

beforeEach(async () => {
  database = await createTestDatabase();
  closed = [];
  for (const list of [heard, subscribed, counters]) list.length = 0;
  const config = parseConfig({ AUTH_SECRET: "s".repeat(40), WEB_DIR: "none", DOCS_DIR: "none", METRICS_PORT: "0" });
  const store = { ...database, isPrivate: false, close: async () => void closed.push("database") };
  deps = await createDeps(config, pino({ level: "silent" }), store, workerBus, tracing);
});
afterEach(() => database.drop());

type Closable = { close(): unknown };
const isClosable = (part: unknown): part is Closable =>
  typeof part === "object" && part !== null && "close" in part && typeof part.close === "function";

describe("the parts of a process", () => {
  it("share their counts with other workers, and report each change to them", async () => {
    createServer(deps);
    expect(subscribed.toSorted()).toEqual(["petstore_catalogue", "petstore_credentials"]);
    for (const name of ["requests", "accounts", "requests by address", "static files by address"]) {
      expect(counters.filter((one) => one === name)).toHaveLength(1);
    }
    expect(counters.filter((name) => /sign-in|password/.test(name)).length).toBeGreaterThan(0);
    expect(new Set(counters).size).toBe(counters.length);
    await deps.principals.forget();
    await deps.responseCache.invalidate(undefined);
    expect(heard).toEqual([
      ["petstore_credentials", undefined],
      ["petstore_catalogue", undefined],
    ]);
    await closeDeps(deps);
  });

  it("trace the work of their lanes, and are not ready at the start", async () => {
    expect(Object.values(deps.lanes).map((lane) => lane.tracing === tracing)).toEqual(Array(7).fill(true));
    expect([deps.tracing === tracing, deps.life.state, deps.metrics === undefined]).toEqual([true, "starting", false]);
    await closeDeps(deps);
  });

  it("are all closed, with the store last", async () => {
    const all: [string, unknown][] = Object.entries(deps);
    const parts = all.flatMap(([name, part]) => (isClosable(part) ? [[name, part] as const] : []));
    const watched = parts
      .filter(([name]) => name !== "database")
      .map(([name, part]) => {
        const close = () => {
          closed.push(name);
          return part.close();
        };
        return [name, { ...part, close }] as const;
      });
    await closeDeps({ ...deps, ...(Object.fromEntries(watched) as Partial<Deps>) });
    expect(closed.toSorted()).toEqual(parts.map(([name]) => name).toSorted());
    expect(closed.at(-1)).toBe("database");
    expect(parts.length).toBeGreaterThan(8);
  });
});
