import { EventEmitter, once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { freePort } from "../../test/support/free-port.js";
import { createTestDatabase, type TestDatabase } from "../../test/support/test-database.js";
import { compose } from "../compose.js";
import { parseConfig } from "../config/config.js";
import type { PrimaryMessage, WorkerMessage } from "./messages.js";
import type { Parent } from "./primary-channel.js";
import { serveWorker } from "./serve-worker.js";

let database: TestDatabase;
beforeEach(async () => void (database = await createTestDatabase()));
afterEach(async () => {
  process.exitCode = undefined;
  await database.drop();
});

const configOf = (env: Record<string, string>) => {
  const usual = {
    LOG_LEVEL: "silent",
    HOST: "127.0.0.1",
    PORT: "0",
    WEB_DIR: "none",
    DOCS_DIR: "none",
    AUTH_SECRET: "s".repeat(40),
  };
  return parseConfig({ ...usual, METRICS_PORT: "0", WORKERS: "2", DATABASE_URL: database.url, ...env });
};
type Sent<Kind> = Extract<WorkerMessage, { readonly kind: Kind }>;

/** Starts a worker in this process. The worker has already been told to start. */
const startWorker = (env: Record<string, string> = {}) => {
  const sent: WorkerMessage[] = [];
  const primary = Object.assign(new EventEmitter(), {
    connected: true,
    send: (message: WorkerMessage) => sent.push(message) > 0,
    disconnect: () => {
      primary.connected = false;
      primary.emit("disconnect");
    },
  });
  const ended = serveWorker(new AbortController(), async () => compose, primary as unknown as Parent);
  const tell = (message: PrimaryMessage) => void primary.emit("message", message);
  tell({ kind: "start", config: configOf(env), secret: Buffer.alloc(32).toString("base64") });
  const sentOf = async <Kind extends WorkerMessage["kind"]>(kind: Kind): Promise<Sent<Kind>> => {
    const find = () => sent.find((message): message is Sent<Kind> => message.kind === kind);
    await expect.poll(find).toBeDefined();
    return find() as Sent<Kind>;
  };
  return { primary, sent, ended, tell, sentOf };
};

describe("a worker", () => {
  it("listens, becomes ready, sends its metrics and stops when it is told to", async () => {
    const { primary, sent, ended, tell, sentOf } = startWorker();
    await sentOf("prepared");
    expect(sent.map(({ kind }) => kind)).toEqual(["here", "prepared"]);
    tell({ kind: "listen" });
    const { address } = await sentOf("listening");
    const statusOf = async () => (await fetch(`${address}/readyz`, { headers: { connection: "close" } })).status;
    expect(await statusOf()).toBe(503);
    tell({ kind: "ready" });
    expect(await statusOf()).toBe(200);
    const limited = fetch(`${address}/v1/openapi.json`, { headers: { connection: "close" } });
    const count = await sentOf("count");
    expect(count.notes).toEqual([[expect.stringMatching(/^requests by address:/), 60, 1]]);
    tell({ kind: "counted", id: count.id, counts: [[601, 60_000]] });
    expect((await limited).status).toBe(429);
    tell({ kind: "scrape", id: 3 });
    const { id, snapshot } = await sentOf("metrics");
    expect([id, snapshot.map(({ name }) => name)]).toEqual([
      3,
      expect.arrayContaining(["petstore_http_requests_in_flight"]),
    ]);
    expect(primary.connected).toBe(true);
    tell({ kind: "stop" });
    await ended;
    expect(primary.connected).toBe(false);
    await expect(fetch(address)).rejects.toThrow("fetch failed");
    expect(sent.filter(({ kind }) => kind === "failed")).toEqual([]);
  });

  it("reports why it cannot listen and whether this is temporary, and then ends", async () => {
    const other = createServer().listen(0, "127.0.0.1");
    await once(other, "listening");
    const { primary, ended, tell, sentOf } = startWorker({ PORT: String((other.address() as AddressInfo).port) });
    await sentOf("prepared");
    tell({ kind: "listen" });
    await ended;
    expect(await sentOf("failed")).toMatchObject({ problem: expect.stringContaining("is in use"), isTemporary: true });
    expect((await sentOf("failed")).reason).toBeUndefined();
    expect([primary.connected, process.exitCode]).toEqual([false, 1]);
    other.close();
  });

  it("reports that its database is away, and then ends", async () => {
    const { ended, sentOf } = startWorker({ DATABASE_URL: `postgresql://nobody@127.0.0.1:${await freePort()}/none` });
    await ended;
    expect(await sentOf("failed")).toMatchObject({
      reason: expect.stringContaining("cannot be reached"),
      isTemporary: true,
    });
  });

  it("reports nothing if it is stopped before it listens", async () => {
    const { primary, sent, ended, tell, sentOf } = startWorker();
    await sentOf("prepared");
    tell({ kind: "stop" });
    await ended;
    expect(sent.map(({ kind }) => kind)).toEqual(["here", "prepared"]);
    expect([primary.connected, process.exitCode]).toEqual([false, undefined]);
  });
});
