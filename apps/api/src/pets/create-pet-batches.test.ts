import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";
import type { Pet } from "@petstore/contract/routes";
import { Client, type PoolClient } from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { eventsSince, lastEventId } from "../../test/support/audit.js";
import { addPets, newPet } from "../../test/support/builders.js";
import { createAll, created, makeKeys, statusesOf, stored, times } from "../../test/support/concurrent-creates.js";
import { createTestApi, errorBody, type TestApi } from "../../test/support/test-api.js";
import { queryAsSuperuser } from "../../test/support/test-database.js";
import { systemFlow } from "../concurrency/lanes.js";
import type { Principal } from "../operation/principal.js";
import type { Invalidation } from "../operation/cache-invalidation.js";
import { createPet } from "./create-pet.js";
import { createRunMutation } from "../operation/run-mutation.js";

describe("concurrent POST /pets", () => {
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
  /** Blocks inserts of pets until it is released. */
  const holdInserts = async () => {
    const other = await api.database.pool.connect();
    await other.query("BEGIN");
    await other.query("LOCK TABLE pet IN SHARE MODE");
    return () => other.query("COMMIT").finally(() => other.release());
  };
  const countConnections = () => promisify(api.server.getConnections.bind(api.server))();

  it("returns 201 for 64 requests in fewer commits, with an event for each actor", async () => {
    const keys = await makeKeys(api, 3);
    const last = await lastEventId(api.database);
    const bodies = times(64, (at) => newPet({ name: `Pet ${at}`, categoryId: 1 + (at % 3) }));
    const release = await holdInserts();
    const answering = createAll(
      api,
      bodies,
      keys.map(({ key }) => key),
    );
    await expect.poll(countConnections, { timeout: 30_000 }).toBeGreaterThanOrEqual(64);
    await release();
    const answers = await answering;
    expect(statusesOf(answers)).toEqual(Array(64).fill(201));
    expect(answers.map(({ body }) => body)).toMatchObject(bodies);
    expect(await stored(api)).toEqual(created(answers));
    const [commits] = await query("SELECT count(DISTINCT xmin::text)::integer AS count FROM pet");
    expect(commits.count).toBeLessThan(32);
    const events = await eventsSince(api.database, last);
    const expected = answers.map(({ body }, at) => ({
      ...{ id: expect.any(Number), at: expect.any(String), actor: keys[at % 3]?.actor, action: "pet.create" },
      ...{ subject: { kind: "pet", id: (body as Pet).id }, before: null, after: body },
    }));
    expect(events.toSorted((a, b) => (a.subject.id ?? 0) - (b.subject.id ?? 0))).toEqual(
      expected.toSorted((a, b) => a.subject.id - b.subject.id),
    );
  });

  it("writes the same event, column by column, as without the batcher", async () => {
    const last = await lastEventId(api.database);
    await api.send("POST /v1/pets?", { body: newPet() });
    await api.send("POST /v1/pets", { body: newPet() });
    await api.send("POST /v1/pets", { body: newPet(), headers: { "idempotency-key": randomUUID() } });
    const rows =
      await query(`SELECT to_jsonb(event) - ARRAY['id', 'at', 'subject_id'] AS event, subject_id, after->'id' AS id
      FROM audit_event AS event WHERE id > ${last} ORDER BY id`);
    const [single, ...batched] = rows.map(({ event, id, subject_id: subjectId }) => {
      expect(Number(subjectId)).toBe(id);
      return { ...event, after: { ...event.after, id: "its own" } };
    });
    expect(batched).toEqual([single, single]);
  });

  it("sends the same bytes as without the batcher", async () => {
    await query("SELECT setval('pet_id_seq', 1000)");
    const answerTo = async (target: string, ...more: string[]) => {
      const body = JSON.stringify(newPet({ name: "Zoë 🐕" }));
      const fields = [
        ...[`POST ${target} HTTP/1.1`, "Host: petstore", `Authorization: Bearer ${api.key}`],
        ...[
          "Content-Type: application/json",
          `Content-Length: ${Buffer.byteLength(body)}`,
          "Connection: close",
          ...more,
        ],
      ];
      const answer = await api.sendBytes(`${fields.join("\r\n")}\r\n\r\n${body}`);
      return answer.replaceAll(/(?<=^(?:Date|X-Request-Id|ETag): ).*(?=\r$)|\b1\d{3}\b/gim, "…");
    };
    const batched = await answerTo("/v1/pets");
    expect(batched).toMatch(
      /^HTTP\/1\.1 201 Created\r\n[^]*\{"id":…,"name":"Zoë 🐕","categoryId":1,"status":"available"[^]*\}$/,
    );
    expect(batched).toBe(await answerTo("/v1/pets?"));
    expect(batched).toBe(await answerTo("/v1/pets", `Idempotency-Key: ${randomUUID()}`));
  });

  it("runs one statement for a single request", async () => {
    const spy = vi.spyOn(Client.prototype, "query");
    const statementsOf = async (target: string, headers: Record<string, string> = {}) => {
      spy.mockClear();
      expect((await api.send(`POST ${target}`, { body: newPet(), headers })).status).toBe(201);
      const texts = spy.mock.calls.map(([query]: unknown[]) =>
        typeof query === "string" ? query : Object(query).text,
      );
      return texts.filter((text) => /\b(pet|category|audit_event|BEGIN|COMMIT)\b/.test(text)).length;
    };
    await api.send("POST /v1/pets", { body: newPet() });
    const batched = await statementsOf("/v1/pets");
    const keyed = await statementsOf("/v1/pets", { "idempotency-key": randomUUID() });
    spy.mockRestore();
    // A request without a key sends only the insertion. A request with a key also sends BEGIN and COMMIT. Its other
    // statements, which lock the key and read and store its outcome, do not name these tables.
    expect([batched, keyed]).toEqual([1, 3]);
  });

  it("runs each Idempotency-Key once within a batch that also has requests without a key", async () => {
    const key = randomUUID();
    const release = await holdInserts();
    const post = (name: string, headers: Record<string, string> = {}) =>
      api.send("POST /v1/pets", { body: newPet({ name }), headers });
    const answering = Promise.all([
      ...times(20, () => post("Same", { "idempotency-key": key })),
      post("Other", { "idempotency-key": key }),
      ...times(10, (at) => post(`Own ${at}`, { "idempotency-key": randomUUID() })),
      ...times(10, (at) => post(`Plain ${at}`)),
    ]);
    await expect.poll(countConnections, { timeout: 30_000 }).toBeGreaterThanOrEqual(41);
    await release();
    const answers = await answering;
    const repeats = answers.slice(0, 21);
    const fresh = answers.filter(({ status, headers }) => status === 201 && !headers.has("idempotent-replayed"));
    expect(fresh).toHaveLength(21);
    for (const { status } of repeats) expect([201, 409, 422]).toContain(status);
    expect(statusesOf(answers.slice(21))).toEqual(Array(20).fill(201));
    expect(await stored(api)).toEqual(created(fresh));
    expect(await query(`SELECT status FROM stored_outcome WHERE idempotency_key = '${key}'`)).toEqual([
      { status: 201 },
    ]);
  });

  it("registers an unknown category with an event, and does not affect the other pets", async () => {
    const last = await lastEventId(api.database);
    const answers = await createAll(
      api,
      times(16, (at) => newPet({ categoryId: at === 5 ? 77 : 1 })),
    );
    expect(statusesOf(answers)).toEqual(Array(16).fill(201));
    expect(await stored(api)).toEqual(created(answers));
    const actions = (await eventsSince(api.database, last)).map(({ action }) => action);
    expect(actions.toSorted()).toEqual(["category.create", ...Array(16).fill("pet.create")]);
  });

  it("delays only requests whose category is locked", async () => {
    const other = await api.database.pool.connect();
    await other.query("BEGIN");
    await other.query("SELECT FROM category WHERE id = 2 FOR UPDATE");
    const waiting = api.send("POST /v1/pets", { body: newPet({ categoryId: 2 }) });
    const answers = await createAll(
      api,
      times(16, () => newPet()),
    );
    expect(statusesOf(answers)).toEqual(Array(16).fill(201));
    const isWaiting = "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";
    await expect.poll(() => query(isWaiting), { timeout: 30_000 }).toHaveLength(1);
    expect(await stored(api)).toEqual(created(answers));
    await other.query("COMMIT");
    other.release();
    expect((await waiting).status).toBe(201);
    expect(await stored(api)).toEqual(created([...answers, await waiting]));
  });

  it("returns 500 for a row that the database refuses, and creates the others once", async () => {
    await query("ALTER TABLE pet ADD CONSTRAINT test_refusal CHECK (name <> 'refused')");
    const names = times(16, (at) => (at === 7 ? "refused" : `Pet ${at}`));
    const answers = await createAll(
      api,
      names.map((name) => newPet({ name })),
    );
    await query("ALTER TABLE pet DROP CONSTRAINT test_refusal");
    expect(statusesOf(answers)).toEqual(names.map((name) => (name === "refused" ? 500 : 201)));
    expect(await stored(api)).toEqual(created(answers));
  });
});

