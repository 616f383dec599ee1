import { setTimeout as delay } from "node:timers/promises";
import type { PetChange } from "@petstore/contract/routes";
import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { eventsSince, lastEventId } from "../../test/support/audit.js";
import { addOrder, addPets, findPet } from "../../test/support/builders.js";
import { statusesOf, times } from "../../test/support/concurrent-creates.js";
import { openCountedApi } from "../../test/support/count-express.js";
import type { TestApi } from "../../test/support/test-api.js";
import { systemFlow } from "../concurrency/lanes.js";
import type { Principal } from "../operation/principal.js";
import type { Invalidation } from "../operation/cache-invalidation.js";
import { updatePet } from "./update-pet.js";
import { createRunMutation } from "../operation/run-mutation.js";

let api: TestApi;
let countExpress: Awaited<ReturnType<typeof openCountedApi>>["countExpress"];
beforeAll(async () => {
  ({ api, countExpress } = await openCountedApi());
});
afterAll(() => api.close());

const patch = (id: number, body: object, headers: Record<string, string> = {}) =>
  api.send(`PATCH /v1/pets/${id}`, { body, headers });
const eventsOf = async (id: number, last: number) =>
  (await eventsSince(api.database, last)).filter(({ subject }) => subject.kind === "pet" && subject.id === id);

describe("PATCH /pets/{petId} in batches", () => {
  it("applies many changes of one pet in the fast path, each to the result of the one before", async () => {
    const [id = 0] = await addPets(api, {});
    const first = await findPet(api, id);
    const last = await lastEventId(api.database);
    const { result, byExpress } = await countExpress(() =>
      Promise.all(
        times(64, (at) => patch(id, at % 2 ? { name: `Name ${at}` } : { status: at % 4 ? "sold" : "pending" })),
      ),
    );
    expect(statusesOf(result)).toEqual(Array(64).fill(200));
    expect(byExpress).toBe(0);
    const events = await eventsOf(id, last);
    expect([first, ...events.map(({ after }) => after)]).toEqual([
      ...events.map(({ before }) => before),
      await findPet(api, id),
    ]);
    const names = new Set(events.map(({ after }) => after?.["name"]));
    expect(times(32, (at) => `Name ${2 * at + 1}`).filter((name) => !names.has(name))).toEqual([]);
  });

  it("refuses or changes a category in the fast path, and sends only invalid requests to Express", async () => {
    const [free = 0, reserved = 0, deleted = 0, tagged = 0] = await addPets(api, {}, { status: "pending" }, {}, {});
    await addOrder(api, reserved);
    await api.send(`DELETE /v1/pets/${deleted}`);
    const tag = (await api.send(`GET /v1/pets/${tagged}`)).headers.get("etag") ?? "";
    const { result, byExpress } = await countExpress(() =>
      Promise.all([
        patch(free, { name: "Luna" }),
        patch(reserved, { name: "Rex", status: "pending" }),
        patch(tagged, { name: "Bo", categoryId: 1 }, { "if-match": tag }),
        patch(free, { categoryId: 2 }),
        patch(reserved, { status: "available" }),
        patch(deleted, { name: "Rex" }),
        patch(free, { name: "Max" }, { "if-match": '"stale"' }),
        patch(free, { name: "" }),
        patch(free, { name: "Max" }, { "if-match": "invalid" }),
      ]),
    );
    expect(statusesOf(result)).toEqual([200, 200, 200, 200, 409, 404, 412, 400, 400]);
    expect(byExpress).toBe(2);
    expect(await findPet(api, free)).toMatchObject({ name: "Luna", categoryId: 2 });
    expect(await findPet(api, reserved)).toMatchObject({ name: "Rex", status: "pending" });
    expect(await findPet(api, tagged)).toMatchObject({ name: "Bo" });
  });

  it("delays only requests whose pet is locked", async () => {
    const ids = await addPets(api, ...times(16, () => ({})));
    const other = await api.database.pool.connect();
    await other.query("BEGIN");
    await other.query("SELECT FROM pet WHERE id = $1 FOR KEY SHARE", [ids[0]]);
    await other.query("SELECT FROM pet WHERE id = $1 FOR UPDATE", [ids[3]]);
    let isAnswered = false;
    const waiting = patch(ids[3] ?? 0, { name: "Late" }).finally(() => (isAnswered = true));
    const answers = await Promise.all(ids.filter((_, at) => at !== 3).map((id) => patch(id, { name: "Luna" })));
    expect(statusesOf(answers)).toEqual(Array(15).fill(200));
    expect(isAnswered).toBe(false);
    await other.query("COMMIT");
    other.release();
    expect((await waiting).body).toMatchObject({ name: "Late" });
  });

  it("writes the same events as without batches, and none for an unchanged pet", async () => {
    const [batched = 0, alone = 0] = await addPets(api, {}, {});
    const last = await lastEventId(api.database);
    for (const [id, more] of [[batched, ""] as const, [alone, "?"] as const]) {
      for (const body of [{ name: "Luna" }, { name: "Luna" }, { status: "sold", name: "Bo" }]) {
        expect((await api.send(`PATCH /v1/pets/${id}${more}`, { body })).status).toBe(200);
      }
    }
    const columns = "to_jsonb(event) - ARRAY['id', 'at', 'subject_id'] #- '{before,id}' #- '{after,id}'";
    const rowsOf = async (id: number) =>
      (
        await api.database.pool.query(
          `SELECT ${columns} AS event FROM audit_event AS event WHERE id > $1 AND subject_id = $2 ORDER BY id`,
          [last, id],
        )
      ).rows;
    expect(await rowsOf(batched)).toHaveLength(2);
    expect(await rowsOf(batched)).toEqual(await rowsOf(alone));
  });

  it("runs four statements for one request, and reads orders only if the status changes", async () => {
    const [id = 0] = await addPets(api, {});
    const spy = vi.spyOn(Client.prototype, "query");
    const statementsOf = async (body: object) => {
      spy.mockClear();
      expect((await patch(id, body)).status).toBe(200);
      const texts = spy.mock.calls.map(([query]: unknown[]) =>
        typeof query === "string" ? query : Object(query).text,
      );
      return texts.filter((text) => /\b(pet|store_order|BEGIN|COMMIT)\b/.test(text)).length;
    };
    const counts = [await statementsOf({ name: "Luna" }), await statementsOf({ status: "sold" })];
    spy.mockRestore();
    expect(counts).toEqual([4, 5]);
  });
});

