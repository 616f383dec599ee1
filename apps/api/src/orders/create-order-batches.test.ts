import { randomUUID } from "node:crypto";
import type { Order } from "@petstore/contract/routes";
import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { eventsSince, lastEventId } from "../../test/support/audit.js";
import { addPets, findPet } from "../../test/support/builders.js";
import { statusesOf, times } from "../../test/support/concurrent-creates.js";
import { openCountedApi } from "../../test/support/count-express.js";
import { expectReplay } from "../../test/support/replays.js";
import type { TestApi } from "../../test/support/test-api.js";

let api: TestApi;
let countExpress: Awaited<ReturnType<typeof openCountedApi>>["countExpress"];
beforeAll(async () => {
  ({ api, countExpress } = await openCountedApi());
});
afterAll(() => api.close());

const place = (petId: number, headers: Record<string, string> = {}, more = "") =>
  api.send(`POST /v1/orders${more}`, { body: { petId, reference: `For ${petId}` }, headers });
const query = async (sql: string) => (await api.database.pool.query(sql)).rows;

describe("POST /orders in batches", () => {
  it("answers orders of different pets in the fast path, with the stored times", async () => {
    const ids = await addPets(api, ...times(40, () => ({})));
    const { result, byExpress } = await countExpress(() =>
      Promise.all(ids.map((id, at) => place(id, at % 2 ? { "idempotency-key": randomUUID() } : {}))),
    );
    expect(statusesOf(result)).toEqual(Array(40).fill(201));
    expect(byExpress).toBe(0);
    for (const { body } of result) {
      const { id, petId } = body as Order;
      expect((await api.send(`GET /v1/orders/${id}`)).body).toEqual(body);
      expect(await findPet(api, petId)).toMatchObject({ status: "pending" });
    }
  });

  it("gives a pet with many concurrent buyers to exactly one of them", async () => {
    const [id = 0] = await addPets(api, {});
    const answers = await Promise.all(times(32, (at) => place(id, at % 2 ? { "idempotency-key": randomUUID() } : {})));
    expect(statusesOf(answers).toSorted((a, b) => a - b)).toEqual([201, ...Array(31).fill(409)]);
    expect(await query(`SELECT FROM store_order WHERE pet_id = ${id}`)).toHaveLength(1);
  });

  it("refuses the second order of a pet within a batch, and uses no id for it", async () => {
    const [first = 0, wanted = 0, last = 0] = await addPets(api, {}, {}, {});
    const other = await api.database.pool.connect();
    await other.query("BEGIN");
    await other.query("LOCK TABLE store_order IN SHARE MODE");
    const under = place(first);
    const isWaiting = "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";
    await expect.poll(() => query(isWaiting)).toHaveLength(1);
    // These orders wait for the batch of the first one, and share the next batch.
    const waiting = times(16, () => place(wanted));
    await api.send(`GET /v1/pets?id=${wanted}`);
    await other.query("COMMIT");
    other.release();
    const placed = [await under, ...(await Promise.all(waiting)), await place(last)].filter(
      ({ status }) => status === 201,
    );
    const ids = placed.map(({ body }) => (body as Order).id).toSorted((one, next) => one - next);
    expect(ids).toEqual(times(3, (at) => Number(ids[0]) + at));
  });

  it("sends only invalid and concurrent requests to Express, and uses no id for a repeat", async () => {
    const [free = 0, sold = 0, other = 0] = await addPets(api, {}, { status: "sold" }, {});
    const key = randomUUID();
    const first = await place(free, { "idempotency-key": key });
    await api.send(`PATCH /v1/orders/${(first.body as Order).id}`, { body: { status: "cancelled" } });
    const { result, byExpress } = await countExpress(() =>
      Promise.all([
        place(sold),
        place(999_999),
        place(other, { "idempotency-key": key }),
        place(free, { "idempotency-key": key }),
        place(other, { "idempotency-key": "," }),
      ]),
    );
    expect(statusesOf(result)).toEqual([409, 409, 422, 201, 400]);
    expect(byExpress).toBe(2);
    expectReplay(result[3], first);
    expect((await place(other)).body).toMatchObject({ id: (first.body as Order).id + 1 });
  });

  it("writes the same rows and events, column by column, as without batches", async () => {
    const last = await lastEventId(api.database);
    const ids = await addPets(api, {}, {}, {});
    const bodies = [
      await place(ids[0] ?? 0, {}, "?"),
      await place(ids[1] ?? 0),
      await place(ids[2] ?? 0, { "idempotency-key": randomUUID() }),
    ].map(({ body }) => body as Order);
    const ofEach =
      /"(?:id|orderId|petId|held_pet_id|pet_id|reference|at|createdAt|updatedAt|created_at|updated_at)":(?:"[^"]*"|\d+)/g;
    const masked = (value: unknown) => JSON.parse(JSON.stringify(value).replaceAll(ofEach, '"-":0'));
    const events = await eventsSince(api.database, last);
    const [ordinary, ...batched] = await Promise.all(
      bodies.map(async ({ id }, at) => ({
        row: masked(await query(`SELECT to_jsonb(o) AS o FROM store_order AS o WHERE id = ${id}`)),
        events: masked(events.filter(({ subject }) => subject.id === (subject.kind === "order" ? id : ids[at]))),
      })),
    );
    expect(ordinary?.events).toHaveLength(2);
    expect(batched).toEqual([ordinary, ordinary]);
  });

  it("runs five statements for a single request, and two more with an Idempotency-Key", async () => {
    const ids = await addPets(api, {}, {}, {});
    const spy = vi.spyOn(Client.prototype, "query");
    const statementsOf = async (id: number, headers: Record<string, string> = {}) => {
      spy.mockClear();
      expect((await place(id, headers)).status).toBe(201);
      const statements = spy.mock.calls.map(([query]: unknown[], at) => ({
        text: String(typeof query === "string" ? query : Object(query).text),
        connection: spy.mock.contexts[at],
      }));
      // Only statements of this connection or before the request count, because background work may run meanwhile.
      const drawn = statements.find(({ text }) => text.includes("store_order_id_seq"));
      const texts = statements.flatMap(({ text, connection }) => (connection === drawn?.connection ? [text] : []));
      return texts.length - texts.lastIndexOf("BEGIN");
    };
    await statementsOf(ids[0] ?? 0);
    const counts = [
      await statementsOf(ids[1] ?? 0),
      await statementsOf(ids[2] ?? 0, { "idempotency-key": randomUUID() }),
    ];
    spy.mockRestore();
    expect(counts).toEqual([5, 7]);
  });
});
