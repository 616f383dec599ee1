import { writeFile } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { insertApiKey } from "../src/credentials/api-keys/insert-api-key.js";
import { addAccount } from "./support/builders.js";
import { createRedisProcess, hasRedis } from "./support/redis-process.js";
import { type ServiceProcess, startServiceProcess, stopServiceProcess } from "./support/service-process.js";
import { makeTemporaryFolder } from "./support/temporary-folder.js";
import { createTestDatabase, type TestDatabase } from "./support/test-database.js";
import { sendTo } from "./support/worker-requests.js";

const preload = new URL("support/crash-at-start.mjs", import.meta.url).href;

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const start = (env: Record<string, string> = {}) => {
  const service = startServiceProcess({ DATABASE_URL: database.url, WORKERS: "2", ...env });
  onTestFinished(async () => void (await stopServiceProcess(service)));
  return service;
};

/** Starts a service. After `crash(n)`, the next `n` starts of workers fail. */
const startCrashing = async (crashes: number) => {
  const folder = await makeTemporaryFolder();
  let made = 0;
  const crash = async (count: number) => {
    for (let at = 0; at < count; at += 1) await writeFile(`${folder}/${(made += 1)}`, "");
  };
  await crash(crashes);
  return { crash, service: start({ NODE_OPTIONS: `--import=${preload}`, CRASHES: folder }) };
};

type Line = { time: string; msg: string; how?: string; worker?: number };
const linesOf = ({ output }: ServiceProcess): Line[] =>
  output.stderr.split("\n").flatMap((line) => (line.endsWith("}") ? [JSON.parse(line) as Line] : []));
const endsOf = (service: ServiceProcess) => linesOf(service).filter(({ msg }) => msg.startsWith("A worker has ended"));

/** Returns the workers that answer on six new connections. */
const workersOf = async (service: ServiceProcess, origin: string): Promise<Set<number>> => {
  const answers = await Promise.all(Array.from({ length: 6 }, () => sendTo(service, origin, "/healthz")));
  expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200));
  return new Set(await Promise.all(answers.map((answer) => answer.worker())));
};

describe("a worker that crashes at the first start", () => {
  it("is replaced, and the service starts", async () => {
    const { service } = await startCrashing(2);
    const origin = await service.address();
    expect(endsOf(service).map(({ how }) => how)).toEqual(["exit code 9", "exit code 9"]);
    expect((await workersOf(service, origin)).size).toBe(2);
  });

  it("ends the start with one sentence the third time", async () => {
    const { service } = await startCrashing(10);
    expect(await service.ended).toBe(1);
    expect(service.output.stdout).toBe("");
    expect(service.output.stderr).toContain(
      "The workers do not start (exit code 9, 3 times): see the log, or set WORKERS=1 to start without them.\n",
    );
  });
});

describe("a worker that crashes again and again", () => {
  it("is started again after pauses that double, while the other worker answers", async () => {
    const { service, crash } = await startCrashing(0);
    const origin = await service.address();
    const [one = expect.fail(), other] = await workersOf(service, origin);
    await crash(4);
    process.kill(one, "SIGKILL");
    await expect
      .poll(async () => {
        const { status } = await sendTo(service, origin, "/healthz");
        expect(status).toBe(200);
        return endsOf(service).length;
      })
      .toBe(5);
    const times = endsOf(service).map(({ time }) => Date.parse(time));
    // A worker that has run for ten seconds is replaced without a pause. This may apply to the killed worker, but not
    // to the workers that crash.
    const pauses = times.slice(2).map((time, at) => time - (times[at + 1] ?? 0));
    for (const [at, pause] of pauses.entries()) expect(pause).toBeGreaterThanOrEqual(100 * 2 ** at);
    await expect.poll(async () => (await workersOf(service, origin)).size).toBe(2);
    expect([...(await workersOf(service, origin))]).toContain(other);
  });
});

/** Stops a worker, and waits until its service has noticed that it missed ten heartbeats. */
const hang = async (service: ServiceProcess, worker: number) => {
  process.kill(worker, "SIGSTOP");
  await expect.poll(() => endsOf(service).length, { timeout: 40_000 }).toBeGreaterThan(0);
  expect(endsOf(service)).toMatchObject([{ worker, how: "no answer for ten seconds" }]);
};

describe("a worker that hangs", () => {
  it("is replaced after ten seconds, even if no data changes", async () => {
    const service = start();
    const origin = await service.address();
    const [hung = expect.fail(), other] = await workersOf(service, origin);
    await hang(service, hung);
    await expect.poll(async () => (await workersOf(service, origin)).size).toBe(2);
    const now = await workersOf(service, origin);
    expect([...now]).toContain(other);
    expect([...now]).not.toContain(hung);
  });

  it("is not replaced if all processes stood still", async () => {
    const [service, clock] = [start(), start()];
    const origin = await service.address();
    const workers = await workersOf(service, origin);
    const [ofClock = expect.fail()] = await workersOf(clock, await clock.address());
    const all = [Number(service.child.pid), ...workers];
    for (const pid of all) process.kill(pid, "SIGSTOP");
    // During this time the other service counts more than ten seconds.
    await hang(clock, ofClock).finally(() => all.forEach((pid) => process.kill(pid, "SIGCONT")));
    const [hung = expect.fail(), other] = workers;
    await hang(service, hung);
    expect([...(await workersOf(service, origin))]).toContain(other);
  });
});

describe.runIf(hasRedis)("two services of two workers with REDIS_URL", () => {
  it("count a key's requests together and exactly, and each on its own while Redis is away", async () => {
    const redis = await createRedisProcess("hush");
    onTestFinished(() => redis.remove());
    await redis.start();
    const env = { REDIS_URL: redis.url, RATE_LIMIT: "60" };
    const services = [start(env), start(env)];
    const origins = await Promise.all(services.map((service) => service.address()));
    const accountId = await addAccount(database);
    const makeKey = () => insertApiKey(database.db, "production", { name: "test", scope: "read", accountId });
    /** Sends 90 requests to the services in turn. @returns How many of them each service answered with 200. */
    const countPassed = async (targets: readonly number[]) => {
      const { key } = await makeKey();
      const statuses: number[] = [];
      let sent = 0;
      const send = async () => {
        while (sent < 90) {
          const target = targets[(sent += 1) % targets.length] ?? 0;
          const service = services[target] ?? expect.fail();
          statuses.push((await sendTo(service, origins[target] ?? "", "/v1/inventory", { key })).status);
        }
      };
      await Promise.all(Array.from({ length: 8 }, send));
      expect(new Set(statuses)).toEqual(new Set([200, 429]));
      return statuses.filter((status) => status === 200).length;
    };
    // On a busy machine, counting may take half a second. After that time the request is counted without Redis or
    // without the primary.
    const untilExact = (...targets: number[]) => expect.poll(() => countPassed(targets)).toBe(60);
    await untilExact(0, 1);
    await redis.kill();
    await untilExact(0);
    await untilExact(1);
  });
});
