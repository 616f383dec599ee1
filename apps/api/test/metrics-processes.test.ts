import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { insertApiKey } from "../src/credentials/api-keys/insert-api-key.js";
import { addAccount } from "./support/builders.js";
import { childrenOf } from "./support/processes.js";
import { parseSamples, scrape, totalOf } from "./support/scrape.js";
import { type ServiceProcess, startServiceProcess, stopServiceProcess } from "./support/service-process.js";
import { createTestDatabase, type TestDatabase } from "./support/test-database.js";

const DURATIONS = "petstore_http_request_duration_seconds";

const metricsOf = async (service: ServiceProcess) => {
  const find = () => /Metrics are at (http:\S+\/metrics)\./.exec(service.output.stderr)?.[1];
  return vi.waitFor(() => find() ?? expect.fail("not served yet"), { timeout: 20_000 });
};

const addKey = async (database: TestDatabase) => {
  const accountId = await addAccount(database);
  return (await insertApiKey(database.db, "production", { name: "test", scope: "write", accountId })).key;
};

describe("the metrics of a service", () => {
  let database: TestDatabase;
  let service: ServiceProcess;
  let origin: string;
  let metrics: string;
  let key: string;

  beforeAll(async () => {
    database = await createTestDatabase();
    key = await addKey(database);
    service = startServiceProcess({ DATABASE_URL: database.url, METRICS_PORT: "0" });
    [origin, metrics] = await Promise.all([service.address(), metricsOf(service)]);
  });
  afterAll(async () => {
    await stopServiceProcess(service);
    await database.drop();
  });

  const read = async (path: string) => {
    const answer = await fetch(origin + path, { headers: { authorization: `Bearer ${key}` } });
    await answer.arrayBuffer();
  };
  const sendBytes = (text: string) =>
    new Promise<string>((resolve, reject) => {
      let received = "";
      const socket = connect(Number(new URL(metrics).port), "127.0.0.1", () => socket.write(text));
      socket.setEncoding("utf8").on("data", (data: string) => void (received += data));
      socket.on("error", reject).on("close", () => resolve(received));
    });

  it("count requests by operation and class of status, and never by path", async () => {
    for (const path of ["/v1/pets?limit=3", "/v1/pets?limit=3", "/v1/pets?limit=none", "/v1/pets/1", "/v1/secret-path"])
      await read(path);
    const text = await scrape(metrics);
    const samples = parseSamples(text);
    const countOf = (operation: string, status: string) =>
      totalOf(samples, `${DURATIONS}_count`, { operation, status });
    expect([countOf("listPets", "2xx"), countOf("listPets", "4xx"), countOf("getPet", "4xx")]).toEqual([2, 1, 1]);
    expect(countOf("none", "4xx")).toBe(1);
    expect(text).not.toMatch(/secret-path|\/v1/);
    const buckets = samples.filter(
      ({ name, labels }) => name === `${DURATIONS}_bucket` && labels["operation"] === "listPets",
    );
    expect(buckets.filter(({ labels }) => labels["le"] === "+Inf").map(({ value }) => value)).toEqual([2, 1]);
  });

  it("are not on the public port, and nothing else is on their own port", async () => {
    expect((await fetch(`${origin}/metrics`)).status).toBe(404);
    expect((await fetch(metrics.replace("/metrics", "/healthz"))).status).toBe(404);
    expect((await fetch(metrics, { method: "POST", body: "x" })).status).toBe(405);
  });

  it("refuse a body, a head over 8 KiB and broken HTTP, and then continue", async () => {
    expect(await sendBytes("GET /metrics HTTP/1.1\r\nHost: m\r\nContent-Length: 5\r\n\r\nhello")).toMatch(/ 413 /);
    expect(await sendBytes(`GET /metrics HTTP/1.1\r\nHost: m\r\nX: ${"x".repeat(9_000)}\r\n\r\n`)).toMatch(/ 431 /);
    expect(await sendBytes("\u0000\r\n\r\n")).toMatch(/ 400 /);
    expect(await scrape(metrics)).toContain(DURATIONS);
  });

  it("come from a server that closes silent connections", async () => {
    expect(await sendBytes("GET /metrics HTTP/1.1\r\nHost: ")).toMatch(/ 408 /);
  });
});

