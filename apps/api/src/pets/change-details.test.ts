import { randomUUID } from "node:crypto";
import type { Action, BulkPetChange, BulkPetResult, PetFields, Profile } from "@petstore/contract/routes";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { eventsSince, lastEventId } from "../../test/support/audit.js";
import { addPets, findPet } from "../../test/support/builders.js";
import { createTestApi, errorBody, type TestApi } from "../../test/support/test-api.js";
import { toFields } from "./store/pet-table.js";

const frank = toFields({ name: "Frank", categoryId: 1 });
const francis: PetFields = { ...frank, name: "Francis" };
const note = { text: "Bites.", isWarning: true };

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
  const key = await api.makeKey("admin");
  const options = ["small", "large"].map((value) => ({ value, label: value }));
  for (const body of [
    { name: "size", label: "Size", type: "choice", options },
    { name: "chip", label: "Chip", type: "text" },
  ])
    expect((await api.send("POST /v1/attributes", { key, body })).status).toBe(201);
});
afterAll(() => api.close());

const addOne = async () => (await addPets(api, {}))[0] ?? 0;
const post = async (body: readonly BulkPetChange[], query = "", headers: Record<string, string> = {}) => {
  const answer = await api.send(`POST /v1/pets/changes${query}`, { body, headers });
  return { ...answer, result: answer.body as BulkPetResult };
};
const profileOf = async (id: number) => (await api.send(`GET /v1/pets/${id}/profile`)).body as Profile;
const setProfile = (id: number, body: object) => api.send(`PATCH /v1/pets/${id}/profile`, { body });
const notesOf = async (id: number) => (await api.send(`GET /v1/pets/${id}/notes`)).body as { text: string }[];
const stateOf = async (id: number) => {
  const { externalId, attributes } = await profileOf(id);
  return { pet: await findPet(api, id), externalId, attributes, notes: (await notesOf(id)).length };
};
const size = (from: string | null, to: string | null) => ({
  profile: { from: { attributes: { size: from } }, to: { attributes: { size: to } } },
});

