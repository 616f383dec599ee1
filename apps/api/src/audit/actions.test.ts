import { randomUUID } from "node:crypto";
import { Action, type BulkPetChange, MAX_MERGED_BY_CLERKS, type Pet, RESTORE_DAYS } from "@petstore/contract/routes";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { putBacksOf } from "../compose.js";
import { changePets } from "../pets/change-pets.js";
import { createUndoRunner } from "./undo-runner.js";
import { eventsSince, lastEventId } from "../../test/support/audit.js";
import { createTestApi, errorBody, type TestApi } from "../../test/support/test-api.js";

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
  // The runner is closed, because the tests take the steps themselves.
  await api.deps.undoRunner.close();
});
afterAll(() => api.close());

const categoryId = 1;
const fields = (pet: Pet) => ({ name: pet.name, categoryId: pet.categoryId, status: pet.status });

const addPets = async (...names: string[]): Promise<Pet[]> => {
  const pets: Pet[] = [];
  for (const name of names) pets.push((await api.send("POST /v1/pets", { body: { name, categoryId } })).body as Pet);
  return pets;
};
const petsNow = async (pets: readonly Pet[]) => {
  const { body } = await api.send(`GET /v1/pets?${pets.map(({ id }) => `id=${id}`).join("&")}&limit=100`);
  return new Map((body as Pet[]).map((pet) => [pet.id, pet]));
};
const sale = (pet: Pet): BulkPetChange => ({ id: pet.id, from: fields(pet), to: { ...fields(pet), status: "sold" } });
const deletion = (pet: Pet): BulkPetChange => ({ id: pet.id, from: fields(pet), to: null });

const change = async (changes: BulkPetChange[], key: string = randomUUID(), as = api.key) => {
  const { status } = await api.send("POST /v1/pets/changes", {
    body: changes,
    headers: { "action-key": key },
    key: as,
  });
  expect(status).toBe(200);
  return key;
};
const ofKey = async (key: string, as = api.key): Promise<Action> => {
  const { body } = await api.send(`GET /v1/actions?key=${key}`, { key: as });
  expect(body).toHaveLength(1);
  return (body as Action[])[0] as Action;
};
const latest = async (): Promise<Action> => {
  const { body } = await api.send("GET /v1/actions?limit=1");
  return (body as Action[])[0] as Action;
};
const get = async (id: string): Promise<Action> => Action.parse((await api.send(`GET /v1/actions/${id}`)).body);
const undo = (id: string, key = api.key) => api.send(`POST /v1/actions/${id}/undo`, { key });
const run = async () => {
  const { database, jobSteps, lanes, responseCache, log, config } = api.deps;
  const runner = createUndoRunner({
    database,
    jobSteps,
    lane: lanes.bulkWrites,
    responseCache,
    log,
    changePets: changePets({ config }),
    putBacks: putBacksOf(api.deps),
  });
  await runner.run();
  await runner.close();
};
const undone = async (id: string): Promise<Action> => {
  expect((await undo(id)).status).toBe(202);
  await run();
  return get(id);
};

