import { existsSync } from "node:fs";
import { rm } from "node:fs/promises";
import { type AddressInfo, createServer } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { insertApiKey } from "../src/credentials/api-keys/insert-api-key.js";
import { addAccount } from "./support/builders.js";
import { proofSize } from "./support/proof-size.js";
import { keyOf, type ServiceProcess, startServiceProcess, stopServiceProcess } from "./support/service-process.js";
import { makeTemporaryFolder } from "./support/temporary-folder.js";
import { createTestDatabase, type TestDatabase, inThisDatabase } from "./support/test-database.js";
import { keepConnection, sendTo } from "./support/worker-requests.js";

const ROUNDS = proofSize("ROUNDS", { short: 5, full: 200 });
const WORKERS = 2;

describe("a service with two workers", () => {
  let database: TestDatabase;
  let accountId: bigint;
  let admin: string;
  let service: ServiceProcess;
  let origin: string;

  beforeAll(async () => {
    database = await createTestDatabase();
    accountId = await addAccount(database);
    admin = (await makeKey("admin")).key;
    service = startServiceProcess({ DATABASE_URL: database.url, WORKERS: String(WORKERS), RATE_LIMIT: "60" });
    origin = await service.address();
  });
  afterAll(async () => {
    await stopServiceProcess(service);
    await database.drop();
  });

  const makeKey = (scope: "read" | "write" | "admin") =>
    insertApiKey(database.db, "production", { name: "test", scope, accountId });
  const read = (key: string) => sendTo(service, origin, "/v1/inventory", { key });
  const statusOf = async (key: string) => (await read(key)).status;

  /** Opens a keep-alive connection to each worker, and returns them by the worker's process id. */
  const connectToBoth = async () => {
    const found = new Map<number, ReturnType<typeof keepConnection>>();
    while (found.size < WORKERS) {
      const agent = keepConnection();
      const answer = await sendTo(service, origin, "/v1/inventory", { key: (await makeKey("read")).key, agent });
      const worker = await answer.worker();
      if (found.has(worker)) agent.destroy();
      else found.set(worker, agent);
    }
    const [one = expect.fail(), other = expect.fail()] = [...found].map(([worker, agent]) => ({ worker, agent }));
    return { one, other, close: () => found.forEach((agent) => agent.destroy()) };
  };

  it("prints one banner and answers from both workers", async () => {
    expect(service.output.stdout.match(/Pet Store is running/g)).toHaveLength(1);
    const both = await connectToBoth();
    both.close();
    expect([both.one.worker, both.other.worker]).not.toContain(service.child.pid);
  });

  it("is ready in every worker", async () => {
    const answers = await Promise.all([1, 2, 3, 4].map(() => sendTo(service, origin, "/readyz")));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  });

  it("counts a key's requests over all workers exactly", async () => {
    const { key } = await makeKey("read");
    const answers = await Promise.all(Array.from({ length: 90 }, () => read(key)));
    const passed = answers.filter(({ status }) => status === 200);
    const remaining = passed.map(({ headers }) => Number(/r=(\d+)/.exec(String(headers["ratelimit"]))?.[1]));
    expect(remaining.toSorted((a, b) => b - a)).toEqual(Array.from({ length: 60 }, (_, at) => 59 - at));
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(30);
  });

  it("counts sign-in attempts over all workers", async () => {
    const attempt = () =>
      sendTo(service, origin, "/auth/sign-in/email", {
        method: "POST",
        headers: { origin },
        body: { email: "nobody@example.com", password: "not the password of anybody" },
      });
    const statuses: number[] = [];
    // Two are sent at the same time. On a busy machine, more of them would wait too long for a hash and get a 503.
    for (let pair = 0; pair < 7; pair += 1) {
      statuses.push(...(await Promise.all([attempt(), attempt()])).map(({ status }) => status));
    }
    expect(statuses.filter((status) => status === 401)).toHaveLength(10);
    expect(statuses.filter((status) => status === 429)).toHaveLength(4);
  });

  const revoke = (id: number, agent?: ReturnType<typeof keepConnection>) =>
    sendTo(service, origin, `/v1/api-keys/${id}`, { method: "DELETE", key: admin, ...(agent && { agent }) });

  it("refuses a revoked key on the next request in every worker", async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { key, record } = await makeKey("read");
      expect(await Promise.all([1, 2, 3, 4].map(() => statusOf(key)))).toEqual([200, 200, 200, 200]);
      const { key: revoker } = await makeKey("admin");
      const answer = await sendTo(service, origin, `/v1/api-keys/${record.id}`, { method: "DELETE", key: revoker });
      expect(answer.status).toBe(204);
      expect(await Promise.all([1, 2, 3, 4].map(() => statusOf(key)))).toEqual([401, 401, 401, 401]);
    }
  });

  const listeners = async () => {
    const { rows } = await database.pool.query<{ pid: number }>(
      "SELECT pid FROM pg_stat_activity WHERE application_name = 'petstore listener' AND datname = current_database()",
    );
    return rows.map(({ pid }) => pid);
  };

  it("refuses a revoked key even if no notification arrives from the database", async () => {
    const { key, record } = await makeKey("read");
    const both = await connectToBoth();
    const readOver = async ({ agent }: typeof both.one) =>
      (await sendTo(service, origin, "/v1/inventory", { key, agent })).status;
    expect([await readOver(both.one), await readOver(both.other)]).toEqual([200, 200]);
    const frozen = await listeners();
    for (const pid of frozen) process.kill(pid, "SIGSTOP");
    try {
      expect((await revoke(record.id, both.one.agent)).status).toBe(204);
      expect([await readOver(both.other), await readOver(both.one)]).toEqual([401, 401]);
    } finally {
      for (const pid of frozen) process.kill(pid, "SIGCONT");
      both.close();
    }
  });

  it("answers a change while a worker is paused, and that worker serves nothing stale later", async () => {
    const { key, record } = await makeKey("read");
    const both = await connectToBoth();
    onTestFinished(both.close);
    const readOver = async ({ agent }: typeof both.one) =>
      (await sendTo(service, origin, "/v1/inventory", { key, agent })).status;
    expect([await readOver(both.one), await readOver(both.other)]).toEqual([200, 200]);
    process.kill(both.other.worker, "SIGSTOP");
    // A running worker would answer this request at once with 200.
    let isAnswered = false;
    const meanwhile = readOver(both.other).finally(() => (isAnswered = true));
    try {
      expect((await revoke(record.id, both.one.agent)).status).toBe(204);
      expect(isAnswered).toBe(false);
    } finally {
      process.kill(both.other.worker, "SIGCONT");
    }
    expect([await meanwhile, await readOver(both.other), await readOver(both.one)]).toEqual([401, 401, 401]);
  });

  it("replaces a killed worker and loses no acknowledged write", async () => {
    const both = await connectToBoth();
    both.close();
    const { key } = await makeKey("write");
    let acknowledged = 0;
    const create = async (_: unknown, at: number) => {
      const body = { name: `Animal ${at}`, categoryId: 1 };
      const answer = await sendTo(service, origin, "/v1/pets", { method: "POST", key, body }).catch(() => undefined);
      if (answer?.status === 201) acknowledged += 1;
      if (at === 10) process.kill(both.one.worker, "SIGKILL");
    };
    await Promise.all(Array.from({ length: 40 }, create));
    const { rows } = await database.pool.query<{ count: number }>("SELECT count(*)::int FROM pet");
    expect(rows[0]?.count).toBeGreaterThanOrEqual(acknowledged);
    expect(acknowledged).toBeGreaterThan(10);
    await expect.poll(() => service.output.stderr).toContain("another one is taking its place");
    const now = await connectToBoth();
    now.close();
    expect([now.one.worker, now.other.worker]).toContain(both.other.worker);
    expect([now.one.worker, now.other.worker]).not.toContain(both.one.worker);
    const states = await Promise.all(Array.from({ length: 8 }, () => sendTo(service, origin, "/readyz")));
    expect(states.map(({ status }) => status)).toEqual(Array(8).fill(200));
  });
});

