import { pino } from "pino";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { addPets } from "../../test/support/builders.js";
import { createTestApi, type TestApi } from "../../test/support/test-api.js";
import { hashApiKey } from "./api-key-format.js";
import { createLanes } from "../concurrency/lanes.js";
import type { Principal } from "../operation/principal.js";
import { createKeyUsage, type KeyUsage } from "./key-usage.js";
import { inThisDatabase } from "../../test/support/test-database.js";

describe("createKeyUsage", () => {
  let api: TestApi;
  let keyId: bigint;
  beforeAll(async () => {
    api = await createTestApi();
    keyId = (await api.database.db.apiKey.findUniqueOrThrow({ where: { hash: hashApiKey(api.key) } })).id;
  });
  beforeEach(() => api.database.pool.query("DELETE FROM deprecated_use; UPDATE api_key SET last_used_at = NULL"));
  afterAll(() => api.close());

  const log = pino({ level: "silent" });
  const day = new Date("2026-11-21T23:59:59.999Z");
  const nextDay = new Date("2026-11-22T00:00:00Z");
  const principal = (id: bigint | undefined = keyId) => ({ keyId: id }) as Principal;
  const open = () => createKeyUsage(api.database.db, createLanes().control, log);
  const count = (uses: KeyUsage, times: number, operationId = "getPet", at = day) => {
    for (let time = 0; time < times; time++) uses.countDeprecated(principal(), operationId, at);
  };
  const counts = async () =>
    (
      await api.database.pool.query(
        "SELECT api_key_id::int AS key, day::text, operation_id AS operation, count::int FROM deprecated_use ORDER BY 1, 2, 3",
      )
    ).rows;
  const lastUsedAt = async () =>
    (await api.database.db.apiKey.findUniqueOrThrow({ where: { id: keyId } })).lastUsedAt?.toISOString();

  it("counts deprecated uses by key, day (UTC) and operation", async () => {
    const uses = open();
    count(uses, 3);
    count(uses, 2, "getPet", nextDay);
    count(uses, 1, "other");
    await uses.close();
    const key = Number(keyId);
    expect(await counts()).toEqual([
      { key, day: "2026-11-21", operation: "getPet", count: 3 },
      { key, day: "2026-11-21", operation: "other", count: 1 },
      { key, day: "2026-11-22", operation: "getPet", count: 2 },
    ]);
  });

  it("adds up counts of several flushes and of concurrent replicas", async () => {
    const replicas = [open(), open(), open()];
    for (let round = 0; round < 5; round++) {
      for (const uses of replicas) count(uses, 2);
      await Promise.all(replicas.map((uses) => uses.flush()));
    }
    await Promise.all(replicas.map((uses) => uses.close()));
    expect(await counts()).toMatchObject([{ count: 30 }]);
  });

  it("writes counts and last uses with the next flush after a failed one", async () => {
    const uses = open();
    count(uses, 2);
    uses.record(keyId, day);
    await api.database.pool.query("ALTER TABLE deprecated_use RENAME TO gone; ALTER TABLE api_key RENAME TO keys_gone");
    await uses.flush();
    count(uses, 1);
    await api.database.pool.query("ALTER TABLE gone RENAME TO deprecated_use; ALTER TABLE keys_gone RENAME TO api_key");
    await uses.close();
    expect(await counts()).toMatchObject([{ count: 3 }]);
    expect(await lastUsedAt()).toBe("2026-11-21T23:59:00.000Z");
  });

  it("keeps the later use when an earlier flush failed", async () => {
    const { pool } = api.database;
    const uses = open();
    const holder = await pool.connect();
    try {
      await holder.query("BEGIN; LOCK TABLE api_key IN SHARE MODE");
      uses.record(keyId, day);
      const failing = uses.flush();
      const waiting = `FROM pg_locks WHERE relation = 'api_key'::regclass AND NOT granted AND ${inThisDatabase}`;
      await expect.poll(async () => (await holder.query(`SELECT ${waiting}`)).rowCount, { timeout: 20_000 }).toBe(1);
      uses.record(keyId, nextDay);
      await holder.query(`SELECT pg_cancel_backend(pid) ${waiting}`);
      await failing;
    } finally {
      holder.release(true);
    }
    expect(await lastUsedAt()).toBeUndefined();
    await uses.close();
    expect(await lastUsedAt()).toBe(nextDay.toISOString());
  });

  it("skips deleted keys and writes the others", async () => {
    const uses = open();
    uses.countDeprecated(principal(900_000n), "getPet", day);
    uses.record(900_000n, day);
    count(uses, 1);
    await uses.close();
    expect(await counts()).toMatchObject([{ key: Number(keyId), count: 1 }]);
  });

  it("never sets last_used_at to an earlier time, whichever replica writes last", async () => {
    const [late, early] = [open(), open()];
    late.record(keyId, nextDay);
    early.record(keyId, day);
    await late.close();
    await early.close();
    expect(await lastUsedAt()).toBe("2026-11-22T00:00:00.000Z");
  });

  it("writes the uses of many keys by concurrent replicas without a deadlock", async () => {
    const ids: bigint[] = [];
    for (let key = 0; key < 40; key++) {
      const made = await api.makeKey("read");
      ids.push((await api.database.db.apiKey.findUniqueOrThrow({ where: { hash: hashApiKey(made) } })).id);
    }
    const warnings: unknown[] = [];
    const warn = pino({ level: "warn" }, { write: (line: string) => void warnings.push(line) });
    const replicas = Array.from({ length: 4 }, () => createKeyUsage(api.database.db, createLanes().control, warn));
    for (let round = 0; round < 10; round++) {
      for (const [index, uses] of replicas.entries()) {
        for (const id of index % 2 === 0 ? ids : ids.toReversed()) {
          uses.record(id, new Date(nextDay.getTime() + round * 60_000));
          uses.countDeprecated(principal(id), "getPet", day);
        }
      }
      await Promise.all(replicas.map((uses) => uses.flush()));
    }
    await Promise.all(replicas.map((uses) => uses.close()));
    expect(warnings).toEqual([]);
    expect((await counts()).filter((one) => one.count === 40)).toHaveLength(40);
  });

  it("does not count the key of a session", async () => {
    const uses = open();
    uses.countDeprecated({ ...principal(), keyId: undefined }, "getPet", day);
    await uses.close();
    expect(await counts()).toEqual([]);
  });

  it("counts GET and HEAD /pets/{petId}, also for 404, and no other operation", async () => {
    const [petId] = await addPets(api, {});
    await api.send(`GET /v1/pets/${petId}`);
    await api.send(`HEAD /v1/pets/${petId}`);
    await api.send("GET /v1/pets/9007199254740991");
    await api.send("GET /v1/pets");
    await api.send(`GET /v1/pets/${petId}`, { key: "" });
    await api.deps.keyUsage.flush();
    expect(await counts()).toMatchObject([{ key: Number(keyId), operation: "getPet", count: 3 }]);
  });
});