describe("GET /actions", () => {
  it("groups requests with one Action-Key into one action, with its result", async () => {
    const [one, other, third] = (await addPets("Ada", "Bea", "Cia")) as [Pet, Pet, Pet];
    const key = await change([sale(one), sale(other)]);
    await change([sale(third)], key);
    const action = await ofKey(key);
    expect(action).toMatchObject({
      events: 3,
      parts: [{ action: "pet.update", count: 3, to: { status: "sold" } }],
      status: "done",
      undo: { isPossible: true },
      event: { subject: { id: one.id }, actionId: action.id },
    });
    expect(await latest()).toEqual(action);
    const { body } = await api.send(`GET /v1/history?actionId=${action.id}`);
    expect((body as { subject: { id: number } }[]).map(({ subject }) => subject.id)).toEqual([
      third.id,
      other.id,
      one.id,
    ]);
  });

  it("undoes a batch as one action, except a pet that has changed since", async () => {
    const body = ["Hux", "Ike", "Jed"].map((name) => ({ name, categoryId }));
    const pets = (await api.send("POST /v1/pets/batch", { body })).body as Pet[];
    const action = await latest();
    expect(action).toMatchObject({
      events: 3,
      parts: [{ action: "pet.create", count: 3 }],
      event: { subject: { id: pets[0]?.id }, actionId: action.id },
    });
    await api.send(`POST /v1/pets/${pets[1]?.id}/notes`, { body: { text: "limps" } });
    expect((await undone(action.id)).job).toMatchObject({ done: 2, left: [{ name: "Ike", reason: "changed" }] });
    expect([...(await petsNow(pets)).keys()]).toEqual([pets[1]?.id]);
  });

  it.each([
    ["a pet", 1, "POST /v1/pets", (pet: object): unknown => pet],
    ["a batch", 2, "POST /v1/pets/batch", (pet: object): unknown => [pet, pet]],
  ] as const)(
    "makes %s and its notes of one Action-Key one action, and undoes them",
    async (_what, count, route, bodyOf) => {
      const headers = { "action-key": randomUUID() };
      const others = await addPets("Lou");
      const body = bodyOf({ name: "Ken", categoryId });
      const created = await api.send(route, { body, headers });
      expect(created.status).toBe(201);
      const pets = [created.body].flat() as Pet[];
      for (const { id } of pets) {
        // oxlint-disable-next-line no-await-in-loop
        expect((await api.send(`POST /v1/pets/${id}/notes`, { body: { text: "limps" }, headers })).status).toBe(201);
      }
      const action = await ofKey(headers["action-key"]);
      expect(action).toMatchObject({
        events: 2 * count,
        parts: [
          { action: "pet.create", count },
          { action: "note.create", count },
        ],
        event: { subject: { id: pets[0]?.id } },
      });
      expect(await undone(action.id)).toMatchObject({ status: "undone", job: { left: [] } });
      expect([...(await petsNow([...pets, ...others])).keys()]).toEqual(others.map(({ id }) => id));
    },
  );

  it("refuses an Action-Key that is not a UUID, and creates nothing", async () => {
    const body = { name: "Max of no action", categoryId };
    const { status, body: error } = await api.send("POST /v1/pets", { body, headers: { "action-key": "mine" } });
    expect([status, error]).toEqual([
      400,
      errorBody("invalid_request", 400, "header Action-Key must be a UUID in lower case"),
    ]);
    expect((await api.send("GET /v1/pets?name=Max%20of%20no%20action")).body).toEqual([]);
  });

  it.each([
    ["a pet", 1, "POST /v1/pets", (pet: object): unknown => pet],
    ["a batch", 2, "POST /v1/pets/batch", (pet: object): unknown => [pet, { ...pet, profile: undefined }]],
  ] as const)("treats %s and its profile as one action, and undoes both", async (_what, count, route, bodyOf) => {
    const body = bodyOf({ name: "Kit", categoryId, profile: { externalId: `X-${count}` } });
    const before = await latest();
    const pets = [(await api.send(route, { body })).body].flat() as Pet[];
    const action = await latest();
    expect(action).toMatchObject({
      events: count + 1,
      parts: [
        { action: "pet.create", count },
        { action: "profile.update", count: 1 },
      ],
      event: { subject: { kind: "pet", id: pets[0]?.id } },
    });
    expect((await api.send("GET /v1/actions?limit=2")).body).toMatchObject([{ id: action.id }, { id: before.id }]);
    expect((await undone(action.id)).job).toMatchObject({ done: count, leftCount: 0 });
    expect([...(await petsNow(pets)).keys()]).toEqual([]);
    expect((await api.send(`GET /v1/pets?externalId=X-${count}`)).body).toEqual([]);
  });

  it("treats a single event as an action, except events about keys", async () => {
    const [pet] = (await addPets("Dora")) as [Pet];
    await api.makeKey("read");
    const action = await latest();
    expect(action).toMatchObject({
      events: 1,
      parts: [{ action: "pet.create", count: 1 }],
      event: { subject: { id: pet.id } },
    });
    expect(action.event).toMatchObject({ actionId: null });
    expect(await get(action.id)).toEqual(action);
  });

  it("keeps requests of two accounts with the same Action-Key apart", async () => {
    const [one, other] = (await addPets("Eva", "Fay")) as [Pet, Pet];
    const clerk = await api.makeKey("write", { accountId: await api.makeAccount("clerk") });
    const key = await change([sale(one)]);
    await change([sale(other)], key, clerk);
    expect((await ofKey(key)).event.subject.id).toBe(one.id);
    expect((await ofKey(key, clerk)).event.subject.id).toBe(other.id);
  });

  it("returns 404 for an action that does not exist, and for an event within one", async () => {
    const [one, other] = (await addPets("Gil", "Hal")) as [Pet, Pet];
    await change([sale(one), sale(other)]);
    const { at, id } = (await latest()).event;
    for (const wrong of [`${Date.parse(at)}-${id + 1}`, "1-1"])
      expect((await api.send(`GET /v1/actions/${wrong}`)).body).toEqual(
        errorBody("not_found", 404, `there is no action with id ${wrong}`),
      );
  });
});