describe("updatePet", () => {
  it("invalidates the response cache once before it answers, even with unchanged pets", async () => {
    const [one = 0, two = 0] = await addPets(api, {}, { status: "sold" });
    const steps: unknown[] = [];
    const invalidate: Invalidation["invalidate"] = async (changes) => {
      steps.push(changes?.map(({ before, after }) => [before?.id, before?.status, after?.status]));
      // If the response did not wait, it would be recorded next.
      await delay(20);
      steps.push("invalidated");
    };
    const deps = { ...api.deps, responseCache: { ...api.deps.responseCache, invalidate } };
    const run = createRunMutation(deps, "updatePet", updatePet(deps));
    const caller = {
      actor: { kind: "system", id: null, name: "test" },
      flow: systemFlow("test"),
    } as unknown as Principal;
    const update = async (petId: number, body: PetChange) => {
      const input = { params: { petId }, query: {}, headers: { "if-match": undefined }, body };
      steps.push((await run({ input, caller })).status);
    };
    await Promise.all([update(one, { status: "sold" }), update(two, { status: "sold" }), update(one, { name: "Bo" })]);
    const changes = [
      [one, "available", "sold"],
      [two, "sold", "sold"],
      [one, "sold", "sold"],
    ];
    expect(steps).toEqual([changes, "invalidated", 200, 200, 200]);
  });
});