describe("the metrics of two workers", () => {
  it("are added up, and the sum does not fall when a worker hangs or ends", async () => {
    const database = await createTestDatabase();
    const key = await addKey(database);
    const service = startServiceProcess({ DATABASE_URL: database.url, METRICS_PORT: "0", WORKERS: "2" });
    const [origin, metrics] = await Promise.all([service.address(), metricsOf(service)]);
    const headers = { authorization: `Bearer ${key}`, connection: "close" };
    const send = async (count: number) => {
      for (let sent = 0; sent < count; sent += 1) {
        await (await fetch(`${origin}/v1/pets?limit=1`, { headers })).arrayBuffer();
      }
    };
    const figures = async () => {
      const samples = parseSamples(await scrape(metrics));
      return {
        requests: totalOf(samples, `${DURATIONS}_count`, { operation: "listPets" }),
        up: samples.filter(({ name }) => name === "petstore_worker_up").map(({ value }) => value),
        current: totalOf(samples, "petstore_change_feed_current"),
      };
    };
    await send(20);
    await expect.poll(figures).toEqual({ requests: 20, up: [1, 1], current: 1 });
    const [hung = Number.NaN] = await childrenOf(service.child.pid ?? 0, "worker.js");
    process.kill(hung, "SIGSTOP");
    const whileHung = await figures();
    expect([whileHung.requests, whileHung.up.toSorted((a, b) => a - b)]).toEqual([20, [0, 1]]);
    process.kill(hung, "SIGKILL");
    await expect.poll(figures).toEqual({ requests: 20, up: [1, 1], current: 1 });
    await send(4);
    expect((await figures()).requests).toBe(24);
    expect(await stopServiceProcess(service)).toBe(0);
    await database.drop();
  });
});

describe("a service without METRICS_PORT and OTEL_EXPORTER_OTLP_ENDPOINT", () => {
  it("loads neither prom-client nor OpenTelemetry, except the modules that better-auth imports", async () => {
    const coverage = await mkdtemp(join(tmpdir(), "petstore-loaded-"));
    const database = await createTestDatabase();
    const service = startServiceProcess({ DATABASE_URL: database.url, NODE_V8_COVERAGE: coverage });
    expect((await fetch(`${await service.address()}/readyz`)).status).toBe(200);
    expect(await stopServiceProcess(service)).toBe(0);
    const files = await readdir(coverage);
    const texts = await Promise.all(files.map((file) => readFile(join(coverage, file), "utf8")));
    const loaded = texts.flatMap((text) => [...text.matchAll(/"url":"(file:[^"]+)"/g)].map(([, url = ""]) => url));
    expect(loaded.filter((url) => url.endsWith("/dist/gate/gate.js"))).toHaveLength(1);
    const unwanted =
      /node_modules\/(?:prom-client|@opentelemetry\/(?!semantic-conventions))|metrics-server|open-tracing/;
    expect(loaded.filter((url) => unwanted.test(url))).toEqual([]);
    await rm(coverage, { recursive: true });
    await database.drop();
  });
});

describe("a METRICS_PORT that is in use", () => {
  it("stops the start with an error that names the variable", async () => {
    const taken = createServer();
    await new Promise<void>((resolve) => taken.listen(0, "127.0.0.1", resolve));
    const { port } = taken.address() as AddressInfo;
    const database = await createTestDatabase();
    const service = startServiceProcess({ DATABASE_URL: database.url, METRICS_PORT: String(port) });
    expect(await service.ended).toBe(1);
    expect(service.output.stderr).toContain(
      `Port ${port} on 127.0.0.1 is in use: stop the program that listens there, or set METRICS_PORT`,
    );
    taken.close();
    await database.drop();
  });
});
