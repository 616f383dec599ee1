import { Agent, request } from "node:http";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { generateApiKey } from "../src/credentials/api-key-format.js";
import { proofSize } from "./support/proof-size.js";
import { createTestApi, type TestApi } from "./support/test-api.js";

/** `--reporter=verbose` prints the measurements. */
const COUNT = proofSize("COUNT", { short: 2_000, full: 100_000 });
const CLIENTS = 64;

describe("a flood of unknown keys", () => {
  let api: TestApi;
  const agent = new Agent({ keepAlive: true, maxSockets: CLIENTS });
  beforeAll(async () => {
    api = await createTestApi({ LOG_LEVEL: "silent" });
  });
  afterAll(async () => {
    agent.destroy();
    await api.close();
  });

  const status = (key: string) =>
    new Promise<number | undefined>((resolve, reject) => {
      const headers = { authorization: `Bearer ${key}` };
      request(`${api.origin}/v1/pets`, { agent, headers }, (response) => {
        response.resume().on("end", () => resolve(response.statusCode));
      })
        .on("error", reject)
        .end();
    });

  /** Sends `count` requests, each with a new key. @returns The number of queries and the duration. */
  const flood = async (makeKey: () => string, count = COUNT) => {
    const query = vi.spyOn(api.database.pool, "query");
    const connect = vi.spyOn(api.database.pool, "connect");
    const startedAt = performance.now();
    let left = count;
    const client = async () => {
      for (; left > 0; ) {
        left -= 1;
        if ((await status(makeKey())) !== 401) throw new Error("An unknown key was not refused.");
      }
    };
    await Promise.all(Array.from({ length: CLIENTS }, client));
    // Merges, undos, counts and the search look for work every one or two seconds.
    const tasks = /category_merge|action_undo|pet_count|search_change/;
    const ofTasks = query.mock.calls.filter(([sql]) => tasks.test(sql)).length;
    const result = { queries: query.mock.calls.length - ofTasks, connects: connect.mock.calls.length - ofTasks };
    query.mockRestore();
    connect.mockRestore();
    return { ...result, ms: performance.now() - startedAt };
  };

  const heapMb = () => {
    globalThis.gc?.();
    return Math.round(process.memoryUsage().heapUsed / 1e6);
  };
  const summary = ({ queries, ms }: { queries: number; ms: number }, before: number) =>
    `${COUNT} requests in ${(ms / 1000).toFixed(1)} s: ${queries} queries; heap ${before} MB before, ${heapMb()} MB after`;

  it("causes no query if the checksums of the keys are wrong", async ({ annotate }) => {
    const before = heapMb();
    const result = await flood(() => {
      const key = generateApiKey("production");
      return key.slice(0, -1) + (key.endsWith("0") ? "1" : "0");
    });
    expect(result).toMatchObject({ queries: 0, connects: 0 });
    await annotate(summary(result, before));
  });

  it("causes one query for keys that arrive together, and at most a hundred queries a second", async ({ annotate }) => {
    const before = heapMb();
    const result = await flood(() => generateApiKey("production"));
    // Only one query is in flight at a time, and they are 10 ms apart. Recording the use of keys adds a few queries.
    expect(result.queries).toBeLessThanOrEqual(result.ms / 10 + 10);
    expect(result.queries).toBeLessThan(COUNT / 8);
    await annotate(summary(result, before));
  });

  it("does not affect a valid key", async () => {
    const key = await api.makeKey("read");
    const flooding = flood(() => generateApiKey("production"), 500);
    expect(await status(key)).toBe(200);
    await flooding;
    expect(await status(key)).toBe(200);
  });
});