describe("concurrent POST /pets with CATEGORY_POLICY=require", () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await createTestApi({ CATEGORY_POLICY: "require" });
    await api.database.db.category.create({ data: { id: 1 } });
  });
  afterAll(() => api.close());

  it("returns 409 only for an unknown category, and creates the others", async () => {
    const answers = await createAll(
      api,
      times(16, (at) => newPet({ categoryId: at === 3 ? 99 : 1 })),
    );
    expect(statusesOf(answers)).toEqual(times(16, (at) => (at === 3 ? 409 : 201)));
    expect(answers[3]?.body).toEqual(errorBody("category_not_found", 409));
    expect(await stored(api)).toEqual(created(answers));
    expect(await api.database.db.category.count()).toBe(1);
  });
});

describe("POST /pets when the database connection is lost during the statement", () => {
  let api: TestApi;
  let lastId: number;
  beforeEach(async () => {
    api = await createTestApi();
    await addPets(api, {});
    lastId = (await stored(api))[0]?.id ?? 0;
  });
  const makeInsertsSleep = (seconds: number) =>
    api.database.pool.query(`CREATE FUNCTION sleep() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN PERFORM pg_sleep(${seconds}); RETURN NULL; END $$;
      CREATE TRIGGER sleep AFTER INSERT ON pet FOR EACH STATEMENT EXECUTE FUNCTION sleep()`);
  const asleep = async () =>
    (
      await api.database.pool.query<{ pid: number }>(
        "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'PgSleep'",
      )
    ).rows;
  /** A rollback does not return the drawn ids to the sequence. */
  const idsDrawn = async () =>
    Number((await api.database.pool.query("SELECT last_value FROM pet_id_seq")).rows[0].last_value) - lastId;

  it("returns 503 and retries nothing when the server terminates the connection", async () => {
    await makeInsertsSleep(600);
    const answers = createAll(
      api,
      times(12, () => newPet()),
    );
    let isAnswered = false;
    void answers.then(() => (isAnswered = true));
    const end = async () => {
      for (const { pid } of await asleep()) await queryAsSuperuser(`SELECT pg_terminate_backend(${pid})`);
      return isAnswered;
    };
    await expect.poll(end, { timeout: 30_000 }).toBe(true);
    expect(statusesOf(await answers)).toEqual(Array(12).fill(503));
    expect((await answers).map(({ body }) => body)).toEqual(Array(12).fill(errorBody("service_unavailable", 503)));
    expect([await idsDrawn(), await api.database.db.pet.count()]).toEqual([12, 1]);
    await api.close();
  });

  it("returns 503 and retries nothing when the socket breaks on this side", async () => {
    await makeInsertsSleep(1);
    const clients: PoolClient[] = [];
    api.database.pool.on("acquire", (client) => clients.push(client));
    const answers = createAll(
      api,
      times(12, (at) => newPet({ name: `Pet ${at}` })),
    );
    await expect.poll(asleep, { timeout: 30_000 }).not.toEqual([]);
    for (const client of clients) Reflect.get(client, "connection").stream.destroy();
    const refused = (await answers).flatMap(({ status }, at) => (status === 503 ? [`Pet ${at}`] : []));
    await expect.poll(asleep, { timeout: 30_000 }).toEqual([]);
    const names = (await stored(api)).map(({ name }) => name);
    expect(names.filter((name) => refused.includes(name))).not.toEqual([]);
    expect(new Set(names).size).toBe(names.length);
    expect(await stored(api)).toEqual(expect.arrayContaining(created(await answers)));
    expect(await idsDrawn()).toBe(names.length - 1);
    await api.close();
  });
});

