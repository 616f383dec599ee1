import type { BulkPetChange, BulkPetResult, Pet, PetFields } from "@petstore/contract/routes";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { eventsSince, lastEventId } from "../../test/support/audit.js";
import { addOrder, addPets, findPet, petOf } from "../../test/support/builders.js";
import { sendWhileLocked } from "../../test/support/send-while-locked.js";
import { createTestApi, errorBody, type TestApi } from "../../test/support/test-api.js";
import { ServiceClient } from "../database/pool.js";
import { toFields } from "./store/pet-table.js";

const frank = toFields({ name: "Frank", categoryId: 1 });
const sold: PetFields = { ...frank, status: "sold" };
const sale = (id: number): BulkPetChange => ({ id, from: frank, to: sold });
const deletion = (id: number): BulkPetChange => ({ id, from: frank, to: null });
const restore = (id: number, to: Partial<PetFields> = frank): BulkPetChange => ({ id, from: null, to });
/** The advisory lock of all restores (`pet-states.ts`). */
const RESTORE_LOCK = 0x70657472;
const undo = ({ id, from, to }: BulkPetChange): BulkPetChange => ({ id, from: to, to: from });

describe("POST /pets/changes", () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await createTestApi();
  });
  afterAll(() => api.close());

  const post = async (body: unknown, query = "", headers: Record<string, string> = {}) => {
    const answer = await api.send(`POST /v1/pets/changes${query}`, { body, headers });
    return { ...answer, result: answer.body as BulkPetResult };
  };
  const add = async (count: number) => addPets(api, ...Array.from({ length: count }, () => ({})));
  const addOne = async () => (await add(1))[0] ?? 0;
  const deletePet = async (id: number) => api.send(`DELETE /v1/pets/${id}`);
  const eventsOf = async (work: () => Promise<unknown>) => {
    const last = await lastEventId(api.database);
    await work();
    return (await eventsSince(api.database, last)).map(({ action, subject: { id }, before, after }) => ({
      ...{ action, id, before, after },
    }));
  };
  const ok = (done: number, ...left: object[]) => ({ status: 200, body: { done, left } });
  const refused = (code: string, message: unknown = expect.any(String)) => ({
    status: 409,
    body: { code, message, status: 409 },
  });

  it("returns 200 after changing, deleting and restoring pets in one request", async () => {
    const [changed = 0, deleted = 0, restored = 0] = await add(3);
    await deletePet(restored);
    const body = [sale(changed), deletion(deleted), restore(restored, { ...frank, name: "Luna" })];
    expect(await post(body)).toMatchObject(ok(3));
    expect(await findPet(api, changed)).toEqual({ id: changed, ...sold });
    expect(await findPet(api, deleted)).toBeNull();
    expect(await findPet(api, restored)).toEqual({ id: restored, ...frank, name: "Luna" });
  });

  it("writes the same audit events as separate operations, and none for an unchanged pet", async () => {
    const [changed = 0, deleted = 0, restored = 0, same = 0] = await add(4);
    await deletePet(restored);
    const body = [sale(changed), deletion(deleted), restore(restored), { id: same, from: sold, to: frank }];
    expect(await eventsOf(() => post(body))).toEqual([
      { action: "pet.update", id: changed, before: { id: changed, ...frank }, after: { id: changed, ...sold } },
      { action: "pet.delete", id: deleted, before: { id: deleted, ...frank }, after: null },
      { action: "pet.restore", id: restored, before: null, after: { id: restored, ...frank } },
    ]);
  });

  it("returns 409 naming each conflict and changes no pet, unless partial=true", async () => {
    const [first = 0, renamed = 0, gone = 0, reserved = 0] = await add(4);
    await api.send(`PATCH /v1/pets/${renamed}`, { body: { name: "Lola" } });
    await deletePet(gone);
    const orderId = await addOrder(api, reserved);
    const body = [sale(first), sale(renamed), sale(gone), deletion(reserved)];
    const left = [
      { id: renamed, reason: "changed", now: { ...frank, name: "Lola" } },
      { id: gone, reason: "gone", now: null },
      { id: reserved, reason: "reserved", now: frank },
    ];
    const message =
      `body.1.from does not match the current state of pet ${renamed}; read the pet again; ` +
      `body.2.id refers to pet ${gone}, which does not exist; ` +
      `body.3.id refers to pet ${reserved}, which order ${orderId} reserves; deliver or cancel the order first`;
    const refusing = async () => expect(await post(body)).toMatchObject(refused("conflict", message));
    expect(await eventsOf(refusing)).toEqual([]);
    expect(await findPet(api, first)).toEqual({ id: first, ...frank });
    expect(await post(body, "?partial=true")).toMatchObject(ok(1, ...left));
    expect(await findPet(api, first)).toEqual({ id: first, ...sold });
  });

  it("names the place, the rule and the obstacle of each conflict in a form for programs", async () => {
    const [renamed = 0, reserved = 0] = await add(2);
    await api.send(`PATCH /v1/pets/${renamed}`, { body: { name: "Lola" } });
    const orderId = await addOrder(api, reserved);
    const headers = { accept: "application/problem+json" };
    const problemOf = async (body: unknown) => JSON.parse((await post(body, "", headers)).text) as object;
    expect(await problemOf([sale(reserved)])).toMatchObject({
      code: "pet_reserved",
      errors: [{ pointer: "/0/id", rule: "reserved" }],
      conflict: { kind: "order", id: orderId },
    });
    const restored = { ...restore(reserved, { ...frank, name: "Luna" }) };
    expect(await problemOf([sale(renamed), restored])).toMatchObject({
      code: "conflict",
      errors: [
        { pointer: "/0/from", rule: "changed" },
        {
          pointer: "/1/from",
          rule: "changed",
          detail: `body.1.from is null, but pet ${reserved} exists; read the pet first`,
        },
      ],
      conflict: { kind: "pet", id: renamed },
    });
  });

  it("counts a pet that already equals `to` as done, so a repeat succeeds", async () => {
    const [changed = 0, deleted = 0] = await add(2);
    const body = [sale(changed), deletion(deleted)];
    await post(body);
    expect(await eventsOf(async () => expect(await post(body)).toMatchObject(ok(2)))).toEqual([]);
  });

  it("returns how many pets already equalled `to`", async () => {
    const [changed = 0, same = 0] = await add(2);
    await post([sale(same)]);
    const body = [sale(changed), sale(same)];
    expect((await post(body)).body).toEqual({ done: 2, unchanged: 1, left: [], unrestored: [] });
    expect((await post([undo(sale(changed))])).body).toEqual({ done: 1, unchanged: 0, left: [], unrestored: [] });
  });

  it("compares only the fields in `from`, and changes only the fields in `to`", async () => {
    const [changed = 0, renamed = 0, kept = 0] = await add(3);
    await api.send(`PATCH /v1/pets/${renamed}`, { body: { name: "Lola" } });
    const sell = (id: number, from: object) => ({ id, from, to: { status: "sold" } });
    const body = [sell(changed, { status: "available" }), sell(renamed, {}), sell(kept, { name: "Lola" })];
    expect(await post(body, "?partial=true")).toMatchObject(ok(2, { id: kept, reason: "changed", now: frank }));
    expect(await findPet(api, changed)).toEqual({ id: changed, ...sold });
    expect(await findPet(api, renamed)).toEqual({ id: renamed, ...sold, name: "Lola" });
    expect(await post(body.slice(1, 2))).toMatchObject(ok(1));
  });

  it("restores a pet with the fields in `to`, and with its other fields as they were", async () => {
    const id = await addOne();
    const whole = { name: "Lola", categoryId: 777_004, status: "pending" };
    await api.send(`PATCH /v1/pets/${id}`, { body: whole });
    await deletePet(id);
    await api.send("DELETE /v1/categories/777004");
    const events = await eventsOf(async () => expect(await post([restore(id, { name: "Luna" })])).toMatchObject(ok(1)));
    const after = petOf({ id, ...whole, name: "Luna" });
    expect(await findPet(api, id)).toEqual(after);
    expect(events.map(({ action, after: state }) => [action, state])).toMatchObject([
      ["category.create", { id: 777_004 }],
      ["pet.restore", after],
    ]);
  });

  it("undoes a request if it is sent again with from and to swapped", async () => {
    const ids = await add(3);
    const body = ids.map((id, at) => (at === 1 ? deletion(id) : sale(id)));
    expect(await post(body)).toMatchObject(ok(3));
    expect(await post(body.map(undo))).toMatchObject(ok(3));
    for (const id of ids) expect(await findPet(api, id)).toEqual({ id, ...frank });
  });

  it("compares names in their stored form, which is trimmed", async () => {
    const id = await addOne();
    const body = [{ id, from: { ...frank, name: " Frank " }, to: { ...frank, name: " Lola " } }];
    expect(await post(body)).toMatchObject(ok(1));
    expect(await findPet(api, id)).toEqual({ id, ...frank, name: "Lola" });
  });

  it.each(["placed", "approved"] as const)(
    "changes every field but the status of a pet with a %s order",
    async (status) => {
      const id = await addOne();
      await addOrder(api, id, status);
      expect(await post([sale(id)])).toMatchObject(refused("pet_reserved"));
      expect(await post([{ id, from: frank, to: { ...frank, name: "Lola" } }])).toMatchObject(ok(1));
    },
  );

  it("lists pets as conflicts that were ordered or changed while the request waited", async () => {
    const [ordered = 0, renamed = 0] = await add(2);
    const answer = await sendWhileLocked(
      api,
      [
        ["UPDATE pet SET name = 'Lola' WHERE id = $1", renamed],
        ["INSERT INTO store_order (pet_id) VALUES ($1)", ordered],
      ],
      () => post([sale(renamed), sale(ordered)], "?partial=true"),
    );
    const left = [
      { id: renamed, reason: "changed", now: { ...frank, name: "Lola" } },
      { id: ordered, reason: "reserved", now: frank },
    ];
    expect(answer).toMatchObject(ok(0, ...left));
    expect(await findPet(api, ordered)).toEqual({ id: ordered, ...frank });
  });

  it("counts a pet as unchanged that another request has restored in the meantime", async () => {
    const id = await addOne();
    await deletePet(id);
    // Deleted pets have no row to lock, so a restore waits for all other restores.
    const lockAndRestore = `WITH locked AS MATERIALIZED (SELECT pg_advisory_xact_lock($1) AS done)
      INSERT INTO pet (id, name, category_id) SELECT $2, 'Frank', 1 FROM locked WHERE done::text = ''`;
    const answer = await sendWhileLocked(api, [[lockAndRestore, RESTORE_LOCK, id]], () => post([restore(id)]));
    expect(answer).toMatchObject({ status: 200, body: { done: 1, left: [], unchanged: 1 } });
  });

  it("deletes a pet whose orders are closed", async () => {
    const id = await addOne();
    await addOrder(api, id, "delivered");
    await addOrder(api, id, "cancelled");
    expect(await post([deletion(id)])).toMatchObject(ok(1));
  });

  it("restores a pet only with an id that a deleted pet had", async () => {
    const used = await addOne();
    const next = used + 1;
    const far = 9_007_199_254_740_991;
    const left = [next, far].map((id) => ({ id, reason: "gone", now: null }));
    expect(await post([restore(next), restore(far)], "?partial=true")).toMatchObject(ok(0, ...left));
    expect(await addOne()).toBe(next);
  });

  it("restores a pet only with an id that the sequence has reached", async () => {
    const id = (await addOne()) + 5;
    await api.database.db.pet.create({ data: { id, name: "Frank", categoryId: 1 } });
    expect((await deletePet(id)).status).toBe(204);
    expect(await post([restore(id)])).toMatchObject(refused("pet_not_found"));
    for (let given = 0; given < id; ) given = await addOne();
    await deletePet(id);
    expect(await post([restore(id)])).toMatchObject(ok(1));
  });

  it("reports a restored pet as changed if it exists with other values", async () => {
    const id = await addOne();
    expect(await post([restore(id, sold)])).toMatchObject(refused("conflict"));
  });

  it("returns the same for a dry run, and writes nothing", async () => {
    const [first = 0, second = 0] = await add(2);
    const body = [
      { id: first, from: frank, to: { ...sold, categoryId: 777_001 } },
      { id: second, from: sold, to: { ...frank, name: "Lola" } },
    ];
    const left = { id: second, reason: "changed", now: frank };
    const events = await eventsOf(async () => {
      expect(await post(body, "?dryRun=true")).toMatchObject(refused("conflict"));
      expect(await post(body, "?dryRun=true&partial=true")).toMatchObject(ok(1, left));
    });
    expect(events).toEqual([]);
    expect(await findPet(api, first)).toEqual({ id: first, ...frank });
    expect(await api.database.db.category.count({ where: { id: 777_001 } })).toBe(0);
  });

  it("registers an unknown category, except that of a pet in conflict", async () => {
    const [first = 0, second = 0] = await add(2);
    const moved = (id: number, from: PetFields, categoryId: number) => ({ id, from, to: { ...frank, categoryId } });
    const body = [moved(first, frank, 777_002), moved(second, sold, 777_003)];
    const events = await eventsOf(() => post(body, "?partial=true"));
    expect(events.map(({ action, id }) => [action, id])).toEqual([
      ["category.create", 777_002],
      ["pet.update", first],
    ]);
    expect(await api.database.db.category.count({ where: { id: { in: [777_002, 777_003] } } })).toBe(1);
  });

  it("is visible to the next read of each pet, although responses are cached", async () => {
    const [changed = 0, deleted = 0, kept = 0] = await add(3);
    const list = async () =>
      (await api.send(`GET /v1/pets?id=${changed}&id=${deleted}&id=${kept}`)).body as readonly Pet[];
    for (let times = 0; times < 3; times += 1) expect(await list()).toHaveLength(3);
    await post([sale(changed), deletion(deleted)]);
    expect((await list()).map(({ id, status }) => [id, status])).toEqual([
      [changed, "sold"],
      [kept, "available"],
    ]);
    await post([undo(deletion(deleted))]);
    expect(await list()).toHaveLength(3);
  });

  it("replays the result of a repeat with the same Idempotency-Key", async () => {
    const id = await addOne();
    const once = () => post([sale(id)], "", { "idempotency-key": "changes-1" });
    const first = await once();
    await api.send(`PATCH /v1/pets/${id}`, { body: { name: "Lola" } });
    const { status, text, headers } = await once();
    expect([status, text, headers.get("idempotent-replayed")]).toEqual([200, first.text, "true"]);
    expect((await post([deletion(id)], "", { "idempotency-key": "changes-1" })).body).toEqual(
      errorBody("idempotency_key_reused", 422),
    );
  });

  it.each([
    ["nothing", [], "body must contain 1 to 1000 changes"],
    ["1,001 changes", Array(1_001).fill(0), "body must contain 1 to 1000 changes"],
    ["an object", {}, "body must be a JSON array"],
    ["both null", [{ id: 1, from: null, to: null }], "body.0 must not have null for both from and to"],
    ["a missing side", [{ id: 1, from: null }], "body.0.to is required"],
    ["a text", [{ id: 1, from: "Frank", to: null }], "body.0.from must be a JSON object or null"],
    ["an unknown field of a pet", [{ id: 1, from: {}, to: { wings: 1 } }], "body.0.to.wings is not a recognised field"],
    ["a field that is null", [{ id: 1, from: {}, to: { name: null } }], "body.0.to.name must be a string"],
    ["an unknown field", [{ ...deletion(1), wings: 1 }], "body.0.wings is not a recognised field"],
    [
      "an id twice, beside another problem",
      [deletion(1), { ...deletion(0) }, sale(1)],
      "body.1.id must be an integer from 1 to 9007199254740991; body.2.id must not repeat the id of body.0",
    ],
  ])("returns 400 for %s", async (_what, body, message) => {
    expect((await post(body)).body).toEqual(errorBody("invalid_request", 400, message));
  });

  it.each(["?partial=1", "?dryRun=", "?partial=true&partial=true"])("returns 400 for %s", async (query) => {
    expect((await post([deletion(1)], query)).body).toEqual(errorBody("invalid_request", 400));
  });

  it("returns 403 for a read key, and changes nothing", async () => {
    const id = await addOne();
    const key = await api.makeKey("read");
    const { body } = await api.send("POST /v1/pets/changes", { key, body: [sale(id)] });
    expect([body, await findPet(api, id)]).toEqual([errorBody("forbidden", 403), { id, ...frank }]);
  });

  it("accepts 1,000 changes with the longest names, escaped, on both sides", async () => {
    const longest = (letter: string) => ({
      ...{ name: letter.repeat(200), categoryId: 9_007_199_254_740_991, status: "available" },
    });
    const first = await addOne();
    const escaped = JSON.stringify(
      Array.from({ length: 1_000 }, (_, at) => ({
        id: first + 1_000_000 + at,
        from: longest("🐕"),
        to: longest("🐈"),
      })),
    ).replaceAll(/[\ud800-\udfff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16)}`);
    const headers = { "content-type": "application/json" };
    const { status, body } = await api.send("POST /v1/pets/changes?partial=true", { raw: escaped, headers });
    expect([status, escaped.length > 4_900_000]).toEqual([200, true]);
    expect((body as BulkPetResult).left).toHaveLength(1_000);
  });

  it("changes, deletes and restores 1,000 pets with only a few statements", async () => {
    const ids = await add(1_000);
    const changes = ids.map((id, at) => (at % 2 === 0 ? sale(id) : deletion(id)));
    const query = vi.spyOn(ServiceClient.prototype, "query");
    expect(await post(changes)).toMatchObject(ok(1_000));
    expect(await post(changes.map(undo))).toMatchObject(ok(1_000));
    const statements = query.mock.calls.length;
    query.mockRestore();
    expect(statements).toBeLessThan(40);
  });
});

describe("POST /pets/changes with CATEGORY_POLICY=require", () => {
  it("returns 409 naming each change with an unknown category, and changes nothing", async () => {
    const api = await createTestApi({ CATEGORY_POLICY: "require" });
    const [first = 0, second = 0] = await addPets(api, {}, {});
    const moved = (id: number, categoryId: number) => ({ id, from: frank, to: { ...frank, categoryId } });
    const body = [moved(first, 99), deletion(second)];
    for (const query of ["", "?dryRun=true", "?partial=true"]) {
      const message = "body.0.to.categoryId refers to category 99, which does not exist";
      const answer = await api.send(`POST /v1/pets/changes${query}`, { body });
      expect(answer.body).toEqual(errorBody("category_not_found", 409, message));
    }
    expect(await findPet(api, second)).toEqual({ id: second, ...frank });
    const { status } = await api.send("POST /v1/pets/changes", { body: [moved(first, 1), deletion(second)] });
    expect(status).toBe(200);
    await api.close();
  });
});