describe("POST /pets/changes with details", () => {
  it("makes all parts of a change in one action", async () => {
    const id = await addOne();
    const last = await lastEventId(api.database);
    const key = randomUUID();
    const body = [{ id, from: frank, to: francis, ...size(null, "large"), note }];
    expect((await post(body, "", { "action-key": key })).body).toEqual({
      done: 1,
      unchanged: 0,
      left: [],
      unrestored: [],
    });
    expect(await stateOf(id)).toMatchObject({ pet: { id, ...francis }, attributes: { size: "large" }, notes: 1 });
    const events = await eventsSince(api.database, last);
    expect(events.map(({ action }) => action)).toEqual(["pet.update", "profile.update", "note.create"]);
    const actions = (await api.send(`GET /v1/actions?key=${key}`)).body as Action[];
    expect(actions).toMatchObject([{ events: 3, event: { action: "pet.update", subject: { id } } }]);
  });

  it("writes a note about a pet that does not change", async () => {
    const id = await addOne();
    expect((await post([{ id, from: frank, to: frank, note }])).result.done).toBe(1);
    expect(await notesOf(id)).toMatchObject([note]);
  });

  it("skips a pet that has another value than from, and returns that value", async () => {
    const id = await addOne();
    await setProfile(id, { attributes: { size: "small", chip: "A" } });
    const before = await stateOf(id);
    const profile = {
      from: { attributes: { size: null, chip: "A" } },
      to: { attributes: { size: "large", chip: "B" } },
    };
    const body = [{ id, from: frank, to: francis, profile, note }];
    const left = [{ id, reason: "changed", now: frank, profile: { attributes: { size: "small" } } }];
    for (const query of ["?partial=true", "?partial=true&dryRun=true"])
      expect((await post(body, query)).body).toEqual({ done: 0, unchanged: 0, left, unrestored: [] });
    const message = `body.0.profile.from does not match the current profile of pet ${id}; read the profile again`;
    for (const query of ["", "?dryRun=true"])
      expect((await post(body, query)).body).toEqual({ code: "conflict", message, status: 409 });
    expect(await stateOf(id)).toEqual(before);
  });

  it("keeps values that the change does not name", async () => {
    const id = await addOne();
    await setProfile(id, { attributes: { chip: "A" } });
    expect((await post([{ id, from: frank, to: frank, ...size(null, "large") }])).result.done).toBe(1);
    expect((await profileOf(id)).attributes).toEqual({ size: "large", chip: "A" });
  });

  it("writes no profile and no note if the pet itself has a conflict", async () => {
    const id = await addOne();
    const before = await stateOf(id);
    const body = [{ id, from: francis, to: { ...frank, name: "Fritz" }, ...size(null, "large"), note }];
    expect((await post(body, "?partial=true")).body).toEqual({
      ...{ done: 0, unchanged: 0, unrestored: [] },
      left: [{ id, reason: "changed", now: frank, profile: null }],
    });
    expect(await stateOf(id)).toEqual(before);
  });

  it.each([
    ["a value that no attribute takes", { profile: { to: { attributes: { size: "huge" } } } }, 400],
    ["an attribute that there is not", { profile: { to: { attributes: { colour: "red" } } } }, 400],
    ["an external id of another pet", { profile: { to: { externalId: "TAKEN" } } }, 409],
  ])("refuses %s, and then changes no pet, no profile and no notes", async (_what, details, status) => {
    const [id = 0, owner = 0] = await addPets(api, {}, {});
    if (status === 409) await setProfile(owner, { externalId: "TAKEN" });
    const body = [{ id, from: frank, to: francis, note, ...details } as BulkPetChange];
    for (const query of ["", "?dryRun=true"]) {
      const answer = await post(body, query);
      expect([answer.status, JSON.stringify(answer.body)]).toEqual([
        status,
        expect.stringContaining("body.0.profile.to"),
      ]);
    }
    expect(await stateOf(id)).toMatchObject({ pet: { name: "Frank" }, externalId: null, attributes: {}, notes: 0 });
    if (status === 409) await setProfile(owner, { externalId: null });
  });

  it("returns 409 if the pet has the maximum number of notes, and changes nothing", async () => {
    const id = await addOne();
    await api.database.pool.query(
      `INSERT INTO note (pet_id, text, author) SELECT $1, 'x', '{"kind": "system", "id": null, "name": "test"}'
       FROM generate_series(1, 1000)`,
      [id],
    );
    const answer = await post([{ id, from: frank, to: francis, ...size(null, "small"), note }]);
    expect([answer.status, (answer.body as { code: string }).code]).toEqual([409, "conflict"]);
    expect(await findPet(api, id)).toEqual({ id, ...frank });
    expect((await profileOf(id)).attributes).toEqual({});
  });

  it.each([
    ["a deletion", { from: frank, to: null }],
    ["a pet that is brought back", { from: null, to: frank }],
  ])("returns 400 for %s with a profile or a note", async (_what, sides) => {
    const id = await addOne();
    const answer = await post([{ id, ...sides, ...size(null, "large"), note }]);
    const rule = "must be omitted if from or to is null";
    expect(answer.body).toEqual(errorBody("invalid_request", 400, `body.0.profile ${rule}; body.0.note ${rule}`));
  });

  it("writes the note once when the request is sent again with its Idempotency-Key", async () => {
    const id = await addOne();
    const body = [{ id, from: frank, to: francis, ...size(null, "large"), note }];
    const headers = { "idempotency-key": randomUUID() };
    for (const replayed of [null, "true"]) {
      const answer = await post(body, "", headers);
      expect([answer.status, answer.headers.get("idempotent-replayed")]).toEqual([200, replayed]);
    }
    expect(await notesOf(id)).toHaveLength(1);
  });

  it("gives an external id to one of two concurrent requests", async () => {
    const ids = await addPets(api, {}, {});
    const answers = await Promise.all(
      ids.map((id) => post([{ id, from: frank, to: francis, profile: { to: { externalId: "ONCE" } } }])),
    );
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409]);
    const states = await Promise.all(ids.map(stateOf));
    expect(states.map(({ pet, externalId }) => [pet?.name, externalId])).toEqual(
      expect.arrayContaining([
        ["Francis", "ONCE"],
        ["Frank", null],
      ]),
    );
  });
});
