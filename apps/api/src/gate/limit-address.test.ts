import { rm } from "node:fs/promises";
import type { IncomingMessage } from "node:http";
import { describe, expect, it } from "vitest";
import { createTestApi, errorBody } from "../../test/support/test-api.js";
import { makeWebFolder } from "../../test/support/web-folder.js";
import { createLocalBus, type WorkerBus } from "../concurrency/worker-bus.js";
import { parseConfig } from "../config/config.js";
import { openMemoryCounter } from "../concurrency/rate-limit/counter.js";
import { limitAddress, limitStaticFiles } from "./limit-address.js";

it("limits requests without a key by address, except health checks", async () => {
  const api = await createTestApi({ ADDRESS_RATE_LIMIT: "3", TRUSTED_PROXIES: "loopback" });
  const get = (path: string, address = "203.0.113.1") =>
    api.send(`GET ${path}`, { key: "", headers: { "x-forwarded-for": address } });
  for (const path of ["/v1/openapi.json", "/auth/get-session", "/nothing"]) {
    expect((await get(path)).status).not.toBe(429);
  }
  const { status, body, headers } = await get("/v1/openapi.json");
  expect(status).toBe(429);
  expect(body).toEqual(
    errorBody(
      "rate_limited",
      429,
      "too many requests without a key from this address: at most 3 per minute; see Retry-After",
    ),
  );
  expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
  for (let times = 0; times < 5; times++) {
    expect((await get("/healthz")).status).toBe(200);
    expect((await get("/readyz")).status).toBe(200);
  }
  expect((await get("/v1/openapi.json", "203.0.113.2")).status).toBe(200);
  expect((await api.send("GET /v1/pets", { headers: { "x-forwarded-for": "203.0.113.1" } })).status).toBe(200);
  await api.close();
});

it("limits static files by address, separately from requests, at ten times the limit", async () => {
  const folder = await makeWebFolder();
  const api = await createTestApi({ ADDRESS_RATE_LIMIT: "2", METRICS_PORT: "0", WEB_DIR: folder });
  const get = async (path: string, times: number) => {
    const answers = await Promise.all(Array.from({ length: times }, () => api.send(`GET ${path}`, { key: "" })));
    return answers.map(({ status }) => status);
  };
  expect(await get("/favicon.svg", 20)).toEqual(Array(20).fill(200));
  expect(await get("/favicon.svg", 3)).toEqual([429, 429, 429]);
  expect(await get("/v1/openapi.json", 2)).toEqual([200, 200]);
  expect(await get("/v1/openapi.json", 1)).toEqual([429]);
  expect(api.deps.metrics?.rateLimited).toMatchObject({ address: 1, static_files: 3 });
  await expect.poll(() => api.deps.metrics?.inFlight).toBe(0);
  expect([...(api.deps.metrics?.durations.keys() ?? [])].toSorted()).toEqual(["getOpenApiDocument", "staticFile"]);
  await api.close();
  await rm(folder, { recursive: true });
});

describe("the counters of addresses", () => {
  type OpenCounter = WorkerBus["openCounter"];
  /** Opens both limits. `adapt` may replace their counters in a test. */
  const openLimits = (limit: number, adapt: (open: OpenCounter) => OpenCounter = (open) => open, letter = 0) => {
    const workerBus = { ...createLocalBus(), secret: Buffer.alloc(32, letter), openCounter: adapt(openMemoryCounter) };
    const deps = { config: parseConfig({ ADDRESS_RATE_LIMIT: String(limit) }), workerBus, metrics: undefined };
    const [limitRequest, limitFile] = [limitAddress(deps), limitStaticFiles(deps)];
    const from = (address: string) =>
      ({ socket: { remoteAddress: address }, headers: {} }) as unknown as IncomingMessage;
    return {
      request: (address = "192.0.2.1") => limitRequest(from(address), "/v1/openapi.json"),
      file: (address = "192.0.2.1") => limitFile(from(address)),
    };
  };
  const refused = "too many requests without a key from this address";

  it("limit nothing with ADDRESS_RATE_LIMIT=0", () => {
    const { request, file } = openLimits(0);
    for (let times = 0; times < 3; times++) expect([request(), file()]).toEqual([undefined, undefined]);
  });

  it("have different names, because workers share counters with the same name", () => {
    const names: string[] = [];
    openLimits(1, (open) => (options) => {
      names.push(options.name);
      return open(options);
    });
    expect(new Set(names).size).toBe(2);
  });

  it("count each network in one of 65,536 slots", () => {
    const slots: string[] = [];
    const record =
      (open: OpenCounter): OpenCounter =>
      (options) => {
        const counter = open(options);
        const add: typeof counter.add = (slot) => {
          slots.push(slot);
          return counter.add(slot);
        };
        return { ...counter, add };
      };
    const { request } = openLimits(100, record);
    for (let host = 0; host < 50; host++) void request(`192.0.2.${host}`);
    expect(slots.filter((slot) => !/^[0-9a-f]{4}$/.test(slot))).toEqual([]);
    expect(new Set(slots).size).toBe(50);
    // A different secret assigns a different slot, so clients cannot tell which networks share a slot.
    const [first] = slots;
    void openLimits(100, record, 1).request("192.0.2.0");
    expect(slots.at(-1)).not.toBe(first);
  });

  it("count the addresses of one IPv6 network together", () => {
    const { request, file } = openLimits(1);
    void request("2001:db8::1");
    expect(() => request("2001:db8::2")).toThrow(refused);
    for (let host = 1; host <= 10; host++) void file(`2001:db8::${host}`);
    expect(() => file("2001:db8::b")).toThrow(refused);
    expect([request("2001:db8:0:100::1"), file("2001:db8:0:100::1")]).toEqual([undefined, undefined]);
  });

  it("refuse a request that another process counts over the limit", async () => {
    const { request, file } = openLimits(1, (open) => (options) => {
      const counter = open(options);
      return { ...counter, add: async (slot) => counter.add(slot) };
    });
    await request();
    await expect(request()).rejects.toThrow(`${refused}: at most 1 per minute`);
    for (let times = 0; times < 10; times++) await file();
    await expect(file()).rejects.toThrow(`${refused}: at most 10 per minute`);
  });
});
