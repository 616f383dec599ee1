import type { AuditEvent, Profile } from "@petstore/contract/routes";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { eventsSince, lastEventId } from "../../../test/support/audit.js";
import { addPets } from "../../../test/support/builders.js";
import { emptyTables } from "../../../test/support/empty-tables.js";
import { createTestApi, errorBody, type TestApi } from "../../../test/support/test-api.js";

const options = [
  { value: "small", label: "Small" },
  { value: "large", label: "Large" },
];
const definitions = [
  { name: "breed", type: "text" },
  { name: "story", type: "longText" },
  { name: "weight", type: "number", minimum: 0, maximum: 200, decimals: 1 },
  { name: "cage", type: "number", maximum: 99 },
  { name: "born_on", type: "date" },
  { name: "mixed", type: "boolean" },
  { name: "size", type: "choice", options },
  { name: "coats", type: "choices", options },
  { name: "tags", type: "labels", options: [] },
  { name: "price", type: "number", isPublic: false, decimals: 2 },
];

let api: TestApi;
let petId: number;
beforeAll(async () => {
  api = await createTestApi();
  const key = await api.makeKey("admin");
  for (const one of definitions) {
    const { status, text } = await api.send("POST /v1/attributes", { body: { label: one.name, ...one }, key });
    expect([status, text]).toEqual([201, text]);
  }
});
beforeEach(async () => {
  await emptyTables(api.database, "pet, category");
  [petId = 0] = await addPets(api, {});
});
afterAll(() => api.close());

const patch = (body: unknown, headers: Record<string, string> = {}, id = petId) =>
  api.send(`PATCH /v1/pets/${id}/profile`, { body, headers });
const set = (attributes: object) => patch({ attributes });
const get = async (options = {}, id = petId) => api.send(`GET /v1/pets/${id}/profile`, options);
const none = { externalId: null, attributes: {}, photos: [], updatedAt: null };

describe("GET /pets/{petId}/profile", () => {
  it("returns nulls without a profile, and 404 without a pet", async () => {
    expect((await get()).body).toEqual(none);
    expect((await get({}, 999)).body).toEqual(errorBody("not_found", 404, "there is no pet with id 999"));
  });

  it("returns 304 for its ETag until the profile changes", async () => {
    const headers = { "if-none-match": (await get()).headers.get("etag") ?? "" };
    expect((await get({ headers })).status).toBe(304);
    await set({ breed: "Collie" });
    expect((await get({ headers })).status).toBe(200);
  });

  it("hides private attributes from keys of scope read", async () => {
    await set({ price: 99.5, breed: "Collie" });
    const reader = await api.makeKey("read");
    const { body, text } = await get({ key: reader });
    expect((body as Profile).attributes).toEqual({ breed: "Collie" });
    expect(text).not.toContain("99.5");
    for (const key of [api.key, await api.makeKey("admin")]) {
      expect(((await get({ key })).body as Profile).attributes).toEqual({ breed: "Collie", price: 99.5 });
    }
  });
});

