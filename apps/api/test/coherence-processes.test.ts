import { Agent, request } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import { type Pet, PetStatus } from "@petstore/contract/routes";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { insertApiKey } from "../src/credentials/api-keys/insert-api-key.js";
import { anyOf } from "./support/any-of.js";
import { addAccount } from "./support/builders.js";
import { proofSize } from "./support/proof-size.js";
import { type ServiceProcess, startServiceProcess, stopServiceProcess } from "./support/service-process.js";
import { createTestDatabase, queryAsSuperuser, type TestDatabase } from "./support/test-database.js";
import { createVersions, nameOf, type Question } from "./support/versions.js";

/** `--reporter=verbose` prints the measurements. */
const SECONDS = proofSize("SECONDS", { short: 2, full: 60 });
/** Each request opens a connection, and with two workers it may reach another worker. */
const WORKERS = process.env["WORKERS"] ?? "1";
const PROCESSES = 3;
const WRITERS = 16;
const READERS = 64;
const PETS_EACH = 4;
const TRUST_MS = 1_000;

const categories = [1, 2, 3];
const ids = Array.from({ length: WRITERS * PETS_EACH }, (_, at) => at + 1);

const list = (query: string, has: Question["has"]): Question => ({ target: `/v1/pets?limit=100${query}`, has });
const single = (id: number): Question => ({ target: `/v1/pets/${id}`, has: (other) => other === id });
const lists = ["", "&sort=-id", "&sort=name"].flatMap((sort) => [
  list(sort, () => true),
  ...PetStatus.options.map((wanted) => list(`&status=${wanted}${sort}`, (_, { status }) => status === wanted)),
  ...categories.map((wanted) => list(`&categoryId=${wanted}${sort}`, (_, { categoryId }) => categoryId === wanted)),
  list(`&categoryId=1&status=sold${sort}`, (_, { categoryId, status }) => categoryId === 1 && status === "sold"),
]);
const byIds = list("&id=1&id=5&id=9", (id) => [1, 5, 9].includes(id));
const questions = [...lists, byIds, ...ids.slice(0, 16).map(single)];
/** Most clients of a shop request the same few pages. */
const hot = [...lists.slice(0, 2), byIds, single(1), single(2)];
const anyQuestion = () => anyOf(Math.random() < 0.7 ? hot : questions);

