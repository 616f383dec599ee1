import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Pet } from "@petstore/contract/routes";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { insertApiKey } from "../src/credentials/api-keys/insert-api-key.js";
import { addAccount, newPet } from "./support/builders.js";
import { proofSize } from "./support/proof-size.js";
import { type ServiceProcess, startServiceProcess, stopServiceProcess } from "./support/service-process.js";
import { createTestDatabase, type TestDatabase } from "./support/test-database.js";

const CLIENTS = 16;
const COPIES = 100;
const ROUNDS = proofSize("ROUNDS", { short: 2, full: 20 });

type Replica = { service: ServiceProcess; address: string };
type Outcome = { status: number; text: string; location: string | null; isReplay: boolean };

describe("two processes on one database", () => {
  let database: TestDatabase;
  let apiKey: string;
  let replicas: [Replica, Replica];

  const start = async (): Promise<Replica> => {
    const service = startServiceProcess({ DATABASE_URL: database.url, LOG_LEVEL: "silent" });
    return { service, address: await service.address() };
  };
  beforeAll(async () => {
    database = await createTestDatabase();
    const accountId = await addAccount(database);
    apiKey = (await insertApiKey(database.db, "production", { name: "test", scope: "write", accountId })).key;
    replicas = [await start(), await start()];
  });
  afterAll(async () => {
    await Promise.all(replicas.map(({ service }) => stopServiceProcess(service)));
    await database.drop();
  });

  const post = async ({ address }: Replica, key: string, name: string): Promise<Outcome> => {
    const response = await fetch(`${address}/v1/pets`, {
      method: "POST",
      headers: { authorization: `Bearer ${apiKey}`, "content-type": "application/json", "idempotency-key": key },
      body: JSON.stringify(newPet({ name })),
    });
    return {
      status: response.status,
      text: await response.text(),
      location: response.headers.get("location"),
      isReplay: response.headers.has("idempotent-replayed"),
    };
  };
  /** Retries on both processes in turn until it gets a 201. */
  const postUntilAnswered = async (key: string, name: string, first: number): Promise<Outcome> => {
    for (let turn = first; ; turn += 1) {
      const answer = await post(replicas[turn % 2 === 0 ? 0 : 1], key, name).catch(() => undefined);
      if (answer?.status === 201) return answer;
      if (answer !== undefined && answer.status !== 409 && answer.status !== 503) throw new Error(answer.text);
      await sleep(20);
    }
  };
  const idsOf = async (name: string) => (await database.db.pet.findMany({ where: { name } })).map(({ id }) => id);

  it(`create one pet for ${COPIES} racing copies, ${ROUNDS} times`, { timeout: ROUNDS * 60_000 }, async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const key = randomUUID();
      const answers = await Promise.all(Array.from({ length: COPIES }, (_, copy) => postUntilAnswered(key, key, copy)));
      const [{ text, location } = { text: "", location: "" }] = answers;
      expect(answers.filter(({ isReplay }) => !isReplay)).toHaveLength(1);
      expect(answers.filter((one) => one.text !== text || one.location !== location)).toEqual([]);
      expect(await idsOf(key)).toEqual([(JSON.parse(text) as Pet).id]);
    }
  });

  it(
    `create one pet per key while one of them gets kill -9 under ${CLIENTS} clients, ${ROUNDS} times`,
    async () => {
      const answered = new Map<string, Outcome>();
      for (let round = 0; round < ROUNDS; round++) {
        const over = new AbortController();
        const client = async (first: number) => {
          for (let count = 0; !over.signal.aborted; count++) {
            const key = randomUUID();
            answered.set(key, await postUntilAnswered(key, key, first + count));
          }
        };
        const clients = Promise.all(Array.from({ length: CLIENTS }, (_, first) => client(first)));
        const before = answered.size;
        await expect.poll(() => answered.size, { timeout: 20_000 }).toBeGreaterThan(before + 50);
        const victim = replicas[round % 2 === 0 ? 0 : 1].service;
        victim.child.kill("SIGKILL");
        await victim.ended;
        await expect.poll(() => answered.size, { timeout: 20_000 }).toBeGreaterThan(before + 100);
        over.abort();
        await clients;
        replicas[round % 2 === 0 ? 0 : 1] = await start();
      }
      const rows = await database.db.pet.findMany({ where: { name: { in: [...answered.keys()] } } });
      const made = rows.map(({ id, name }) => `${name} ${id}`).toSorted();
      const answeredIds = [...answered].map(([key, { text }]) => `${key} ${(JSON.parse(text) as Pet).id}`).toSorted();
      expect(made).toEqual(answeredIds);
      expect(await database.db.storedOutcome.count({ where: { idempotencyKey: { in: [...answered.keys()] } } })).toBe(
        answered.size,
      );
    },
    ROUNDS * 60_000,
  );
});