describe("POST /actions/{actionId}/undo", () => {
  it("restores unchanged pets, and lists the others", async () => {
    const [sold, renamed, gone, apart] = (await addPets("Ida", "Jan", "Kit", "Lea")) as [Pet, Pet, Pet, Pet];
    const { id } = await ofKey(await change([sale(sold), sale(renamed), sale(gone)]));
    await api.send(`PATCH /v1/pets/${renamed.id}`, { body: { name: "June" } });
    await api.send(`DELETE /v1/pets/${gone.id}`);
    const { status, body, headers } = await undo(id);
    expect([status, headers.get("location")]).toEqual([202, `/v1/actions/${id}`]);
    expect(body).toMatchObject({ status: "undoing", job: { status: "running", done: 0, leftCount: 0, total: 3 } });
    await run();
    expect(await get(id)).toMatchObject({
      status: "partly_undone",
      undo: { isPossible: true },
      job: {
        status: "done",
        done: 1,
        leftCount: 2,
        left: [
          { subject: { kind: "pet", id: gone.id }, name: "Kit", reason: "gone" },
          { subject: { kind: "pet", id: renamed.id }, name: "June", reason: "changed" },
        ],
      },
    });
    const now = await petsNow([sold, renamed, gone, apart]);
    expect(now.get(sold.id)).toEqual(sold);
    expect(now.get(renamed.id)).toMatchObject({ name: "June", status: "sold" });
    expect(now.get(apart.id)).toEqual(apart);
  });

  it("lists only what the last run could not restore", async () => {
    const [sold, other] = (await addPets("Oda", "Pia")) as [Pet, Pet];
    const { id } = await ofKey(await change([sale(sold), sale(other)]));
    const status = (to: string) => api.send(`PATCH /v1/pets/${sold.id}`, { body: { status: to } });
    await status("pending");
    expect((await undone(id)).job).toMatchObject({ done: 1, leftCount: 1, left: [{ subject: { id: sold.id } }] });
    await status("sold");
    expect((await undone(id)).job).toMatchObject({ done: 2, leftCount: 0, left: [] });
  });

  it("restores deleted pets with their notes, and can be undone", async () => {
    const [one, other] = (await addPets("Mia", "Nil")) as [Pet, Pet];
    await api.send(`PATCH /v1/pets/${one.id}/profile`, { body: { externalId: "mia" } });
    await api.send(`POST /v1/pets/${one.id}/notes`, { body: { text: "bites" } });
    const { id } = await ofKey(await change([deletion(one), deletion(other)]));
    const { status, job } = await undone(id);
    expect([status, job?.done]).toEqual(["undone", 2]);
    expect((await petsNow([one, other])).size).toBe(2);
    expect((await api.send(`GET /v1/pets/${one.id}/profile`)).body).toMatchObject({ externalId: "mia" });
    expect((await api.send(`GET /v1/pets/${one.id}/notes`)).body).toMatchObject([{ text: "bites" }]);
    expect((await undo(id)).body).toEqual(
      errorBody(
        "conflict",
        409,
        `action ${id} cannot be undone: it has already been undone; to reverse the undo, undo the action that job.actionId names`,
      ),
    );
    const again = job?.actionId ?? "";
    expect([await get(again), await get(id)]).toMatchObject([{ undoes: id }, { undoes: null }]);
    expect((await undone(again)).job).toMatchObject({ status: "done", done: 2, leftCount: 0 });
    expect((await petsNow([one, other])).size).toBe(0);
    const third = (await get(again)).job?.actionId ?? "";
    expect([await get(third), await get(again)]).toMatchObject([{ undoes: again }, { undoes: id }]);
    await undone(third);
    expect((await api.send(`GET /v1/pets/${one.id}/profile`)).body).toMatchObject({ externalId: "mia" });
  });

  it("deletes unchanged imported pets, and restores updated ones", async () => {
    const [known] = (await addPets("Ole")) as [Pet];
    await api.send(`PATCH /v1/pets/${known.id}/profile`, { body: { externalId: "ole" } });
    const columns = {};
    const csv = "name,categoryId,externalId\nOlaf,1,ole\nPia,1,\nQuin,1,\nRoy,1,\nSue,1,\n";
    const key = randomUUID();
    const imported = await api.send("POST /v1/pets/import", {
      key: await api.makeKey("admin"),
      headers: { "action-key": key },
      body: { source: "a.csv", csv, columns, update: true },
    });
    expect(imported.status).toBe(201);
    const { id, event, events } = await ofKey(key);
    expect([event.action, events]).toEqual(["catalogue.import", 2]);
    const first = Number(event.after?.["firstPetId"]);
    const [pia, quin, roy, sue] = [first, first + 1, first + 2, first + 3];
    await api.send(`PATCH /v1/pets/${quin}/profile`, { body: { externalId: "quin" } });
    expect((await api.send("POST /v1/orders", { body: { petId: roy } })).status).toBe(201);
    await api.send(`DELETE /v1/pets/${sue}`);
    expect(await undone(id)).toMatchObject({
      status: "partly_undone",
      job: {
        done: 2,
        leftCount: 3,
        total: 5,
        left: [
          { subject: { id: sue }, name: "Sue", reason: "gone" },
          { subject: { id: quin }, name: "Quin", reason: "changed" },
          { subject: { id: roy }, name: "Roy", reason: "reserved" },
        ],
      },
    });
    expect((await api.send(`GET /v1/pets?id=${known.id}`)).body).toEqual([known]);
    expect((await api.send(`GET /v1/pets?id=${pia}`)).body).toEqual([]);
    expect((await api.send(`GET /v1/pets?id=${quin}`)).body).toMatchObject([{ name: "Quin" }]);
    // The second undo counts what the first one restored as done.
    expect((await undone(id)).job).toMatchObject({ done: 2, leftCount: 3 });
  });

  it("restores values of profiles that have not changed since", async () => {
    const pets = (await addPets("Tim", "Uma", "Vic")) as [Pet, Pet, Pet];
    const owner = await api.makeKey("admin");
    const made = (name: string) =>
      api.send("POST /v1/attributes", { key: owner, body: { name, label: name, type: "text" } });
    await made("colour");
    const { id: mood } = (await made("mood")).body as { id: number };
    const set = (attributes: object[]) => {
      const key = randomUUID();
      const body = attributes.map((one, at) => ({ petId: pets[at]?.id, profile: { attributes: one } }));
      return api.send("POST /v1/profiles/batch", { body, headers: { "action-key": key } }).then(() => key);
    };
    await set([{ colour: "black" }, { colour: "black" }, { mood: "good" }]);
    const { id } = await ofKey(await set([{ colour: "white" }, { colour: "white" }, { mood: "bad" }]));
    await set([{}, { colour: "grey" }, {}]);
    await api.send(`DELETE /v1/attributes/${mood}?force=true`, { key: owner });
    expect((await undone(id)).job).toMatchObject({
      done: 1,
      left: [
        { name: "Vic", reason: "unfit" },
        { name: "Uma", reason: "changed" },
      ],
    });
    expect((await api.send(`GET /v1/pets/${pets[0].id}/profile`)).body).toMatchObject({
      attributes: { colour: "black" },
    });
  });

  it("continues after a failure, also in another process", async () => {
    const pets = await addPets("Wim", "Xia");
    const { id } = await ofKey(await change(pets.map(sale)));
    await undo(id);
    const invalidate = vi.spyOn(api.deps.responseCache, "invalidate").mockRejectedValueOnce(new Error("killed"));
    await run();
    invalidate.mockRestore();
    expect((await get(id)).job).toMatchObject({ status: "running", done: 2 });
    await run();
    expect((await get(id)).job).toMatchObject({ status: "done", done: 2, leftCount: 0 });
    expect(api.logged.filter(({ jobs }) => jobs === "undo")).toMatchObject([{ level: 40, err: { message: "killed" } }]);
  });

  it("pauses after three failed tries, until somebody repeats or stops the undo", async () => {
    const pets = await addPets("Ute", "Vic");
    const { id } = await ofKey(await change(pets.map(sale)));
    const wait = async () => {
      await undo(id);
      await api.database.pool.query(
        `INSERT INTO job_step (kind, job_id, beginnings, token, free_at, waiting_since)
         VALUES ('undo', $1, 3, gen_random_uuid(), now(), now())`,
        [id.split("-")[1]],
      );
      await run();
      expect(await get(id)).toMatchObject({
        status: "waiting",
        undo: { isPossible: true },
        job: { status: "waiting" },
      });
    };
    await wait();
    expect((await api.send(`POST /v1/actions/${id}/undo/stop`)).body).toMatchObject({ status: "done" });
    await wait();
    expect((await undo(id)).body).toMatchObject({ status: "undoing" });
    await run();
    expect(await get(id)).toMatchObject({ status: "undone", job: { done: 2 } });
  });

  it("takes one step at a time with two processes", async () => {
    const pets = await addPets("Yan", "Zoe");
    const { id } = await ofKey(await change(pets.map(sale)));
    await Promise.all([undo(id), undo(id)]);
    await Promise.all([run(), run()]);
    expect((await get(id)).job).toMatchObject({ status: "done", done: 2, leftCount: 0 });
  });

  it("returns 403 to another clerk, but not to managers", async () => {
    const [accountId, other] = [await api.makeAccount("clerk"), await api.makeAccount("clerk")];
    const clerk = await api.makeKey("write", { accountId });
    const colleague = await api.makeKey("write", { accountId: other });
    const sibling = await api.makeKey("write", { accountId });
    const pets = await addPets("Abe", "Bob");
    const { id } = await ofKey(await change(pets.map(sale), undefined, clerk), clerk);
    const body = errorBody(
      "forbidden",
      403,
      `action ${id} belongs to another account; that account, a manager or an owner can undo it`,
    );
    expect((await undo(id, colleague)).body).toEqual(body);
    expect((await api.send(`GET /v1/actions/${id}`, { key: colleague })).body).toMatchObject({
      undo: { isPossible: false, reason: "not_yours" },
    });
    expect((await undo(id, sibling)).status).toBe(202);
    expect((await api.send(`POST /v1/actions/${id}/undo/stop`, { key: colleague })).body).toEqual(body);
    expect((await undo(id)).status).toBe(202);
    await run();
    expect((await petsNow(pets)).get(pets[0]?.id ?? 0)?.status).toBe("available");
  });

  it("returns 409 with the reason if nothing can be undone", async () => {
    const [pet] = (await addPets("Cal")) as [Pet];
    await api.send("POST /v1/orders", { body: { petId: pet.id } });
    const order = (await latest()).id;
    expect((await undo(order)).body).toMatchObject({
      status: 409,
      message: expect.stringContaining("it changed the status of an order"),
    });
    await api.database.pool.query("INSERT INTO category (id, name) VALUES (7001, 'Cats'), (7002, 'Kittens')");
    await api.send("POST /v1/pets", { body: { name: "Dan", categoryId: 7002 } });
    await api.send("POST /v1/categories/7002/merge", { body: { into: 7001 } });
    expect((await latest()).undo).toMatchObject({ isPossible: false, reason: "merged" });
    const [old] = (await addPets("Eli")) as [Pet];
    expect(old.name).toBe("Eli");
    vi.setSystemTime(Date.now() + (RESTORE_DAYS + 1) * 86_400_000);
    expect((await latest()).undo).toMatchObject({ isPossible: false, reason: "expired" });
    vi.useRealTimers();
  });
});

