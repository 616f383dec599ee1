import { randomInt } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Inventory, Order, OrderStatus, Pet } from "@petstore/contract/routes";
import { PrismaPg } from "@prisma/adapter-pg";
import type { Pool } from "pg";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { laneLimits } from "../src/config/connection-budget.js";
import { createLane } from "../src/concurrency/lane.js";
import { createLanes } from "../src/concurrency/lanes.js";
import { openPool } from "../src/database/pool.js";
import { PrismaClient } from "../src/generated/client.js";
import { addPets } from "./support/builders.js";
import { proofSize } from "./support/proof-size.js";
import { createTestApi, type TestApi } from "./support/test-api.js";

const PETS = 50;
const BUYERS = 8;
const ROUNDS = proofSize("ROUNDS", { short: 1, full: 200 });
/** A round takes seconds, and longer on a busy machine. */
const TIMEOUT_MS = 120_000 + ROUNDS * 60_000;

let api: TestApi;
let pool: Pool;
beforeAll(async () => {
  const writes = createLane({ ...laneLimits.writes, maxWaitMs: 600_000 });
  api = await createTestApi({ LOG_LEVEL: "error" }, { lanes: { ...createLanes(), writes } });
  // The machine must not be too slow for the limits, which would cause a 503, because the test is about which request
  // wins.
  pool = openPool({ ...api.database.connection, max: 10 }, 30_000, pino({ level: "silent" }));
  const adapter = new PrismaPg(pool);
  Object.assign(api.deps, { db: new PrismaClient({ adapter, transactionOptions: { maxWait: 600_000 } }) });
});
afterAll(async () => {
  await pool.end();
  await api.close();
});

const buy = (petId: number) => api.send("POST /v1/orders", { body: { petId } });
const step = ({ id }: Order, status: OrderStatus) => api.send(`PATCH /v1/orders/${id}`, { body: { status } });
const shuffle = <T>(list: readonly T[]): T[] =>
  list
    .map((one) => ({ one, at: randomInt(2 ** 32) }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ one }) => one);
const countBy = (list: readonly unknown[]) =>
  Object.fromEntries([...new Set(list)].map((key) => [String(key), list.filter((one) => one === key).length]));
const query = async <Row extends object>(sql: string, ...values: unknown[]) =>
  (await api.database.pool.query<Row>(sql, values)).rows;
/** Selects, in one snapshot, open orders whose pet is not pending, and pending pets without an open order. */
const contradictions = () =>
  query(`SELECT o.id AS "orderId", o.status AS "order", o.held_pet_id, p.id AS "petId", p.status AS "pet"
    FROM (SELECT * FROM store_order WHERE status IN ('placed', 'approved')) AS o
    FULL JOIN (SELECT * FROM pet WHERE status = 'pending') AS p ON p.id = o.pet_id
    WHERE o.id IS NULL OR p.id IS NULL OR o.held_pet_id IS DISTINCT FROM p.id`);
const petStatusOf = async ({ petId }: Order) =>
  (await query<{ status: string }>("SELECT status FROM pet WHERE id = $1", petId))[0]?.status;
const orderStatusOf = async ({ id }: Order) =>
  (await query<{ status: string }>("SELECT status FROM store_order WHERE id = $1", id))[0]?.status;

describe(`${BUYERS} concurrent buyers for each of ${PETS} pets, ${ROUNDS} rounds`, () => {
  let petIds: number[];
  beforeAll(async () => {
    petIds = await addPets(api, ...Array.from({ length: PETS }, () => ({})));
  });

  const place = async (): Promise<Order[]> => {
    const buyers = shuffle(petIds.flatMap((petId) => Array<number>(BUYERS).fill(petId)));
    const answers = await Promise.all(buyers.map(buy));
    expect(countBy(answers.map(({ status }) => status))).toEqual({ 201: PETS, 409: PETS * (BUYERS - 1) });
    const losers = answers.filter(({ status }) => status === 409);
    expect(countBy(losers.map(({ body }) => (body as { code: string }).code))).toEqual({
      pet_not_available: PETS * (BUYERS - 1),
    });
    return answers.filter(({ status }) => status === 201).map(({ body }) => body as Order);
  };

  /** Sends each step twice at the same time. One of the two must be refused. */
  const race = async (order: Order, ...steps: OrderStatus[]) => {
    const racing = shuffle([...steps, ...steps]);
    const answers = await Promise.all(racing.map((status) => step(order, status)));
    expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true);
    return racing.filter((_, index) => answers[index]?.status === 200);
  };

  const raceToApproveOrCancel = async (order: Order) => {
    const won = await race(order, "approved", "cancelled");
    // An approved order may be cancelled, but a cancelled one may not be approved.
    expect([["cancelled"], ["approved", "cancelled"]]).toContainEqual(won.toSorted());
    expect([await orderStatusOf(order), await petStatusOf(order)]).toEqual(["cancelled", "available"]);
  };

  const raceToDeliverOrCancel = async (order: Order) => {
    expect((await step(order, "approved")).status).toBe(200);
    const won = await race(order, "delivered", "cancelled");
    expect(won).toHaveLength(1);
    const petStatus = won[0] === "delivered" ? "sold" : "available";
    expect([await orderStatusOf(order), await petStatusOf(order)]).toEqual([won[0], petStatus]);
  };

  it(
    "sells each pet to one buyer, and ends each order once",
    async () => {
      for (let round = 0; round < ROUNDS; round++) {
        const orders = await place();
        expect(new Set(orders.map(({ petId }) => petId))).toEqual(new Set(petIds));
        expect(((await api.send("GET /v1/inventory")).body as Inventory).byStatus).toEqual({
          ...{ available: 0, pending: PETS, sold: 0 },
        });
        expect(await contradictions()).toEqual([]);
        await Promise.all(
          orders.map((order, index) => (index % 2 ? raceToApproveOrCancel(order) : raceToDeliverOrCancel(order))),
        );
        await query("UPDATE pet SET status = 'available' WHERE id = ANY ($1)", petIds);
      }
      expect(await query("SELECT count(*)::int AS count FROM store_order")).toEqual([{ count: PETS * ROUNDS }]);
      expect(api.logged).toEqual([]);
    },
    TIMEOUT_MS,
  );
});