describe("createPet", () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await createTestApi();
    await addPets(api, {});
  });
  afterAll(() => api.close());

  it("invalidates the response cache once, before it returns the created pets", async () => {
    const steps: unknown[] = [];
    const invalidate: Invalidation["invalidate"] = async (changes) => {
      steps.push(changes?.map(({ before, after }) => [before, after?.categoryId]));
      // If the response did not wait, it would be recorded next.
      await delay(20);
      steps.push("invalidated");
    };
    const deps = { ...api.deps, responseCache: { ...api.deps.responseCache, invalidate } };
    const run = createRunMutation(deps, "createPet", createPet(deps));
    const caller = {
      actor: { kind: "system", id: null, name: "test" },
      flow: systemFlow("test"),
    } as unknown as Principal;
    const create = async (name: string, categoryId: number) => {
      const input = {
        body: { name, categoryId },
        query: {},
        headers: { "idempotency-key": undefined, "action-key": undefined },
      };
      steps.push([name, (await run({ input, caller })).status]);
    };
    await Promise.all([create("a", 1), create("b", 55), create("c", 1)]);
    expect(steps).toEqual([
      [
        [null, 1],
        [null, 1],
      ],
      "invalidated",
      ["a", 201],
      ["c", 201],
      // Category 55 does not exist yet, so it must be created. That may have to wait, so the pet gets its own
      // transaction.
      [[null, 55]],
      "invalidated",
      ["b", 201],
    ]);
    expect(await api.database.db.category.count()).toBe(2);
  });
});