describe("POST /actions/{actionId}/undo/stop", () => {
  it("stops between two steps, and a second undo continues", async () => {
    const pets = await addPets("Flo", "Gus");
    const key = await change([sale(pets[0] as Pet)]);
    // A second change of the same pet makes a second step.
    await change([{ id: pets[0]?.id ?? 0, from: { ...fields(pets[0] as Pet), status: "sold" }, to: null }], key);
    const { id } = await ofKey(key);
    await undo(id);
    const stop = vi.spyOn(api.deps.responseCache, "invalidate").mockImplementationOnce(async () => {
      expect((await api.send(`POST /v1/actions/${id}/undo/stop`)).body).toMatchObject({ status: "partly_undone" });
    });
    await run();
    stop.mockRestore();
    expect((await get(id)).job).toMatchObject({ status: "stopped", done: 1, total: 2 });
    expect((await api.send(`POST /v1/actions/${id}/undo/stop`)).body).toEqual(
      errorBody("conflict", 409, `action ${id} is not being undone; GET /v1/actions/${id} shows how its undo ended`),
    );
    expect((await undone(id)).job).toMatchObject({ status: "done", done: 2, leftCount: 0 });
    expect((await petsNow(pets)).get(pets[0]?.id ?? 0)).toEqual(pets[0]);
  });
});