describe("stopping a service with two workers", () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());

  const startService = async () => {
    const { key } = await insertApiKey(database.db, "production", {
      ...{ name: "test", scope: "read", accountId: await addAccount(database) },
    });
    const service = startServiceProcess({ DATABASE_URL: database.url, WORKERS: "2" });
    const origin = await service.address();
    const workers = new Set<number>();
    while (workers.size < 2) workers.add(await (await sendTo(service, origin, "/healthz")).worker());
    const read = async (path: string) => (await sendTo(service, origin, path, { key })).status;
    return { service, read, workers: [...workers] };
  };

  /** Returns a target that is not in the response cache. */
  let limit = 0;
  const unknown = () => `/v1/pets?limit=${(limit += 1)}`;

  /** Runs `work` while two requests wait for a table lock, one in each worker. */
  const whileRequestsWait = async (read: (path: string) => Promise<number>, work: () => Promise<void>) => {
    const holder = await database.pool.connect();
    try {
      await holder.query("BEGIN; LOCK TABLE pet IN ACCESS EXCLUSIVE MODE");
      const waiting = Promise.all([read(unknown()), read(unknown())]);
      await expect
        .poll(
          async () =>
            (await database.pool.query(`SELECT FROM pg_locks WHERE NOT granted AND ${inThisDatabase}`)).rowCount,
        )
        .toBeGreaterThanOrEqual(2);
      await work();
      await holder.query("COMMIT");
      return await waiting;
    } finally {
      holder.release(true);
    }
  };

  it("answers requests in flight and exits with 0 on SIGINT to all processes", async () => {
    const { service, read, workers } = await startService();
    const statuses = await whileRequestsWait(read, async () => {
      for (const pid of [...workers, service.child.pid!]) process.kill(pid, "SIGINT");
      await expect.poll(() => service.output.stderr).toContain("SIGINT");
    });
    expect(statuses).toEqual([200, 200]);
    // This resolves when no process has standard error open any more.
    expect(await service.ended).toBe(0);
    expect(service.output.stderr).not.toContain("is taking its place");
  });

  it("exits at once on a second signal", async () => {
    const { service, read } = await startService();
    const readOrLose = (path: string) => read(path).catch(() => 0);
    const statuses = await whileRequestsWait(readOrLose, async () => {
      service.child.kill("SIGTERM");
      await expect.poll(() => service.output.stderr).toContain("A second signal stops it at once");
      // A second signal within half a second counts as the same signal, forwarded by npm.
      const hasEnded = service.ended.then(() => true);
      while (!(await Promise.race([hasEnded, delay(50, false)]))) service.child.kill("SIGTERM");
      expect(await service.ended).toBe(1);
    });
    expect(statuses).toEqual([0, 0]);
  });

  it("answers requests in flight and exits when the primary is killed", async () => {
    const { service, read } = await startService();
    const statuses = await whileRequestsWait(read, async () => void service.child.kill("SIGKILL"));
    expect(statuses).toEqual([200, 200]);
    expect(await service.ended).toBe("SIGKILL");
  });

  it("reports a port in use in one sentence and exits with 1", async () => {
    const other = createServer().listen(0, "127.0.0.1");
    await new Promise((resolve) => other.once("listening", resolve));
    const { port } = other.address() as AddressInfo;
    const env = { DATABASE_URL: database.url, WORKERS: "2", PORT: String(port), LOG_LEVEL: "silent" };
    const service = startServiceProcess(env);
    expect(await service.ended).toBe(1);
    expect(service.output).toEqual({
      stdout: "",
      stderr: `Port ${port} on 127.0.0.1 is in use: stop the program that listens there, or set PORT to another one (PORT=0 takes any free port).\n`,
    });
    other.close();
  });
});

describe("two workers on the private PostgreSQL", () => {
  it("create one owner and one key, and the last process stops PostgreSQL", async () => {
    const folder = await makeTemporaryFolder();
    const isRunning = () => existsSync(`${folder}/postgres/postmaster.pid`);
    const start = () => startServiceProcess({ DATA_DIR: folder, WORKERS: "2" });
    const first = start();
    await first.address();
    expect(keyOf(first)).toMatch(/^pets_live_/);
    expect(await stopServiceProcess(first)).toBe(0);
    expect(isRunning()).toBe(false);
    const second = start();
    await second.address();
    expect(keyOf(second)).toBe("");
    second.child.kill("SIGKILL");
    expect(await second.ended).toBe("SIGKILL");
    expect(isRunning()).toBe(false);
    await rm(folder, { recursive: true });
  });
});