describe.each([
  ["with pets whose status also changes by PATCH", true],
  ["with pets whose status only orders change", false],
])("random buyers, steps, changes and deletions, %s", (_what, isChangedByHand) => {
  const ACTORS = 16;
  const TURNS = 25 * ROUNDS;
  const petIds: number[] = [];
  const orders: Order[] = [];
  beforeAll(async () => {
    await query("DELETE FROM store_order");
    await query("DELETE FROM pet");
    petIds.push(...(await addPets(api, {}, {}, {}, {}, {})));
  });

  const oneOf = <T>(list: readonly T[]) => list[randomInt(Math.max(1, list.length))];
  const placeOne = async () => {
    const { status, body } = await buy(oneOf(petIds) ?? 0);
    if (status === 201) orders.push(body as Order);
    return `buy ${status}`;
  };
  const stepOne = (to: OrderStatus) => async () => {
    // The earlier orders are no longer open.
    const order = oneOf(orders.slice(-8));
    return order === undefined ? "none" : `step ${(await step(order, to)).status}`;
  };
  const changeOne = async () => {
    const change = isChangedByHand ? { status: oneOf(["available", "sold"]) } : { name: `Rex ${randomInt(1e6)}` };
    return `change ${(await api.send(`PATCH /v1/pets/${oneOf(petIds)}`, { body: change })).status}`;
  };
  const replaceOne = async () => {
    const at = randomInt(petIds.length);
    const { status } = await api.send(`DELETE /v1/pets/${petIds[at]}`);
    const added = await api.send("POST /v1/pets", { body: { name: "Frank", categoryId: 1 } });
    if (status === 204) petIds[at] = (added.body as Pet).id;
    return `delete ${status}, add ${added.status}`;
  };
  const actions = [placeOne, placeOne, stepOne("approved"), stepOne("approved"), stepOne("delivered")];
  const others = [stepOne("cancelled"), changeOne, changeOne, replaceOne];
  const act = async () => {
    const outcomes: string[] = [];
    for (let turn = 0; turn < TURNS; turn++) outcomes.push((await oneOf([...actions, ...others])?.()) ?? "");
    return outcomes;
  };

  it(
    "never make an order and its pet contradict each other, and never fail",
    async () => {
      const end = new AbortController();
      const acting = Promise.all(Array.from({ length: ACTORS }, act)).finally(() => end.abort());
      const seen: object[] = [];
      while (!end.signal.aborted) {
        seen.push(...(await contradictions()));
        await sleep(10);
      }
      const outcomes = countBy((await acting).flat());
      expect(seen).toEqual([]);
      const possible = ["buy 201", "buy 404", "buy 409", "step 200", "step 409", "none"];
      const changes = ["change 200", "change 404", "change 409"];
      const deletions = ["delete 204, add 201", "delete 404, add 201", "delete 409, add 201"];
      expect([...possible, ...changes, ...deletions]).toEqual(expect.arrayContaining(Object.keys(outcomes)));
      expect(await query("SELECT count(*)::int AS count FROM store_order")).toEqual([{ count: orders.length }]);
      expect(api.logged).toEqual([]);
      // The last order decides the status of its pet, unless a PATCH changed the status.
      const last = await query<{ order: OrderStatus; pet: string }>(
        `SELECT last.status AS "order", pet.status AS pet FROM pet JOIN LATERAL (
           SELECT status FROM store_order WHERE pet_id = pet.id ORDER BY id DESC LIMIT 1) AS last ON true`,
      );
      const expected = { placed: "pending", approved: "pending", delivered: "sold", cancelled: "available" };
      const differing = last.filter(({ order, pet }) => pet !== expected[order]);
      expect(isChangedByHand ? [] : differing).toEqual([]);
    },
    TIMEOUT_MS,
  );
});