describe("the audit trail of an undo", () => {
  it("records who started, stopped and continued it", async () => {
    const pets = await addPets("Hal", "Ida");
    const { id } = await ofKey(await change(pets.map(sale)));
    const last = await lastEventId(api.database);
    const { next } = (await api.send("GET /v1/events?after=now")).body as { next: string };
    await undo(id);
    await undo(id);
    await api.send(`POST /v1/actions/${id}/undo/stop`);
    await api.send(`POST /v1/actions/${id}/undo/stop`);
    await undone(id);
    const subject = { kind: "action", id: Number(id.split("-")[1]) };
    const after = { actionId: id, action: "pet.update", events: 2 };
    const events = await eventsSince(api.database, last);
    expect(events.filter((event) => event.subject.kind === "action")).toMatchObject([
      { action: "action.undo", subject, before: null, after },
      { action: "action.stop_undo", subject, before: null, after },
      { action: "action.undo", subject, before: null, after },
    ]);
    const isOf = ({ subject: { kind } }: { subject: { kind: string } }) => kind === "action";
    for (const path of ["history?limit=20", "actions?limit=20"]) {
      const { body } = await api.send(`GET /v1/${path}`, { key: await api.makeKey("admin") });
      const listed = body as ({ event: { subject: { kind: string } } } & { subject: { kind: string } })[];
      expect(listed.map((one) => one.event ?? one).filter(isOf)).toEqual([]);
    }
    const feed = await api.send(`GET /v1/events?after=${next}`, { key: await api.makeKey("read") });
    const { data: followed } = feed.body as { data: { type: string }[] };
    expect(followed.map(({ type }) => type)).toEqual(["pet.updated", "pet.updated"]);
  });
});

