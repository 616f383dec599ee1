import { randomUUID } from "node:crypto";
import { promisify } from "node:util";
import type { NewPet, Pet } from "@petstore/contract/routes";
import { Client } from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { eventsSince, lastEventId } from "../../test/support/audit.js";
import { newPet } from "../../test/support/builders.js";
import { makeKeys, statusesOf, stored, times } from "../../test/support/concurrent-creates.js";
import { createTestApi, errorBody, type TestApi } from "../../test/support/test-api.js";

type Answer = Awaited<ReturnType<TestApi["send"]>>;

const batchOf = (name: string, count = 10, rest: Partial<NewPet> = {}) =>
  times(count, (at) => newPet({ name: `${name} ${at}`, categoryId: 1 + (at % 3), ...rest }));
const createdIn = (answers: readonly Answer[]): Pet[] =>
  answers
    .filter(({ status }) => status === 201)
    .flatMap(({ body }) => body as Pet[])
    .toSorted((a, b) => a.id - b.id);

describe("concurrent POST /pets/batch", () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await createTestApi({ RATE_LIMIT: "0" });
  });
  beforeEach(async () => {
    await api.database.db.pet.deleteMany();
    await api.database.db.category.deleteMany();
    await api.database.db.category.createMany({ data: [1, 2, 3].map((id) => ({ id })) });
  });
  afterAll(() => api.close());

  const query = async (sql: string) => (await api.database.pool.query(sql)).rows;
  const post = (body: unknown, headers: Record<string, string> = {}, key = api.key) =>
    api.send("POST /v1/pets/batch", { body, headers, key });
  const countConnections = () => promisify(api.server.getConnections.bind(api.server))();
  /** Sends the requests while no pet can be inserted, so that most of them share a commit. */
  const together = async (send: () => Promise<Answer>[]): Promise<Answer[]> => {
    const other = await api.database.pool.connect();
    await other.query("BEGIN");
    await other.query("LOCK TABLE pet IN SHARE MODE");
    const sent = send();
    await expect.poll(countConnections, { timeout: 30_000 }).toBeGreaterThanOrEqual(sent.length);
    await other.query("COMMIT");
    other.release();
    return Promise.all(sent);
  };

  it("returns 201 for 24 requests in fewer commits, with an event for each actor", async () => {
    const keys = await makeKeys(api, 3);
    const last = await lastEventId(api.database);
    const bodies = times(24, (at) => batchOf(`Batch ${at}`, 1 + at));
    const answers = await together(() => bodies.map((body, at) => post(body, {}, keys[at % 3]?.key)));
    expect(statusesOf(answers)).toEqual(Array(24).fill(201));
    expect(answers.map(({ body }) => body)).toMatchObject(bodies);
    for (const { body } of answers) {
      const ids = (body as Pet[]).map(({ id }) => id);
      expect(ids).toEqual(ids.toSorted((a, b) => a - b));
    }
    expect(await stored(api)).toEqual(createdIn(answers));
    const [commits] = await query("SELECT count(DISTINCT xmin::text)::integer AS count FROM pet");
    expect(commits.count).toBeLessThan(16);
    const events = await eventsSince(api.database, last);
    const expected = answers.flatMap(({ body }, at) =>
      (body as Pet[]).map((pet) => ({
        ...{ id: expect.any(Number), at: expect.any(String), actor: keys[at % 3]?.actor, action: "pet.create" },
        ...{ subject: { kind: "pet", id: pet.id }, before: null, after: pet },
      })),
    );
    expect(events.toSorted((a, b) => (a.subject.id ?? 0) - (b.subject.id ?? 0))).toEqual(
      expected.toSorted((a, b) => a.subject.id - b.subject.id),
    );
  });

  it("sends the same bytes as without the batcher", async () => {
    await query("SELECT setval('pet_id_seq', 1000)");
    const answerTo = async (target: string, ...more: string[]) => {
      const body = JSON.stringify([newPet({ name: "Zoë 🐕" }), newPet({ status: "sold" })]);
      const fields = [
        ...[`POST ${target} HTTP/1.1`, "Host: petstore", `Authorization: Bearer ${api.key}`],
        ...["Content-Type: application/json", `Content-Length: ${Buffer.byteLength(body)}`, "Connection: close"],
        ...more,
      ];
      const answer = await api.sendBytes(`${fields.join("\r\n")}\r\n\r\n${body}`);
      return answer.replaceAll(/(?<=^(?:Date|X-Request-Id|ETag): ).*(?=\r$)|\b1\d{3}\b/gim, "…");
    };
    const batched = await answerTo("/v1/pets/batch");
    expect(batched).toMatch(/^HTTP\/1\.1 201 Created\r\n[^]*\[\{"id":…,"name":"Zoë 🐕",[^]*"status":"sold"[^]*\}\]$/);
    expect(batched).toBe(await answerTo("/v1/pets/batch?"));
    expect(batched).toBe(await answerTo("/v1/pets/batch", `Idempotency-Key: ${randomUUID()}`));
  });

  it("runs one statement for a small batch, and a separate transaction for a large one", async () => {
    const spy = vi.spyOn(Client.prototype, "query");
    const statementsOf = async (count: number, headers: Record<string, string> = {}) => {
      spy.mockClear();
      const answer = await post(batchOf("A", count), headers);
      expect([answer.status, (answer.body as Pet[]).length]).toEqual([201, count]);
      const texts = spy.mock.calls.map(([statement]: unknown[]) =>
        typeof statement === "string" ? statement : Object(statement).text,
      );
      return texts.filter((text) => /\b(pet|category|audit_event|BEGIN|COMMIT)\b/.test(text)).length;
    };
    const counts = [
      await statementsOf(1),
      await statementsOf(100),
      await statementsOf(100, { "idempotency-key": randomUUID() }),
      await statementsOf(101),
    ];
    spy.mockRestore();
    // The three statements are BEGIN, the insertion of the pets, and COMMIT. The fourth locks the categories.
    expect(counts).toEqual([1, 1, 3, 4]);
  });

  it("runs each Idempotency-Key once, together with batches without a key", async () => {
    const key = randomUUID();
    const keyed = { "idempotency-key": key };
    const answers = await together(() => [
      ...times(12, () => post(batchOf("Same"), keyed)),
      post(batchOf("Other"), keyed),
      ...times(8, (at) => post(batchOf(`Own ${at}`), { "idempotency-key": randomUUID() })),
      ...times(8, (at) => post(batchOf(`Plain ${at}`))),
    ]);
    const fresh = answers.filter(({ status, headers }) => status === 201 && !headers.has("idempotent-replayed"));
    expect(fresh).toHaveLength(17);
    for (const { status } of answers.slice(0, 13)) expect([201, 409, 422]).toContain(status);
    expect(statusesOf(answers.slice(13))).toEqual(Array(16).fill(201));
    expect(await stored(api)).toEqual(createdIn(fresh));
    const repeat = await post(batchOf("Same"), keyed);
    const first = fresh.find(({ body }) => (body as Pet[])[0]?.name === "Same 0");
    if (first !== undefined)
      expect([repeat.text, repeat.headers.get("idempotent-replayed")]).toEqual([first.text, "true"]);
    else expect(repeat.body).toEqual(errorBody("idempotency_key_reused", 422));
    expect(await stored(api)).toEqual(createdIn(fresh));
  });

  /** Every second batch of the same statement has a key. */
  const keyedFrom = (first: number, at: number) => (at % 2 === first ? { "idempotency-key": randomUUID() } : {});

  it.each([
    ["without a key", 0],
    ["with a key", 1],
  ])(
    "registers an unknown category of a batch %s with an event, and stores every batch completely",
    async (_what, first) => {
      const last = await lastEventId(api.database);
      const unknown = [newPet(), newPet({ categoryId: 77 }), newPet()];
      const answers = await together(() =>
        times(8, (at) => post(at === 5 ? unknown : batchOf("A", 3), keyedFrom(first, at))),
      );
      expect(statusesOf(answers)).toEqual(Array(8).fill(201));
      expect(await stored(api)).toEqual(createdIn(answers));
      const actions = (await eventsSince(api.database, last)).map(({ action }) => action);
      expect(actions.toSorted()).toEqual(["category.create", ...Array(24).fill("pet.create")]);
    },
  );

  it.each([
    ["without a key", 1],
    ["with a key", 0],
  ])("delays only a batch %s with a locked category, and stores all its pets at once", async (_what, first) => {
    const other = await api.database.pool.connect();
    await other.query("BEGIN");
    await other.query("SELECT FROM category WHERE id = 2 FOR UPDATE");
    const key = (await makeKeys(api, 1))[0]?.key;
    const waiting = post([newPet(), newPet({ categoryId: 2 }), newPet()], keyedFrom(first, 0), key);
    const answers = await Promise.all(
      times(8, (at) => post(batchOf("A", 3, { categoryId: 1 }), keyedFrom(first, at + 1))),
    );
    expect(statusesOf(answers)).toEqual(Array(8).fill(201));
    const isWaiting = "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";
    await expect.poll(() => query(isWaiting), { timeout: 30_000 }).toHaveLength(1);
    expect(await stored(api)).toEqual(createdIn(answers));
    await other.query("COMMIT");
    other.release();
    expect((await waiting).status).toBe(201);
    expect(await stored(api)).toEqual(createdIn([...answers, await waiting]));
  });

  it("returns 500 only for a batch that the database refuses, and stores each of the others once", async () => {
    await query("ALTER TABLE pet ADD CONSTRAINT test_refusal CHECK (name <> 'refused')");
    const answers = await together(() =>
      times(8, (at) => post([newPet(), newPet({ name: at === 3 ? "refused" : "Frank" }), newPet()])),
    );
    await query("ALTER TABLE pet DROP CONSTRAINT test_refusal");
    expect(statusesOf(answers)).toEqual(times(8, (at) => (at === 3 ? 500 : 201)));
    expect(await stored(api)).toEqual(createdIn(answers));
  });
});

describe("concurrent POST /pets/batch with CATEGORY_POLICY=require", () => {
  it("returns 409 only for a batch with an unknown category, and creates none of its pets", async () => {
    const api = await createTestApi({ CATEGORY_POLICY: "require" });
    await api.database.db.category.create({ data: { id: 1 } });
    const bodies = times(8, (at) => [newPet(), newPet({ categoryId: at === 3 ? 99 : 1 })]);
    const answers = await Promise.all(bodies.map((body) => api.send("POST /v1/pets/batch", { body })));
    expect(statusesOf(answers)).toEqual(times(8, (at) => (at === 3 ? 409 : 201)));
    const message = "body.1.categoryId refers to category 99, which does not exist";
    expect(answers[3]?.body).toEqual(errorBody("category_not_found", 409, message));
    expect(await stored(api)).toEqual(createdIn(answers));
    await api.close();
  });
});
