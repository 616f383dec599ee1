import { randomUUID } from "node:crypto";
import { Action, type BulkPetChange, type Pet } from "@petstore/contract/routes";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { addPhotos } from "../../test/support/images.js";
import { createTestApi, type TestApi } from "../../test/support/test-api.js";
import { serviceUnavailable, workTooHeavy } from "../errors.js";
import { putBacksOf } from "../compose.js";
import { changePets } from "../pets/change-pets.js";
import * as profiles from "../pets/store/write-profiles.js";
import { type StepLimits, stepLimits } from "./undo-events.js";
import type { ChangePets } from "./undo-pets.js";
import { createUndoRunner } from "./undo-runner.js";

let api: TestApi;
let admin: string;
beforeAll(async () => {
  api = await createTestApi();
  await api.deps.undoRunner.close();
  admin = await api.makeKey("admin");
  await api.send("POST /v1/attributes", { key: admin, body: { name: "story", label: "Story", type: "longText" } });
});
afterEach(() => vi.restoreAllMocks());
afterAll(() => api.close());

const categoryId = 1;
const addPets = async (count: number, profile?: object): Promise<Pet[]> => {
  const body = Array.from({ length: count }, (_, at) => ({ name: `Rex ${at}`, categoryId, profile }));
  return (await api.send("POST /v1/pets/batch", { body })).body as Pet[];
};
const fields = ({ id: _, ...pet }: Pet) => pet;
const sale = (pet: Pet): BulkPetChange => ({ id: pet.id, from: fields(pet), to: { ...fields(pet), status: "sold" } });
const deletion = (pet: Pet): BulkPetChange => ({ id: pet.id, from: fields(pet), to: null });
const ofKey = async (key: string) => ((await api.send(`GET /v1/actions?key=${key}`)).body as [Action])[0];
const change = async (body: BulkPetChange[], key: string = randomUUID()): Promise<Action> => {
  expect((await api.send("POST /v1/pets/changes", { body, headers: { "action-key": key } })).status).toBe(200);
  return ofKey(key);
};
const succeed = async (line: string, body: object) => {
  const answer = await api.send(line, { key: admin, body });
  expect([line, answer.text, answer.status < 300]).toEqual([line, answer.text, true]);
  return answer.body;
};
const addCategory = async () => ((await succeed("POST /v1/categories", { name: randomUUID() })) as { id: number }).id;
const latest = async () => ((await api.send("GET /v1/actions?limit=1")).body as [Action])[0];
const get = async (id: string): Promise<Action> => Action.parse((await api.send(`GET /v1/actions/${id}`)).body);
const petsNow = async (pets: readonly Pet[]) =>
  (await api.send(`GET /v1/pets?${pets.map(({ id }) => `id=${id}`).join("&")}&limit=100`)).body as Pet[];

/** Creates a runner that records how many pets each step changes. */
const startUndo = (
  limits: Partial<StepLimits>,
  refuses: (ids: number[]) => boolean,
  jobSteps: TestApi["deps"]["jobSteps"] = api.deps.jobSteps,
) => {
  const steps: number[] = [];
  const change = changePets(api.deps);
  const noted: ChangePets = async (input, context) => {
    steps.push(input.body.length);
    if (refuses(input.body.map((one) => one.id))) throw workTooHeavy(16, 48_000_000, 24_000_000);
    return change(input, context);
  };
  const { database, lanes, responseCache, log } = api.deps;
  const deps = {
    database,
    jobSteps,
    responseCache,
    log,
    lane: lanes.bulkWrites,
    changePets: noted,
    putBacks: putBacksOf(api.deps),
  };
  return { steps, ...createUndoRunner({ ...deps, limits: { ...stepLimits, ...limits } }) };
};

/** Undoes an action. */
const undo = async (
  { id }: Action,
  limits: Partial<StepLimits> = {},
  refuses: (ids: number[]) => boolean = () => false,
) => {
  const runner = startUndo(limits, refuses);
  expect((await api.send(`POST /v1/actions/${id}/undo`)).status).toBe(202);
  await runner.run();
  await runner.close();
  return { steps: runner.steps, ...(await get(id)) };
};