describe("POST /categories/{categoryId}/merge by clerks", () => {
  it(`returns 403 above ${MAX_MERGED_BY_CLERKS} pets, and moves no pet`, async () => {
    const clerk = await api.makeKey("write", { accountId: await api.makeAccount("clerk") });
    await api.database.pool.query("INSERT INTO category (id, name) VALUES (7003, 'Mice'), (7004, 'Rats')");
    const add = (count: number) =>
      api.database.pool.query(
        "INSERT INTO pet (name, category_id, status) SELECT 'Pip', 7003, 'sold' FROM generate_series(1, $1)",
        [count],
      );
    const merge = () => api.send("POST /v1/categories/7003/merge", { key: clerk, body: { into: 7004 } });
    await add(MAX_MERGED_BY_CLERKS + 1);
    expect((await merge()).body).toEqual(
      errorBody(
        "forbidden",
        403,
        "a clerk can merge a category of at most 100 pets, because a merge cannot be undone; ask a manager or an owner",
      ),
    );
    expect(await api.database.db.pet.count({ where: { categoryId: 7003 } })).toBe(101);
    await api.database.pool.query("DELETE FROM pet WHERE id = (SELECT max(id) FROM pet WHERE category_id = 7003)");
    expect((await merge()).status).toBe(200);
  });
});