describe("PATCH /pets/{petId}/profile", () => {
  const all = {
    ...{ breed: "Collie", story: "Found.\n\tHungry.", weight: 31.5, cage: 4, born_on: "2024-02-29", mixed: false },
    ...{ size: "large", coats: ["large", "small"], tags: ["shy", "✓"], price: 0.1 },
  };

  it("sets values of every type, in definition order", async () => {
    const { status, body, headers } = await patch({ externalId: "SH-1", attributes: all });
    const updatedAt = expect.any(String);
    expect([status, body]).toEqual([200, { externalId: "SH-1", attributes: all, photos: [], updatedAt }]);
    expect(JSON.stringify((body as Profile).attributes)).toBe(JSON.stringify(all));
    const read = await get();
    expect([read.body, read.headers.get("etag")]).toEqual([body, headers.get("etag")]);
  });

  it("clears values with null, and keeps values that the body does not have", async () => {
    await patch({ externalId: "SH-1", attributes: all });
    expect((await set({ story: null, size: "small" })).body).toMatchObject({
      externalId: "SH-1",
      attributes: { breed: "Collie", size: "small" },
    });
    expect(((await get()).body as Profile).attributes).not.toHaveProperty("story");
    const cleared = Object.fromEntries(Object.keys(all).map((name) => [name, null]));
    expect((await patch({ externalId: null, attributes: cleared })).body).toMatchObject({
      ...none,
      updatedAt: expect.any(String),
    });
  });

  const wrong = [
    ["breed", "", 'must be a text of 1 to 200 characters, without control characters or lone surrogates, not ""'],
    [
      "breed",
      "x".repeat(201),
      `must be a text of 1 to 200 characters, without control characters or lone surrogates, not "${"x".repeat(59)}…`,
    ],
    ["breed", "a\nb", "must be a text of 1 to 200 characters"],
    ["breed", "a\u0000", "must be a text of 1 to 200 characters"],
    ["breed", 5, "must be a text of 1 to 200 characters, without control characters or lone surrogates, not 5"],
    ["story", "x".repeat(5_001), "must be a text of 1 to 5000 characters"],
    ["story", "a\u0007", "must be a text of 1 to 5000 characters"],
    ["weight", "heavy", 'must be a number from 0 to 200 with at most 1 decimal, not "heavy"'],
    ["weight", -0.1, "must be a number from 0 to 200 with at most 1 decimal, not -0.1"],
    ["weight", 200.1, "must be a number from 0 to 200"],
    ["weight", 0.25, "must be a number from 0 to 200 with at most 1 decimal, not 0.25"],
    ["weight", 1e-7, "must be a number from 0 to 200 with at most 1 decimal, not 1e-7"],
    ["cage", 1.5, "must be an integer of at most 99, not 1.5"],
    ["price", 1e12 + 1, "must be a number of at most 1000000000000 with at most 2 decimals"],
    ["born_on", "2023-02-29", 'must be a date of the calendar as YYYY-MM-DD, not "2023-02-29"'],
    ["born_on", "2023-2-9", "must be a date of the calendar as YYYY-MM-DD"],
    ["born_on", "2023-13-01", "must be a date of the calendar as YYYY-MM-DD"],
    ["mixed", "true", 'must be true or false, not "true"'],
    ["size", "Small", 'must be one of small, large, not "Small"'],
    ["size", ["small"], 'must be one of small, large, not ["small"]'],
    ["coats", "small", 'must be an array of 1 to 50 different values of small, large; null clears it, not "small"'],
    ["coats", ["small", "small"], "must be an array of 1 to 50 different values"],
    ["coats", ["huge"], "must be an array of 1 to 50 different values"],
    ["coats", [], "must be an array of 1 to 50 different values"],
    ["tags", Array.from({ length: 51 }, (_, at) => `${at}`), "must be an array of 1 to 50 different texts"],
    ["tags", ["x".repeat(61)], "must be an array of 1 to 50 different texts of 1 to 60 characters"],
    ["tags", [1], "must be an array of 1 to 50 different texts"],
    [
      "breed",
      { a: 1 },
      'must be a text of 1 to 200 characters, without control characters or lone surrogates, not {"a":1}',
    ],
  ] as const;

  it.each(wrong)("returns 400 for %s %j", async (name, value, message) => {
    const { body } = await set({ [name]: value });
    const place = `body.attributes.${name} ${message}`;
    expect(body).toEqual(errorBody("invalid_request", 400, expect.stringContaining(place)));
    expect((await get()).body).toEqual(none);
  });

  it("names every wrong value and all known attributes in one 400", async () => {
    const { body } = await set({ wieght: 3, weight: "3", mixed: 1, breed: "Collie", ["__proto__x"]: null });
    expect(body).toEqual(
      errorBody(
        "invalid_request",
        400,
        [
          "body.attributes.wieght is not an attribute of this store",
          'body.attributes.weight must be a number from 0 to 200 with at most 1 decimal, not "3"',
          "body.attributes.mixed must be true or false, not 1",
          "body.attributes.__proto__x is not an attribute of this store",
          "the attributes are breed, story, weight, cage, born_on, mixed, size, coats, tags, price",
        ].join("; "),
      ),
    );
  });

  it.each([
    ['{"attributes": {"__proto__": 1}}', "body.attributes.__proto__ is not an attribute of this store"],
    ['{"attributes": []}', "body.attributes must be a JSON object"],
    ['{"attributes": null}', "body.attributes must be a JSON object"],
    ['{"externalId": ""}', "body.externalId must have 1 to 100 characters after trimming"],
    ['{"externalId": 5}', "body.externalId must be a string"],
    ['{"photos": []}', "body.photos is not a recognised field"],
    ["[]", "body must be a JSON object"],
  ])("returns 400 for %s", async (raw, message) => {
    const headers = { "content-type": "application/json" };
    const { body } = await api.send(`PATCH /v1/pets/${petId}/profile`, { raw, headers });
    expect(body).toEqual(errorBody("invalid_request", 400, expect.stringContaining(message)));
  });

  it("also accepts merge-patch+json, and names both media types when it refuses another", async () => {
    const send = (line: string, type: string) =>
      api.send(line, { raw: '{"externalId": "SH-1"}', headers: { "content-type": type } });
    const line = `PATCH /v1/pets/${petId}/profile`;
    for (const type of ["application/merge-patch+json", "application/merge-patch+json; charset=UTF-8"])
      expect((await send(line, type)).body).toMatchObject({ externalId: "SH-1" });
    const other = "application/json or application/merge-patch+json";
    for (const type of ["application/json-patch+json", "application/merge-patch+json; charset=latin1", "text/plain"]) {
      const { body, headers } = await send(line, type);
      const message = `header Content-Type must be ${other} in UTF-8`;
      expect(body).toEqual(errorBody("unsupported_media_type", 415, message));
      expect(headers.get("accept-patch")).toBe("application/json, application/merge-patch+json");
    }
  });

  it("names at most 100 wrong values", async () => {
    const many = Object.fromEntries(Array.from({ length: 150 }, (_, at) => [`x${at}`, 1]));
    const { message } = (await set(many)).body as { message: string };
    expect(message).toContain("x99 is not");
    expect(message).toContain("and 50 more; the attributes are");
    expect(message).not.toContain("x100 ");
  });

  it("returns 409 that names the pet that has the externalId", async () => {
    const [other = 0] = await addPets(api, {});
    await patch({ externalId: "SH-1" }, {}, other);
    const message = `body.externalId is taken by pet ${other}; choose another external id, or clear the external id of that pet first`;
    expect((await patch({ externalId: "SH-1" })).body).toEqual(errorBody("conflict", 409, message));
    await patch({ externalId: null }, {}, other);
    expect((await patch({ externalId: "SH-1" })).status).toBe(200);
    expect((await patch({ externalId: "SH-1" })).status).toBe(200);
  });

  it("returns the ETag and the order of values that GET returns", async () => {
    await set({ price: 5 });
    const changed = await set({ breed: "Collie" });
    const read = await get();
    expect([changed.text, changed.headers.get("etag")]).toEqual([read.text, read.headers.get("etag")]);
  });

  it("gives an externalId to exactly one of many concurrent pets", async () => {
    const pets = await addPets(api, ...Array.from({ length: 8 }, () => ({})));
    const answers = await Promise.all(pets.map((id) => patch({ externalId: "SH-9" }, {}, id)));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, ...Array(7).fill(409)]);
  });

  it("loses no value in many concurrent changes by two keys", async () => {
    const keys = [api.key, await api.makeKey("write", { accountId: await api.makeAccount() })];
    const values = Object.entries(all);
    const answers = await Promise.all(
      values.map(([name, value], at) =>
        api.send(`PATCH /v1/pets/${petId}/profile`, {
          body: { attributes: { [name]: value } },
          key: keys[at % 2] ?? "",
        }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(values.map(() => 200));
    expect(((await get()).body as Profile).attributes).toEqual(all);
  });

  it("accepts exactly one of many changes with the same If-Match", async () => {
    const headers = { "if-match": (await get()).headers.get("etag") ?? "" };
    const answers = await Promise.all([1, 2, 3, 4, 5].map((cage) => patch({ attributes: { cage } }, headers)));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 412, 412, 412, 412]);
  });

  it("checks in the order 400, 404, 412, 409", async () => {
    const [other = 0] = await addPets(api, {});
    await patch({ externalId: "SH-1" }, {}, other);
    const stale = { "if-match": '"stale"' };
    expect((await patch({ attributes: { mixed: 1 } }, stale, 999)).status).toBe(400);
    expect((await patch({ attributes: { mixed: true } }, stale, 999)).status).toBe(404);
    expect((await patch({ externalId: "SH-1" }, stale)).status).toBe(412);
    expect((await patch({ externalId: "SH-1" })).status).toBe(409);
  });

  it("returns 403 to a key of scope read", async () => {
    const key = await api.makeKey("read");
    const { body } = await api.send(`PATCH /v1/pets/${petId}/profile`, { body: {}, key });
    expect(body).toEqual(errorBody("forbidden", 403));
  });
});