describe("a step of an undo", () => {
  it("is half as large after a refusal, skips only the refused pet, and then grows again", async () => {
    const pets = await addPets(16);
    const bad = pets[6] as Pet;
    const { steps, status, job } = await undo(await change(pets.map(sale)), {}, (ids) => ids.includes(bad.id));
    // The newest event is undone first.
    expect(steps).toEqual([16, 8, 8, 4, 2, 1, 1, 6]);
    expect(status).toBe("partly_undone");
    expect(job).toMatchObject({
      done: 15,
      leftCount: 1,
      left: [{ subject: { id: bad.id }, name: "Rex 6", reason: "unfit" }],
    });
    expect((await petsNow(pets)).filter(({ status }) => status === "sold").map(({ id }) => id)).toEqual([bad.id]);
  });

  it("skips a refused profile, and a refused pet of an import", async () => {
    const [pet] = (await addPets(1)) as [Pet];
    await api.send(`PATCH /v1/pets/${pet.id}/profile`, { body: { attributes: { story: "long" } } });
    const write = vi.spyOn(profiles, "writeProfiles").mockRejectedValue(workTooHeavy(16, 48_000_000, 24_000_000));
    const refused = await undo(await latest());
    write.mockRestore();
    expect(refused.job).toMatchObject({ status: "done", done: 0, leftCount: 1, left: [{ reason: "unfit" }] });
    const body = { source: "x.csv", csv: "name,categoryId\nAda,1\nBea,1\nCia,1\n", columns: {} };
    expect((await api.send("POST /v1/pets/import", { key: admin, body })).status).toBe(201);
    const imported = await latest();
    const first = Number(imported.event.after?.["firstPetId"]);
    const { steps, job } = await undo(imported, {}, (ids) => ids.includes(first + 1));
    expect(steps).toEqual([3, 1, 1, 1]);
    expect(job).toMatchObject({
      done: 2,
      leftCount: 1,
      left: [{ subject: { id: first + 1 }, name: "Bea", reason: "unfit" }],
    });
  });

  it("keeps its size if the service is busy, and runs again later", async () => {
    const pets = await addPets(4);
    const bad = pets[0] as Pet;
    const action = await change(pets.map(sale));
    let isBusy = true;
    const refuses = (ids: number[]) => {
      if (!isBusy || ids.length !== 2) return ids.length > 2;
      isBusy = false;
      throw serviceUnavailable(new Error("busy"));
    };
    const runner = startUndo({}, refuses);
    expect((await api.send(`POST /v1/actions/${action.id}/undo`)).status).toBe(202);
    await runner.run();
    api.logged.length = 0;
    expect(await get(action.id)).toMatchObject({ status: "undoing", job: { done: 0, leftCount: 0 } });
    await runner.run();
    await runner.close();
    expect(runner.steps).toEqual([4, 2, 2, 2]);
    expect(await get(action.id)).toMatchObject({ status: "undone", job: { done: 4 } });
    expect((await petsNow([bad])).map(({ status }) => status)).toEqual(["available"]);
  });

  it("restores in a second undo what the interrupted first undo had to skip", async () => {
    const pets = await addPets(2);
    const action = await change(pets.map(sale));
    const { jobSteps } = api.deps;
    let [begun, isTooHeavy] = [0, true];
    // The first steps are refused with two pets and with one. The third would skip one pet, and fails.
    const interrupted: typeof jobSteps = {
      ...jobSteps,
      take: async (job, run) => {
        if (++begun === 3) throw serviceUnavailable(new Error("busy"));
        return jobSteps.take(job, run);
      },
    };
    const runner = startUndo({}, () => isTooHeavy, interrupted);
    const undoAgain = async () => {
      expect((await api.send(`POST /v1/actions/${action.id}/undo`)).status).toBe(202);
      await runner.run();
    };
    await undoAgain();
    api.logged.length = 0;
    expect([begun, (await get(action.id)).job]).toMatchObject([3, { status: "running", done: 0, leftCount: 0 }]);
    await runner.run();
    expect((await get(action.id)).job).toMatchObject({ status: "done", done: 0, leftCount: 2 });
    isTooHeavy = false;
    await undoAgain();
    await runner.close();
    expect((await get(action.id)).job).toMatchObject({ status: "done", done: 2, leftCount: 0 });
  });

  it("rethrows any other error, so that the next run tries again", async () => {
    const [pet] = (await addPets(1)) as [Pet];
    const action = await change([sale(pet)]);
    const failing = () => {
      throw new Error("no connection");
    };
    expect(await undo(action, {}, failing)).toMatchObject({ steps: [1], job: { status: "running", done: 0 } });
    expect(api.logged.filter(({ level }) => Number(level) >= 40)).toMatchObject([
      { err: { message: "no connection" } },
    ]);
    // After such an error the next attempt would have to wait, so the test ends the waiting time here.
    await api.database.pool.query("UPDATE job_step SET free_at = now() WHERE kind = 'undo'");
    expect(await undo(action)).toMatchObject({ steps: [1], status: "undone" });
  });

  const story = "x".repeat(1_000);
  const withNotes = async (count: number) => {
    const pets = await addPets(count, { attributes: { story } });
    for (const { id } of pets) await api.send(`POST /v1/pets/${id}/notes`, { body: { text: story } });
    return pets;
  };

  it("takes as many deleted pets as fit with profiles and notes, but at least one", async () => {
    const pets = await withNotes(6);
    const action = await change(pets.map(deletion));
    expect(await undo(action, { bytes: 9_000 })).toMatchObject({ steps: [2, 2, 2], status: "undone" });
    const again = await change(pets.map(deletion));
    expect(await undo(again, { bytes: 10 })).toMatchObject({ steps: [1, 1, 1, 1, 1, 1], status: "undone" });
    expect(await petsNow(pets)).toEqual(pets);
    const { body } = await api.send(`GET /v1/pets/${pets[5]?.id}/notes`);
    expect(body).toMatchObject([{ text: story }]);
  });

  it("takes as many created and imported pets as fit with their additions", async () => {
    const created = await addPets(4, { attributes: { story } });
    const action = await latest();
    expect(await undo(action, { bytes: 4_000 })).toMatchObject({ steps: [2, 2], status: "undone" });
    expect(await petsNow(created)).toEqual([]);
    const csv = `name,categoryId,story\n${["Ada", "Bea", "Cia"].map((name) => `${name},1,${story}`).join("\n")}\n`;
    const body = { source: "x.csv", csv, columns: {} };
    expect((await api.send("POST /v1/pets/import", { key: admin, body })).status).toBe(201);
    expect(await undo(await latest(), { bytes: 4_000 })).toMatchObject({ steps: [2, 1], status: "undone" });
  });

  it("takes as many profiles as fit, before and after the change", async () => {
    const pets = await addPets(4);
    const body = pets.map(({ id }) => ({ petId: id, profile: { attributes: { story } } }));
    await api.send("POST /v1/profiles/batch", { body });
    const write = vi.spyOn(profiles, "writeProfiles");
    expect(await undo(await latest(), { bytes: 6_000 })).toMatchObject({ status: "undone", job: { done: 4 } });
    expect(write.mock.calls.map(([, , writes]) => writes.length)).toEqual([2, 2]);
  });

  it("skips a subject that is too large, without reading it", async () => {
    const [small, large] = [await addPets(1), await withNotes(1)];
    const action = await change([...small, ...large].map(deletion));
    const { steps, job } = await undo(action, { subjectBytes: 1_000 });
    expect(steps).toEqual([1]);
    expect(job).toMatchObject({ done: 1, leftCount: 1, left: [{ subject: { id: large[0]?.id }, reason: "unfit" }] });
  });
});

