import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { type AddressInfo, createServer as createNetServer } from "node:net";
import { pino } from "pino";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { addAccount } from "../../test/support/builders.js";
import { skipPauses } from "../../test/support/fake-workers.js";
import { createTestDatabase, type TestDatabase } from "../../test/support/test-database.js";
import { compose } from "../compose.js";
import { createLocalBus } from "../concurrency/worker-bus.js";
import { parseConfig } from "../config/config.js";
import { trackConnections } from "../gate/connections/track-connections.js";
import type { Tracing } from "../tracing/tracing.js";
import { type Compose, createStartService, listenOn } from "./service.js";

let database: TestDatabase;
let closed: string[];
let logged: string[];
beforeEach(async () => {
  database = await createTestDatabase();
  closed = [];
  logged = [];
});
afterEach(() => database.drop());

const log = pino({}, { write: (line: string) => void logged.push((JSON.parse(line) as { msg: string }).msg) });
const configOf = (env: Record<string, string> = {}) =>
  parseConfig({ HOST: "127.0.0.1", PORT: "0", WEB_DIR: "none", DOCS_DIR: "none", AUTH_SECRET: "s".repeat(40), ...env });
const store = () => ({ ...database, isPrivate: false, close: async () => void closed.push("store") });
const readiness = async (address: string) =>
  (await fetch(`${address}/readyz`, { headers: { connection: "close" } })).status;
const running = new AbortController().signal;

/** Opens a service in which only the server is real. */
const openFake = () => {
  const life = { state: "starting" as "starting" | "ready" | "stopping" };
  const server = createServer((_request, response) => void response.setHeader("Connection", "close").end(life.state));
  trackConnections(server);
  const close = async () => void closed.push("parts");
  const nothing = () => {};
  const deps = {
    life,
    metrics: undefined,
    eventFeed: { stop: nothing },
    readiness: { watch: nothing },
  } as unknown as Awaited<ReturnType<Compose>>["deps"];
  const given: unknown[][] = [];
  const fake: Compose = async (...args) => {
    given.push(args);
    return { deps, server, close, loadSample: async () => 0 };
  };
  return { fake, life, server, given };
};
const takePort = async (): Promise<{ server: Server; port: string }> => {
  const server = createNetServer().listen(0, "127.0.0.1") as Server;
  await once(server, "listening");
  return { server, port: String((server.address() as AddressInfo).port) };
};

describe("a service", () => {
  it("is ready after its first start, has a separate port for metrics, and closes everything", async () => {
    await addAccount(database);
    const config = configOf({ METRICS_PORT: "0" });
    const start = createStartService(compose);
    const service = await start(config, log, store(), { signal: running, isTerminal: true });
    expect([await readiness(service.address), service.firstStart]).toEqual([200, undefined]);
    const url = /http:\S+metrics/.exec(logged.join("\n"))?.[0] ?? "";
    const text = await (await fetch(url, { headers: { connection: "close" } })).text();
    expect(text).toContain('petstore_worker_up{worker="1"} 1');
    expect(text).toContain("petstore_http_requests_in_flight");
    expect((await fetch(`${service.address}/metrics`, { headers: { connection: "close" } })).status).toBe(404);
    await service.stop();
    expect(closed).toEqual(["store"]);
    for (const gone of [url, service.address]) await expect(fetch(gone)).rejects.toThrow("fetch failed");
  });

  it("opens no port for metrics without METRICS_PORT, and frees the port of the waiting server", async () => {
    await addAccount(database);
    const { fake } = openFake();
    const meanwhile = await takePort();
    const releasePort = () => void meanwhile.server.close();
    const options = { signal: running, isTerminal: true, releasePort };
    const service = await createStartService(fake)(configOf({ PORT: meanwhile.port }), log, store(), options);
    expect([await (await fetch(service.address)).text(), logged]).toEqual(["ready", []]);
    await service.stop();
    expect(closed).toEqual(["parts"]);
  });

  it("is closed without a grace period if its first start fails", async () => {
    const { fake, server, life } = openFake();
    const failing = createStartService(fake)(
      configOf({ SHUTDOWN_GRACE_SECONDS: "300" }),
      log,
      { ...store(), pool: { query: async () => Promise.reject(new Error("gone")) } as never },
      { signal: running, isTerminal: true },
    );
    await expect(failing).rejects.toThrow("gone");
    expect([closed, server.listening, life.state]).toEqual([["parts"], false, "stopping"]);
  });
});

describe("the parts of a service", () => {
  it("get the store, the worker bus and tracing; the store is closed if they cannot be created", async () => {
    const { fake, given } = openFake();
    const [config, workerBus, tracing] = [configOf(), createLocalBus(), {} as Tracing];
    const failing: Compose = async (...args) => {
      await fake(...args);
      throw new Error("no secret");
    };
    const options = { signal: running, workerBus, tracing };
    const kept = store();
    await expect(listenOn(failing, config, log, kept, options)).rejects.toThrow("no secret");
    expect([given, closed]).toEqual([[[config, log, kept, workerBus, tracing]], ["store"]]);
  });

  it("wait for a free port, become ready only when told, and never again after a stop", async () => {
    const { fake, server, life } = openFake();
    let release: (() => void) | undefined;
    const releasePort = () => new Promise<void>((resolve) => (release = resolve));
    const starting = listenOn(fake, configOf(), log, store(), { signal: running, releasePort });
    await expect.poll(() => release).toBeDefined();
    await new Promise(setImmediate);
    expect(server.listening).toBe(false);
    release?.();
    const listening = await starting;
    expect([await (await fetch(listening.address)).text(), listening.collectMetrics]).toEqual(["starting", undefined]);
    listening.markReady();
    expect(life.state).toBe("ready");
    await listening.stop();
    listening.markReady();
    expect([life.state, closed]).toEqual(["stopping", ["parts"]]);
  });

  it("are closed if the port is in use, or the start is abandoned before they listen", async () => {
    const other = await takePort();
    const attempt = (signal: AbortSignal, releasePort?: () => void) =>
      listenOn(openFake().fake, configOf({ PORT: other.port }), log, store(), { signal, releasePort });
    await expect(attempt(running)).rejects.toMatchObject({
      isTemporary: true,
      message: expect.stringContaining("in use"),
    });
    expect(closed).toEqual(["parts"]);
    const releases: string[] = [];
    await expect(attempt(AbortSignal.abort(new Error("enough")), () => void releases.push("released"))).rejects.toThrow(
      "enough",
    );
    expect([closed, releases]).toEqual([["parts", "parts"], []]);
    other.server.close();
  });

  it.each([
    ["waits for its grace before it closes if it was ready", true, [5_000]],
    ["does not wait if it was not ready", false, []],
  ])("%s", async (_when, isReady, expected) => {
    const { fake } = openFake();
    const listening = await listenOn(fake, configOf({ SHUTDOWN_GRACE_SECONDS: "5" }), log, store(), {
      signal: running,
    });
    if (isReady) listening.markReady();
    const { pauses, restore } = skipPauses();
    await listening.stop();
    restore();
    expect(pauses).toEqual(expected);
  });
});