describe("restoring a pet by POST /pets/changes", () => {
  const from = { name: "Frank", categoryId: 1, status: "available" };
  const change = async (edits: object[]) => (await api.send("POST /v1/pets/changes", { body: edits })).body;
  const restore = (id = petId) => ({ id, from: null, to: from });
  const remove = (id = petId) => ({ id, from, to: null });

  it("restores its profile once per deletion", async () => {
    const before = (await patch({ externalId: "SH-1", attributes: { breed: "Collie", price: 5 } })).body as Profile;
    for (let times = 0; times < 2; times += 1) {
      await change([remove()]);
      const last = await lastEventId(api.database);
      expect(await change([restore()])).toEqual({ done: 1, unchanged: 0, left: [], unrestored: [] });
      const restored = (await get()).body as Profile;
      expect(restored).toEqual({ ...before, updatedAt: expect.any(String) });
      const { photos: _, ...after } = restored;
      expect(await eventsSince(api.database, last)).toMatchObject([
        { action: "pet.restore", subject: { kind: "pet", id: petId } },
        {
          action: "profile.update",
          subject: { kind: "profile", id: petId },
          before: { externalId: null, attributes: {} },
          after,
        },
      ]);
      expect(await change([restore()])).toEqual({ done: 1, left: [], unchanged: 1, unrestored: [] });
    }
  });

  it("does not restore values that were cleared before the deletion", async () => {
    await patch({ externalId: "SH-1", attributes: { breed: "Collie" } });
    await change([remove()]);
    await change([restore()]);
    await patch({ externalId: null, attributes: { breed: null } });
    await change([remove()]);
    await change([restore()]);
    expect(((await get()).body as Profile).attributes).toEqual({});
  });

  it("restores the values that still fit, and names the others", async () => {
    const [other = 0, third = 0] = await addPets(api, {}, {});
    const key = await api.makeKey("admin");
    const define = async (name: string, more: object) => {
      const body = { name, label: name, ...more };
      return ((await api.send("POST /v1/attributes", { body, key })).body as { id: number }).id;
    };
    const [gone, narrow] = [await define("gone", { type: "text" }), await define("narrow", { type: "number" })];
    await patch({ externalId: "SH-1", attributes: { gone: "x", narrow: 50, breed: "Collie" } });
    await patch({ externalId: "SH-2" }, {}, third);
    await change([remove(), remove(third)]);
    await api.send(`DELETE /v1/attributes/${gone}`, { key });
    await api.send(`PATCH /v1/attributes/${narrow}`, { body: { maximum: 9 }, key });
    await patch({ externalId: "SH-1" }, {}, other);
    expect(await change([restore(), restore(third)])).toEqual({
      ...{ done: 2, unchanged: 0, left: [] },
      unrestored: [{ id: petId, fields: ["externalId", "attributes.gone", "attributes.narrow"] }],
    });
    expect((await get()).body).toMatchObject({ externalId: null, attributes: { breed: "Collie" } });
    expect((await get({}, third)).body).toMatchObject({ externalId: "SH-2" });
    await api.send(`DELETE /v1/attributes/${narrow}`, { key });
  });

  it("gives a shared external id to only one of two pets", async () => {
    const [other = 0] = await addPets(api, {});
    await patch({ externalId: "SH-1" });
    await change([remove()]);
    await patch({ externalId: "SH-1" }, {}, other);
    await change([remove(other)]);
    expect(await change([restore(other), restore()])).toMatchObject({
      unrestored: [{ id: petId, fields: ["externalId"] }],
    });
  });
});

