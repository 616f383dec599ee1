import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { insertApiKey } from "../src/credentials/api-keys/insert-api-key.js";
import { addAccount } from "./support/builders.js";
import { proofSize } from "./support/proof-size.js";
import { type ServiceProcess, startServiceProcess, stopServiceProcess } from "./support/service-process.js";
import { createTestDatabase, queryAsSuperuser, type TestDatabase } from "./support/test-database.js";

/** `--reporter=verbose` prints the times. */
const ROUNDS = proofSize("ROUNDS", { short: 5, full: 200 });

const percentile = (values: readonly number[], share: number) =>
  values.toSorted((a, b) => a - b)[Math.ceil(values.length * share) - 1] ?? Number.NaN;

describe("a key revoked through one process", () => {
  let database: TestDatabase;
  let accountId: bigint;
  let admin: string;
  let processes: ServiceProcess[];
  let one: string;
  let other: string;

  beforeAll(async () => {
    database = await createTestDatabase();
    accountId = await addAccount(database);
    admin = (await makeKey("admin")).key;
    const env = { DATABASE_URL: database.url, RATE_LIMIT: "0", LOG_LEVEL: "silent" };
    processes = [startServiceProcess(env), startServiceProcess(env)];
    [one, other] = (await Promise.all(processes.map((each) => each.address()))) as [string, string];
  });
  afterAll(async () => {
    await Promise.all(processes.map(stopServiceProcess));
    await database.drop();
  });

  const makeKey = (scope: "read" | "admin") =>
    insertApiKey(database.db, "production", { name: "test", scope, accountId });

  const read = async (origin: string, key: string) => {
    const response = await fetch(`${origin}/v1/inventory`, { headers: { authorization: `Bearer ${key}` } });
    await response.text();
    return response.status;
  };

  const revoke = async (id: number) => {
    const headers = { authorization: `Bearer ${admin}` };
    const response = await fetch(`${one}/v1/api-keys/${id}`, { method: "DELETE", headers });
    expect(response.status).toBe(204);
  };

  /** Creates a key, and makes sure that it is in the principal cache of the other process. */
  const makeKnownKey = async () => {
    const { key, record } = await makeKey("read");
    for (const _ of [1, 2]) expect(await read(other, key)).toBe(200);
    return { key, id: record.id };
  };

  /** Measures for how many milliseconds after the revocation the other process still accepts the key. */
  const servedFor = async (key: string) => {
    const revokedAt = performance.now();
    let lastServed = revokedAt;
    for (let refusals = 0; refusals < 5; ) {
      const sentAt = performance.now();
      const status = await read(other, key);
      if (status === 200) {
        // A key that was refused once must stay refused.
        expect(refusals).toBe(0);
        lastServed = sentAt;
      } else {
        expect(status).toBe(401);
        refusals += 1;
      }
    }
    return lastServed - revokedAt;
  };

  const summary = (times: readonly number[]) =>
    `${times.length} rounds: median ${percentile(times, 0.5).toFixed(1)} ms, p99 ${percentile(times, 0.99).toFixed(1)} ms, max ${Math.max(...times).toFixed(1)} ms`;

  it("is refused by that process on the next request", async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { key, record } = await makeKey("read");
      expect(await read(one, key)).toBe(200);
      await revoke(record.id);
      expect(await read(one, key)).toBe(401);
    }
  });

  it("is refused by the other process from the notification on", async ({ annotate }) => {
    const times: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const { key, id } = await makeKnownKey();
      await revoke(id);
      times.push(await servedFor(key));
    }
    await annotate(summary(times));
  });

  const listeners = async () => {
    const { rows } = await database.pool.query<{ pid: number }>(
      "SELECT pid FROM pg_stat_activity WHERE application_name = 'petstore listener' AND datname = current_database()",
    );
    return rows.map(({ pid }) => pid);
  };

  it("is refused by the other process while its listening connection is cut", async ({ annotate }) => {
    const times: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const { key, id } = await makeKnownKey();
      for (const pid of await listeners()) await queryAsSuperuser(`SELECT pg_terminate_backend(${pid})`);
      await revoke(id);
      times.push(await servedFor(key));
      // This waits until the connection is open again.
      while ((await listeners()).length < 2) await delay(20);
    }
    await annotate(summary(times));
  });

  it("is refused by the other process while its listening connection is frozen", async ({ annotate }) => {
    const times: number[] = [];
    for (let round = 0; round < Math.min(ROUNDS, 20); round += 1) {
      const { key, id } = await makeKnownKey();
      const frozen = await listeners();
      for (const pid of frozen) process.kill(pid, "SIGSTOP");
      try {
        await revoke(id);
        times.push(await servedFor(key));
      } finally {
        for (const pid of frozen) process.kill(pid, "SIGCONT");
      }
      while ((await listeners()).length < 2) await delay(20);
    }
    await annotate(summary(times));
  });
});