describe("the undo of notes", () => {
  const notesOf = async ({ id }: Pet) =>
    (await api.send(`GET /v1/pets/${id}/notes`)).body as { id: number; text: string }[];
  const addNote = async ({ id }: Pet, text: string) =>
    (await api.send(`POST /v1/pets/${id}/notes`, { body: { text } })).body as { id: number };
  const changeNote = ({ id }: Pet, noteId: number, body: object) =>
    api.send(`PATCH /v1/pets/${id}/notes/${noteId}`, { body });

  it("undoes the fields, profile and note of one save together, and redoes them", async () => {
    const [pet] = (await addPets("Nia")) as [Pet];
    const to = { ...fields(pet), name: "Nina" };
    const profile = { from: { externalId: null }, to: { externalId: "N-1" } };
    const action = await ofKey(await change([{ id: pet.id, from: fields(pet), to, profile, note: { text: "limps" } }]));
    expect(action).toMatchObject({ events: 3, undo: { isPossible: true } });
    const ended = await undone(action.id);
    expect(ended).toMatchObject({ status: "undone", job: { done: 3, leftCount: 0, total: 3 } });
    const state = async () => {
      const profileNow = (await api.send(`GET /v1/pets/${pet.id}/profile`)).body as { externalId: string | null };
      return [(await petsNow([pet])).get(pet.id)?.name, profileNow.externalId, (await notesOf(pet)).length];
    };
    expect(await state()).toEqual(["Nia", null, 0]);
    expect((await undone(ended.job?.actionId ?? "")).status).toBe("undone");
    expect(await state()).toEqual(["Nina", "N-1", 1]);
  });

  it("does not restore a note that somebody has changed since, and names its pet", async () => {
    const [pet] = (await addPets("Oto")) as [Pet];
    const { id } = await addNote(pet, "limps");
    const action = await latest();
    await changeNote(pet, id, { text: "walks" });
    expect((await undone(action.id)).job).toMatchObject({
      leftCount: 1,
      left: [{ subject: { kind: "note", id }, name: "Oto", reason: "changed" }],
    });
    expect(await notesOf(pet)).toMatchObject([{ id, text: "walks" }]);
  });

  it("restores a deleted note with its external id, unless another note has it by then", async () => {
    const [pet] = (await addPets("Quo")) as [Pet];
    const synced = { text: "Vaccinated", externalId: "V-1" };
    const create = async () =>
      (await api.send(`POST /v1/pets/${pet.id}/notes`, { body: synced })).body as { readonly id: number };
    const remove = async ({ id }: { readonly id: number }) => {
      await api.send(`DELETE /v1/pets/${pet.id}/notes/${id}`);
      return (await latest()).id;
    };
    const first = await create();
    await undone(await remove(first));
    expect(await notesOf(pet)).toMatchObject([{ id: first.id, ...synced }]);
    const deletion = await remove(first);
    const second = await create();
    expect((await undone(deletion)).job).toMatchObject({
      leftCount: 1,
      left: [{ subject: { kind: "note", id: first.id }, reason: "unfit" }],
    });
    expect(await notesOf(pet)).toMatchObject([{ id: second.id }]);
  });

  it("restores the text of a note, and a deleted note", async () => {
    const [pet] = (await addPets("Pia")) as [Pet];
    const { id } = await addNote(pet, "limps");
    await changeNote(pet, id, { text: "walks" });
    expect((await undone((await latest()).id)).status).toBe("undone");
    expect(await notesOf(pet)).toMatchObject([{ id, text: "limps" }]);
    await api.send(`DELETE /v1/pets/${pet.id}/notes/${id}`);
    expect((await undone((await latest()).id)).status).toBe("undone");
    expect(await notesOf(pet)).toMatchObject([{ id, text: "limps" }]);
  });

  it("restores a note that was deleted with its pet only once", async () => {
    const [pet] = (await addPets("Qi")) as [Pet];
    const { id } = await addNote(pet, "limps");
    const action = await ofKey(await change([deletion(pet)]));
    expect((await undone(action.id)).job).toMatchObject({ done: 1, leftCount: 0, total: 1 });
    expect(await notesOf(pet)).toMatchObject([{ id, text: "limps" }]);
  });
});
