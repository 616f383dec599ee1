import { setTimeout as delay } from "node:timers/promises";
import { type Pet, PetStatus } from "@petstore/contract/routes";
import { Pool } from "pg";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { insertApiKey } from "../src/credentials/api-keys/insert-api-key.js";
import { type Database, openDatabase } from "../src/database/open-database.js";
import { anyOf } from "./support/any-of.js";
import { addAccount } from "./support/builders.js";
import { proofSize } from "./support/proof-size.js";
import { type ServiceProcess, startServiceProcess, stopServiceProcess } from "./support/service-process.js";
import { createStandbyPair, type StandbyPair } from "./support/standby-server.js";
import { createVersions, nameOf, type Question } from "./support/versions.js";

/** `--reporter=verbose` prints the measurements. */
const SECONDS = proofSize("SECONDS", { short: 3, full: 60 });
const CLIENTS = 16;
const PETS_EACH = 4;
const TRUST_MS = 1_000;

const ids = Array.from({ length: CLIENTS * PETS_EACH }, (_, at) => at + 1);
const list = (query: string, has: Question["has"]): Question => ({ target: `/v1/pets?limit=100${query}`, has });
const lists = [
  list("", () => true),
  list("&sort=-name", () => true),
  ...PetStatus.options.map((wanted) => list(`&status=${wanted}`, (_, { status }) => status === wanted)),
  list("&name=v", () => true),
];
const single = (id: number): Question => ({ target: `/v1/pets/${id}`, has: (other) => other === id });

describe("two processes that read a standby", () => {
  let pair: StandbyPair;
  let store: Database;
  let standby: Pool;
  /** Each key belongs to an account of its own, because a lane never gives all of its connections to one account. */
  const keys: string[] = [];
  let processes: ServiceProcess[];
  let origins: string[];

  beforeAll(async () => {
    pair = await createStandbyPair();
    store = await openDatabase({ databaseUrl: pair.primary.url, dataDir: "/none", log: pino({ level: "silent" }) });
    standby = new Pool({ connectionString: pair.standby.url, max: 1 }).on("error", () => {});
    for (let client = 0; client < CLIENTS; client += 1) {
      const accountId = await addAccount(store);
      keys.push((await insertApiKey(store.db, "production", { name: "test", scope: "write", accountId })).key);
    }
    await store.pool.query("INSERT INTO category (id) VALUES (1)");
    await store.pool.query("INSERT INTO pet (id, name, category_id) SELECT unnest($1::bigint[]), 'v0', 1", [ids]);
    const env = {
      ...{ DATABASE_URL: pair.primary.url, DATABASE_REPLICA_URL: pair.standby.url },
      ...{ RATE_LIMIT: "0", LOG_LEVEL: "silent" },
    };
    processes = [startServiceProcess(env), startServiceProcess(env)];
    origins = await Promise.all(processes.map((each) => each.address()));
  });
  afterAll(async () => {
    await Promise.all(processes.map(stopServiceProcess));
    await Promise.all([store.close(), standby.end()]);
    await pair.remove();
  });

  const send = async (url: string, init: RequestInit = {}): Promise<Pet[]> => {
    const headers = { authorization: `Bearer ${anyOf(keys)}`, "content-type": "application/json", ...init.headers };
    const response = await fetch(url, { ...init, headers });
    if (response.status !== 200) throw new Error(`${url} is answered ${response.status}: ${await response.text()}`);
    return [(await response.json()) as Pet | Pet[]].flat();
  };
  const readsOnStandby = async () => {
    const { rows } = await standby.query<{ scans: number }>(
      "SELECT sum(seq_scan + idx_scan)::int AS scans FROM pg_stat_user_tables WHERE relname = 'pet'",
    );
    return rows[0]?.scans ?? 0;
  };

  it(
    "show each client its own writes at once, even if replay pauses and connections break",
    async ({ annotate }) => {
      const versions = createVersions(ids, { status: "available", categoryId: 1 });
      const count = { writes: 0, "uncached reads": 0, "cached reads": 0, pauses: 0, freezes: 0, cuts: 0 };
      const problems: string[] = [];
      const until = performance.now() + SECONDS * 1_000;
      const isOver = () => performance.now() > until || problems.length > 10;

      /**
       * Reads with `Prefer`, which bypasses the response cache. No response may lack anything that was acknowledged
       * before.
       */
      const readUncached = async (origin: string, question: Question) => {
        const sentAt = performance.now();
        const pets = await send(origin + question.target, { headers: { prefer: "wait=1" } });
        problems.push(...versions.check(question, pets, sentAt, sentAt).problems);
        count["uncached reads"] += 1;
        return pets;
      };
      const readCached = async (origin: string, question: Question, ownId: number) => {
        const sentAt = performance.now();
        const pets = await send(origin + question.target);
        problems.push(...versions.check(question, pets, 0, Infinity, [ownId]).problems);
        problems.push(...versions.check(question, pets, 0, sentAt - TRUST_MS).problems);
        count["cached reads"] += 1;
      };
      const keepWriting = async (_: unknown, client: number) => {
        const own = ids.slice(client * PETS_EACH, (client + 1) * PETS_EACH);
        while (!isOver()) {
          const [id, origin] = [anyOf(own), anyOf(origins)];
          const change = { status: anyOf(PetStatus.options) };
          const version = versions.begin(id, change);
          await send(`${origin}/v1/pets/${id}`, {
            method: "PATCH",
            body: JSON.stringify({ name: nameOf(version), ...change }),
          });
          versions.acknowledge(id, version);
          count.writes += 1;
          const question = anyOf([...lists, single(id)]);
          await Promise.all([
            ...origins.map((each) => readUncached(each, question)),
            readCached(origin, anyOf([...lists, single(id)]), id),
          ]);
        }
      };
      const pause = async () => {
        await pair.standby.query("SELECT pg_wal_replay_pause()");
        await delay(300 * Math.random());
        await pair.standby.query("SELECT pg_wal_replay_resume()");
        count.pauses += 1;
      };
      const freeze = async () => {
        pair.standby.signal("SIGSTOP");
        await delay(200 * Math.random()).finally(() => pair.standby.signal("SIGCONT"));
        count.freezes += 1;
      };
      const cut = async () => {
        const name = "application_name = 'petstore'";
        await pair.standby.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE ${name}`);
        count.cuts += 1;
      };
      const keepBreaking = async () => {
        while (!isOver()) {
          await delay(300 * Math.random());
          await anyOf([pause, pause, freeze, cut])();
        }
      };
      await Promise.all([...Array.from({ length: CLIENTS }, keepWriting), keepBreaking()]);
      const counted = Object.entries(count).map(([what, number]) => `${number} ${what}`);
      // Backends report their statistics with a delay.
      await expect.poll(readsOnStandby).toBeGreaterThan(0);
      await annotate(`${counted.join(", ")}; ${await readsOnStandby()} scans of pets on the standby`);
      expect(problems).toEqual([]);
    },
    60_000 + SECONDS * 1_000,
  );

  it("answer from the primary when the standby is killed", async () => {
    await pair.standby.kill();
    for (const origin of [...origins, ...origins]) {
      const name = `n${Math.random()}`;
      await send(`${origin}/v1/pets/1`, { method: "PATCH", body: JSON.stringify({ name }) });
      for (const each of origins) {
        const [pet] = await send(`${each}/v1/pets?id=1`, { headers: { prefer: "wait=1" } });
        expect(pet?.name).toBe(name);
      }
    }
  });
});