describe("an unfinished undo", () => {
  it("counts as stopped, and continues without repeating its steps", async () => {
    const pets = (await addPets(4)) as [Pet, Pet, Pet, Pet];
    const action = await change(pets.map(sale));
    let isFirst = true;
    vi.spyOn(api.deps.responseCache, "invalidate").mockImplementation(async (changes) => {
      if (!isFirst || changes?.length === 0) return;
      isFirst = false;
      await api.send(`POST /v1/actions/${action.id}/undo/stop`);
    });
    await undo(action, { subjects: 2 });
    // Sets the state that an older version of the service left, which had skipped the first two changes.
    await api.database.pool.query("UPDATE action_undo SET status = 'done' WHERE id = $1", [action.id.split("-")[1]]);
    expect(await get(action.id)).toMatchObject({
      status: "partly_undone",
      undo: { isPossible: true },
      job: { status: "stopped", done: 2, leftCount: 0, total: 4 },
    });
    await change([sale(pets[3])]);
    const { status, steps, job } = await undo(action);
    expect({ steps, job, status }).toMatchObject({
      status: "undone",
      steps: [2],
      job: { status: "done", done: 4, leftCount: 0 },
    });
    expect((await petsNow(pets)).map(({ status }) => status)).toEqual(["available", "available", "available", "sold"]);
  });

  it("remains stopped if the action gets another change while the undo runs", async () => {
    const pets = (await addPets(3)) as [Pet, Pet, Pet];
    const key = randomUUID();
    const action = await change(pets.slice(0, 2).map(sale), key);
    let isFirst = true;
    vi.spyOn(api.deps.responseCache, "invalidate").mockImplementation(async (changes) => {
      if (!isFirst || changes?.length === 0) return;
      isFirst = false;
      await change([sale(pets[2])], key);
    });
    expect(await undo(action)).toMatchObject({
      status: "partly_undone",
      job: { status: "stopped", done: 2, leftCount: 0, total: 3 },
    });
    vi.restoreAllMocks();
    expect(await undo(action)).toMatchObject({ status: "undone", job: { status: "done", done: 3, total: 3 } });
    expect((await petsNow(pets)).map(({ status }) => status)).toEqual(["available", "available", "available"]);
  });

  it("skips changes that no event describes any more, and then ends", async () => {
    const body = { source: "x.csv", csv: "name,categoryId\nAda,1\nBea,1\n", columns: {} };
    expect((await api.send("POST /v1/pets/import", { key: admin, body })).status).toBe(201);
    const imported = await latest();
    // Simulates a pet whose deletion is no longer in the audit trail.
    await api.database.pool.query("DELETE FROM pet WHERE id = $1", [imported.event.after?.["firstPetId"]]);
    expect(await undo(imported)).toMatchObject({
      status: "partly_undone",
      job: { status: "done", done: 1, leftCount: 1, total: 2, left: [] },
    });
  });

  it("counts exactly the pets and profiles that it has to restore", async () => {
    const key = randomUUID();
    const headers = { "action-key": key };
    const [known] = (await addPets(1)) as [Pet];
    const [gone] = (await addPets(1, { attributes: { story: "old" } })) as [Pet];
    await change([deletion(gone)]);
    await change([{ id: gone.id, from: null, to: fields(gone) }], key);
    const body = [{ petId: known.id, profile: { attributes: { story: "new" } } }];
    await api.send("POST /v1/profiles/batch", { body, headers });
    const action = await ofKey(key);
    expect(action.parts.map(({ action: name, count }) => [name, count])).toEqual([
      ["profile.update", 2],
      ["pet.restore", 1],
    ]);
    expect(await undo(action)).toMatchObject({ status: "undone", job: { done: 2, leftCount: 0, total: 2 } });
  });
});

