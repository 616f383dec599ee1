import { Agent, request } from "node:http";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { generateApiKey } from "../src/credentials/api-key-format.js";
import { proofSize } from "./support/proof-size.js";
import { createTestApi, type TestApi } from "./support/test-api.js";

/** `COUNT=100000 npx vitest run test/unknown-keys.test.ts --reporter=verbose` is the long proof, and prints what it took. */
const COUNT = proofSize("COUNT", { short: 2_000, full: 100_000 });
const CLIENTS = 64;

describe("a flood of keys that nobody has", () => {
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

  /** Sends so many requests, each with a key of its own; answers how many queries that took, and for how long it went on. */
  const flood = async (makeKey: () => string, count = COUNT) => {
    const query = vi.spyOn(api.database.pool, "query");
    const connect = vi.spyOn(api.database.pool, "connect");
    const startedAt = performance.now();
    let left = count;
    const client = async () => {
      for (; left > 0; ) {
        left -= 1;
        if ((await status(makeKey())) !== 401) throw new Error("A key that nobody has was not refused.");
      }
    };
    await Promise.all(Array.from({ length: CLIENTS }, client));
    const result = { queries: query.mock.calls.length, connects: connect.mock.calls.length };
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

  it("costs no query where the checksum is broken", async ({ annotate }) => {
    const before = heapMb();
    const result = await flood(() => {
      const key = generateApiKey("production");
      return key.slice(0, -1) + (key.endsWith("0") ? "1" : "0");
    });
    expect(result).toMatchObject({ queries: 0, connects: 0 });
    await annotate(summary(result, before));
  });

  it("costs one query for all that come at the same time, a hundred queries a second at most", async ({ annotate }) => {
    const before = heapMb();
    const result = await flood(() => generateApiKey("production"));
    // One is under way at a time, and the next one starts no sooner than 10 ms after it; the notes of uses are a few more.
    expect(result.queries).toBeLessThanOrEqual(result.ms / 10 + 10);
    expect(result.queries).toBeLessThan(COUNT / 8);
    await annotate(summary(result, before));
  });

  it("leaves a key that somebody has what it was", async () => {
    const key = await api.makeKey("read");
    const flooding = flood(() => generateApiKey("production"), 500);
    expect(await status(key)).toBe(200);
    await flooding;
    expect(await status(key)).toBe(200);
  });
});