describe("three processes on one database", () => {
  let database: TestDatabase;
  let key: string;
  let processes: ServiceProcess[];
  let origins: string[];
  const agent = WORKERS === "1" ? new Agent({ keepAlive: true }) : false;

  beforeAll(async () => {
    database = await createTestDatabase();
    const accountId = await addAccount(database);
    key = (await insertApiKey(database.db, "production", { name: "test", scope: "write", accountId })).key;
    await database.pool.query("INSERT INTO category (id) SELECT unnest($1::bigint[])", [categories]);
    await database.pool.query("INSERT INTO pet (id, name, category_id) SELECT unnest($1::bigint[]), 'v0', 1", [ids]);
    const env = { DATABASE_URL: database.url, RATE_LIMIT: "0", LOG_LEVEL: "silent", WORKERS };
    processes = Array.from({ length: PROCESSES }, () => startServiceProcess(env));
    origins = await Promise.all(processes.map((each) => each.address()));
  });
  afterAll(async () => {
    if (agent) agent.destroy();
    await Promise.all(processes.map(stopServiceProcess));
    await database.drop();
  });

  const send = (method: string, url: string, body?: object) =>
    new Promise<{ status: number; pets: Pet[] }>((resolve, reject) => {
      const content = body === undefined ? {} : { "content-type": "application/json" };
      const headers = { authorization: `Bearer ${key}`, ...content };
      const sent = request(url, { method, agent, headers }, (response) => {
        let text = "";
        response.setEncoding("utf8").on("data", (part: string) => (text += part));
        response.once("end", () =>
          resolve({ status: response.statusCode ?? 0, pets: [JSON.parse(text) as Pet | Pet[]].flat() }),
        );
        response.once("error", reject);
      });
      sent.once("error", reject).end(body === undefined ? undefined : JSON.stringify(body));
    });
  const listeners = async () => {
    const { rows } = await database.pool.query<{ pid: number }>(
      "SELECT pid FROM pg_stat_activity WHERE application_name = 'petstore listener' AND datname = current_database()",
    );
    return rows.map(({ pid }) => pid);
  };

  it(
    "serve each client its own writes at once, and never a state older than a second",
    async ({ annotate }) => {
      const versions = createVersions(ids, { status: "available", categoryId: 1 });
      const count = { reads: 0, writes: 0, "reads of own writes": 0, cuts: 0, freezes: 0 };
      const problems: string[] = [];
      let largest = 0;
      const until = performance.now() + SECONDS * 1_000;
      const isOver = () => performance.now() > until || problems.length > 10;

      const read = async (origin: string, question: Question) => {
        const sentAt = performance.now();
        const { status, pets } = await send("GET", origin + question.target);
        if (status !== 200) throw new Error(`${question.target} is answered ${status}.`);
        const found = versions.check(question, pets, sentAt, sentAt - TRUST_MS);
        largest = Math.max(largest, found.staleness);
        problems.push(...found.problems.map((problem) => `older than a second: ${problem}`));
        return { sentAt, pets };
      };
      const keepReading = async () => {
        while (!isOver()) {
          await read(anyOf(origins), anyQuestion());
          count.reads += 1;
        }
      };
      /** Writes through any of the processes, and immediately reads from the same one. */
      const keepWriting = async (_: unknown, writer: number) => {
        const own = ids.slice(writer * PETS_EACH, (writer + 1) * PETS_EACH);
        while (!isOver()) {
          const [id, origin] = [anyOf(own), anyOf(origins)];
          const change = anyOf([{}, { status: anyOf(PetStatus.options) }, { categoryId: anyOf(categories) }]);
          const version = versions.begin(id, change);
          const { status } = await send("PATCH", `${origin}/v1/pets/${id}`, { name: nameOf(version), ...change });
          if (status !== 200) throw new Error(`The change is answered ${status}.`);
          versions.acknowledge(id, version);
          count.writes += 1;
          await Promise.all(
            [single(id), anyOf(lists), anyOf(lists)].map(async (question) => {
              const { pets } = await read(origin, question);
              const { problems: broken } = versions.check(question, pets, 0, Infinity, [id]);
              problems.push(...broken.map((problem) => `after its write: ${problem}`));
              count["reads of own writes"] += 1;
            }),
          );
        }
      };
      /** Closes listening connections, and sometimes freezes one for longer than the feed counts as current. */
      const keepCutting = async () => {
        while (!isOver()) {
          await delay(100 + Math.random() * 500);
          const pids = await listeners();
          if (pids.length === 0) continue;
          const pid = anyOf(pids);
          if (Math.random() < 0.9) {
            await queryAsSuperuser(`SELECT pg_terminate_backend(${pid})`);
            count.cuts += 1;
          } else {
            process.kill(pid, "SIGSTOP");
            await delay(1_200).finally(() => process.kill(pid, "SIGCONT"));
            count.freezes += 1;
          }
        }
      };
      await Promise.all([
        ...Array.from({ length: READERS }, keepReading),
        ...Array.from({ length: WRITERS }, keepWriting),
        keepCutting(),
      ]);
      const counted = Object.entries(count).map(([what, number]) => `${number} ${what}`);
      await annotate(`${counted.join(", ")}; the largest staleness seen: ${largest.toFixed(1)} ms`);
      expect(problems).toEqual([]);
      expect(largest).toBeLessThanOrEqual(TRUST_MS);
    },
    30_000 + SECONDS * 1_000,
  );
});
