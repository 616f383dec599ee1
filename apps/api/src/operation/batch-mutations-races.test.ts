import { randomInt, randomUUID } from "node:crypto";
import type { Order, OrderStatus } from "@petstore/contract/routes";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { insertApiKey } from "../credentials/api-keys/insert-api-key.js";
import { anyOf } from "../../test/support/any-of.js";
import { eventsSince } from "../../test/support/audit.js";
import { addAccount, addPets, petOf } from "../../test/support/builders.js";
import { proofSize } from "../../test/support/proof-size.js";
import { type ServiceProcess, startServiceProcess, stopServiceProcess } from "../../test/support/service-process.js";
import { createTestDatabase, type TestDatabase } from "../../test/support/test-database.js";

const TURNS = proofSize("TURNS", { short: 20, full: 2_000 });
const CLIENTS = 48;
const PETS = 6;

type Answer = { readonly status: number; readonly body: Record<string, unknown>; readonly isReplay: boolean };

describe("random changes of few pets and their orders, by two replicas, in batches and alone", () => {
  let database: TestDatabase;
  let replicas: ServiceProcess[];
  let origins: string[];
  let key: string;
  let petIds: number[];
  /** The changes that were acknowledged, in the form that their events must have. */
  const names: string[] = [];
  const orders: Order[] = [];
  const steps: string[] = [];

  beforeAll(async () => {
    database = await createTestDatabase();
    const accountId = await addAccount(database);
    key = (await insertApiKey(database.db, "production", { name: "test", scope: "write", accountId })).key;
    petIds = await addPets({ database }, ...Array.from({ length: PETS }, () => ({})));
    const env = { DATABASE_URL: database.url, RATE_LIMIT: "0", LOG_LEVEL: "error" };
    replicas = [startServiceProcess(env), startServiceProcess(env)];
    origins = await Promise.all(replicas.map((replica) => replica.address()));
  });
  afterAll(async () => {
    await Promise.all(replicas.map(stopServiceProcess));
    await database.drop();
  });
  const query = async (sql: string) => (await database.pool.query(sql)).rows;

  /** Adds a `?` to one request in four, so that the fast path leaves it to Express. */
  const send = async (method: string, path: string, body: object, retryKey?: string): Promise<Answer> => {
    const target = `${anyOf(origins)}/v1${path}${randomInt(4) === 0 ? "?" : ""}`;
    const retry = retryKey === undefined ? {} : { "idempotency-key": retryKey };
    const headers = { authorization: `Bearer ${key}`, "content-type": "application/json", ...retry };
    const response = await fetch(target, { method, headers, body: JSON.stringify(body) });
    const isReplay = response.headers.has("idempotent-replayed");
    return { status: response.status, body: (await response.json()) as Answer["body"], isReplay };
  };
  const rename = async () => {
    const name = randomUUID();
    const { status } = await send("PATCH", `/pets/${anyOf(petIds)}`, { name });
    if (status === 200) names.push(name);
    return `rename ${status}`;
  };
  const setStatus = async () => {
    const { status } = await send("PATCH", `/pets/${anyOf(petIds)}`, { status: anyOf(["available", "sold"]) });
    return `set ${status}`;
  };
  const place = async (retryKey?: string) => {
    const { status, body, isReplay } = await send("POST", "/orders", { petId: anyOf(petIds) }, retryKey);
    if (status === 201 && !isReplay) orders.push(body as Order);
    return `place ${status}`;
  };
  const placeTwice = async () => {
    const retryKey = randomUUID();
    const petId = anyOf(petIds);
    const answers = await Promise.all([1, 2].map(() => send("POST", "/orders", { petId }, retryKey)));
    const placed = answers.filter(({ status, isReplay }) => status === 201 && !isReplay);
    orders.push(...placed.map(({ body }) => body as Order));
    return placed.length > 1 ? "placed twice" : "place 201";
  };
  const step = async () => {
    if (orders.length === 0) return "none";
    const order = anyOf(orders.slice(-12));
    const wanted = anyOf<OrderStatus>(["approved", "delivered", "cancelled"]);
    const { status } = await send("PATCH", `/orders/${order.id}`, { status: wanted });
    if (status === 200) steps.push(`${order.id} ${wanted}`);
    return `step ${status}`;
  };
  const act = async () => {
    const outcomes: string[] = [];
    const actions = [rename, setStatus, place, place, placeTwice, step, step, step];
    for (let turn = 0; turn < TURNS; turn += 1) outcomes.push(await anyOf(actions)());
    return outcomes;
  };

  it(
    "loses no change, applies none twice, and leaves a complete audit trail",
    async () => {
      const outcomes = (await Promise.all(Array.from({ length: CLIENTS }, act))).flat();
      const possible = ["rename 200", "set 200", "set 409", "place 201", "place 409", "step 200", "step 409", "none"];
      expect(possible).toEqual(expect.arrayContaining([...new Set(outcomes)]));

      const events = await eventsSince(database, 0);
      const eventsOf = (kind: string, id: number) =>
        events.filter(({ subject }) => subject.kind === kind && subject.id === id);
      const pets = await database.db.pet.findMany({ orderBy: { id: "asc" } });
      for (const pet of pets) {
        const chain = eventsOf("pet", pet.id);
        expect([petOf({ id: pet.id }), ...chain.map(({ after }) => after)]).toEqual([
          ...chain.map(({ before }) => before),
          pet,
        ]);
      }
      const renames = events.filter(({ before, after, action }) => {
        return action === "pet.update" && before?.["name"] !== after?.["name"];
      });
      expect(renames.map(({ after }) => String(after?.["name"])).toSorted()).toEqual(names.toSorted());

      expect(await query("SELECT id::int FROM store_order ORDER BY id")).toEqual(
        orders.map(({ id }) => ({ id })).toSorted((a, b) => a.id - b.id),
      );
      for (const order of orders) {
        const chain = eventsOf("order", order.id);
        expect([null, ...chain.map(({ after }) => after)].slice(0, -1)).toEqual(chain.map(({ before }) => before));
        const moments = chain.map(({ after }) => after?.["updatedAt"] as string);
        expect(moments).toEqual([...new Set(moments)].toSorted());
      }
      const taken = events.filter(({ action }) => action === "order.update");
      expect(taken.map(({ subject, after }) => `${subject.id} ${String(after?.["status"])}`).toSorted()).toEqual(
        steps.toSorted(),
      );
      // The times of two orders of the same pet never overlap.
      expect(
        await query(`SELECT a.id FROM store_order AS a JOIN store_order AS b ON a.pet_id = b.pet_id AND a.id < b.id
          AND b.created_at < a.updated_at`),
      ).toEqual([]);
      expect(
        await query(`SELECT pet.id FROM pet LEFT JOIN store_order ON held_pet_id = pet.id
          WHERE (pet.status = 'pending') <> (held_pet_id IS NOT NULL)`),
      ).toEqual([]);
      expect(replicas.map(({ output }) => output.stderr)).toEqual(["", ""]);
    },
    120_000 + TURNS * 1_000,
  );
});