describe("an undo that deletes", () => {
  it("does not delete a pet that has received a photo since, unless that photo was deleted", async () => {
    const [bare, shown, hidden] = (await addPets(3)) as [Pet, Pet, Pet];
    const action = await latest();
    await addPhotos(api, shown.id);
    const [photoId] = await addPhotos(api, hidden.id);
    await api.database.pool.query("UPDATE photo SET deleted_at = now() WHERE id = $1", [photoId]);
    expect((await undo(action)).job).toMatchObject({
      done: 2,
      left: [{ subject: { id: shown.id }, reason: "changed" }],
    });
    expect(await petsNow([bare, shown, hidden])).toEqual([shown]);
  });

  it("keeps each imported pet to which something has happened since, and deletes the others", async () => {
    const [own, from, into] = [await addCategory(), await addCategory(), await addCategory()];
    const names = ["Sold", "Valued", "Noted", "Shown", "Merged"];
    const rows = [...names, "Bare"].map((name) => [name, name === "Merged" ? from : own]);
    const body = {
      source: "x.csv",
      csv: `name,categoryId\n${rows.map((row) => `${row.join()}\n`).join("")}`,
      columns: {},
    };
    expect((await api.send("POST /v1/pets/import", { key: admin, body })).status).toBe(201);
    const action = await latest();
    const first = Number(action.event.after?.["firstPetId"]);
    const [sold, valued, noted, shown] = names.map((_, at) => first + at) as [number, number, number, number];
    await succeed(`PATCH /v1/pets/${sold}`, { status: "sold" });
    await succeed(`PATCH /v1/pets/${valued}/profile`, { attributes: { story: "new" } });
    await succeed(`POST /v1/pets/${noted}/notes`, { text: "Bites" });
    await addPhotos(api, shown);
    await succeed(`POST /v1/categories/${from}/merge`, { into });
    const { job } = await undo(action);
    const left = job?.left?.map(({ name, reason }) => `${name} ${reason}`);
    expect([job?.done, left?.toSorted()]).toEqual([1, names.map((name) => `${name} changed`).toSorted()]);
  });
});

describe("a cached response", () => {
  // Without this, a notification from PostgreSQL might invalidate the cached response first.
  beforeAll(() => api.database.pool.query("ALTER TABLE pet DISABLE TRIGGER pet_updated"));
  afterAll(() => api.database.pool.query("ALTER TABLE pet ENABLE TRIGGER pet_updated"));

  it("drops a cached response about a pet when an undo restores the pet, and drops no other", async () => {
    const pets = (await addPets(3)) as [Pet, Pet, Pet];
    const [one, other, apart] = pets;
    const action = await change([sale(one), sale(other)]);
    const read = async ({ id }: Pet) => (await api.send(`GET /v1/pets/${id}`)).body as Pet;
    // A response is cached when it is read for the second time.
    for (const pet of [...pets, ...pets]) await read(pet);
    const before = api.deps.responseCache.stats();
    expect([await read(one), await read(other)].map(({ status }) => status)).toEqual(["sold", "sold"]);
    expect(api.deps.responseCache.stats().hits).toBe(before.hits + 2);
    await undo(action);
    expect([await read(one), await read(other), await read(apart)]).toEqual(pets);
    const after = api.deps.responseCache.stats();
    expect([after.invalidations - before.invalidations, after.hits - before.hits]).toEqual([2, 3]);
  });
});