describe("the history of a profile", () => {
  /** Leaves out the photos, because they have events of their own. */
  const recorded = (profile: unknown) => {
    const { photos: _, ...rest } = profile as Profile;
    return rest;
  };

  it("contains the state before and after each real change", async () => {
    const last = await lastEventId(api.database);
    const first = (await patch({ externalId: "SH-1", attributes: { breed: "Collie" } })).body;
    for (const same of [{}, { attributes: {} }, { externalId: "SH-1", attributes: { breed: "Collie", story: null } }]) {
      expect((await patch(same)).body).toEqual(first);
    }
    const second = (await set({ breed: null })).body;
    const subject = { kind: "profile", id: petId };
    expect(await eventsSince(api.database, last)).toMatchObject([
      { action: "profile.update", subject, before: recorded(none), after: recorded(first) },
      { action: "profile.update", subject, before: recorded(first), after: recorded(second) },
    ]);
    const { body } = await api.send(`GET /v1/history?subject=profile:${petId}`);
    expect((body as AuditEvent[])[0]).toMatchObject({ subject, after: recorded(second) });
  });

  it.each([
    ["DELETE /pets/{petId}", (id: number) => api.send(`DELETE /v1/pets/${id}`)],
    [
      "POST /pets/changes",
      (id: number) => {
        const from = { name: "Frank", categoryId: 1, status: "available" };
        return api.send("POST /v1/pets/changes", { body: [{ id, from, to: null }] });
      },
    ],
  ])("contains the last profile when %s deletes the pet", async (_what, remove) => {
    const before = recorded((await patch({ externalId: "SH-1", attributes: { price: 5 } })).body);
    const last = await lastEventId(api.database);
    expect((await remove(petId)).status).toBeLessThan(300);
    expect(await eventsSince(api.database, last)).toMatchObject([
      { action: "profile.delete", subject: { kind: "profile", id: petId }, before, after: null },
      { action: "pet.delete", subject: { kind: "pet", id: petId } },
    ]);
    const { rows } = await api.database.pool.query("SELECT FROM pet_profile");
    expect(rows).toEqual([]);
  });
});
