import { pino } from "pino";
import type { Attribute, AuditEvent, Profile } from "@petstore/contract/routes";
import { MAX_ATTRIBUTES } from "@petstore/contract/routes";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { eventsSince, lastEventId } from "../../../test/support/audit.js";
import { addPets } from "../../../test/support/builders.js";
import { emptyTables } from "../../../test/support/empty-tables.js";
import { sendWhileLocked } from "../../../test/support/send-while-locked.js";
import { createTestApi, errorBody, type TestApi } from "../../../test/support/test-api.js";
import { createLanes } from "../../concurrency/lanes.js";
import { createExpirySweep } from "../../startup/expiry-sweep.js";
import { purgeStep } from "../../startup/purge-attributes.js";

const weight = { name: "weight", label: "Weight", type: "number" };
const size = {
  name: "size",
  label: "Size",
  type: "choice",
  options: [
    { value: "small", label: "Small" },
    { value: "large", label: "Large" },
  ],
};

let api: TestApi;
let admin: string;
let reader: string;
beforeAll(async () => {
  api = await createTestApi();
  admin = await api.makeKey("admin");
  reader = await api.makeKey("read");
});
beforeEach(() => emptyTables(api.database, "attribute, deleted_attribute, pet, category"));
afterAll(() => api.close());

const define = (body: object, key = admin) => api.send("POST /v1/attributes", { body, key });
const add = async (body: object): Promise<Attribute> => {
  const { status, body: created } = await define(body);
  expect([status, created]).toEqual([201, created]);
  return created as Attribute;
};
const change = (id: number, body: object, headers = {}) =>
  api.send(`PATCH /v1/attributes/${id}`, { body, key: admin, headers });
const setValues = async (petId: number, attributes: object) => {
  const { status, text } = await api.send(`PATCH /v1/pets/${petId}/profile`, { body: { attributes } });
  expect([status, text]).toEqual([200, text]);
};
const rows = async () => (await api.database.pool.query("SELECT * FROM attribute ORDER BY id")).rows;

describe("POST /attributes", () => {
  it("returns 201 with all fields, the defaults among them", async () => {
    const { status, body, headers } = await define(weight);
    const { createdAt } = body as Attribute;
    const expected = {
      ...{ id: 1, name: "weight", label: "Weight", help: null, type: "number", unit: null, minimum: null },
      ...{ maximum: null, decimals: 0, options: [], categoryIds: null, isPublic: true, isAskedAtIntake: true },
      ...{ position: 0, isArchived: false },
      ...{ createdAt, updatedAt: createdAt },
    };
    expect([status, headers.get("location"), body]).toEqual([201, "/v1/attributes/1", expected]);
    expect(JSON.stringify(body)).toBe(JSON.stringify(expected));
    expect((await api.send("GET /v1/attributes/1")).body).toEqual(expected);
  });

  it("keeps fractional bounds", async () => {
    const [[categoryId]] = [await addPets(api, { categoryId: 3 })];
    expect(categoryId).toBe(1);
    const given = { help: "At the vet", unit: "kg", minimum: -0.5, maximum: 1e12, decimals: 6, categoryIds: [3] };
    expect(await add({ ...weight, ...given, isPublic: false, position: 7 })).toMatchObject({
      ...given,
      isPublic: false,
      position: 7,
    });
    expect((await add(size)).options).toEqual(size.options);
  });

  it.each([
    [
      { ...weight, name: "Weight" },
      "body.name must have 1 to 40 characters, begin with a letter, and consist of lower-case letters and digits in words joined by _",
    ],
    [{ ...weight, name: "weight__kg" }, "body.name must have 1 to 40 characters"],
    [{ ...weight, name: `a${"b".repeat(40)}` }, "body.name must have 1 to 40 characters"],
    [{ ...weight, name: "2nd_breed" }, "body.name must have 1 to 40 characters"],
    [{ ...weight, label: "" }, "body.label must have 1 to 60 characters after trimming"],
    [{ ...weight, help: "x".repeat(501) }, "body.help must have 1 to 500 characters"],
    [
      { ...weight, type: "colour" },
      "body.type must be one of text, longText, number, date, boolean, choice, choices, labels",
    ],
    [{ ...weight, unit: "x".repeat(21) }, "body.unit must have 1 to 20 characters"],
    [{ ...weight, minimum: 2, maximum: 1 }, "body.minimum must be at most the maximum, which is 1"],
    [{ ...weight, maximum: 1e12 + 1 }, "body.maximum must be null or a number from -1000000000000 to 1000000000000"],
    [{ ...weight, decimals: 7 }, "body.decimals must be null or an integer from 0 to 6"],
    [{ ...weight, options: size.options }, "body.options must be empty or omitted: the type number has no options"],
    [
      { ...size, options: [] },
      "body.options must have at least one option, because an attribute of type choice accepts only the values that it lists",
    ],
    [{ ...size, type: "choices", options: undefined }, "body.options must have at least one option"],
    [
      { ...size, options: [...size.options, { value: "small", label: "S" }] },
      "body.options must not contain a value twice: remove the second small",
    ],
    [
      { ...size, options: [...size.options, { value: "SMALL", label: "S" }] },
      "body.options must not contain two values that read the same: remove small or SMALL",
    ],
    [{ ...size, options: [{ value: "small" }] }, "body.options.0.label is required"],
    [
      { ...size, options: Array.from({ length: 201 }, (_, at) => ({ value: `${at}`, label: "x" })) },
      "body.options must be an array of at most 200 options",
    ],
    [
      { ...size, type: "text", options: [], unit: "kg" },
      "body.unit must be null or omitted, because only attributes of type number have it, not those of type text",
    ],
    [{ ...size, decimals: 0 }, "body.decimals must be null or omitted"],
    [{ ...weight, categoryIds: [1, 1] }, "body.categoryIds must not contain an id twice"],
    [{ ...weight, position: -1 }, "body.position must be an integer from 0 to 1000000"],
    [{ ...weight, isPublic: "yes" }, "body.isPublic must be true or false"],
    [{ ...weight, isAskedAtIntake: null }, "body.isAskedAtIntake must be true or false"],
    [{ ...weight, id: 7 }, "body.id is not a recognised field"],
    [{ label: "Weight", type: "number" }, "body.name is required"],
  ])("returns 400 for %j", async (body, message) => {
    expect((await define(body)).body).toEqual(errorBody("invalid_request", 400, expect.stringContaining(message)));
    expect(await rows()).toEqual([]);
  });

  it("returns 403 to a key of scope write", async () => {
    expect((await define(weight, api.key)).body).toEqual(errorBody("forbidden", 403));
    expect(await rows()).toEqual([]);
  });

  it("returns 409 that names the attribute if the name is taken", async () => {
    const { id } = await add(weight);
    const message = `body.name is taken by attribute ${id}; choose another name`;
    expect((await define({ ...size, name: "weight" })).body).toEqual(errorBody("name_taken", 409, message));
  });

  it("returns 409 for an unknown category, and creates no category", async () => {
    const message = "body.categoryIds.1 refers to category 8, which does not exist";
    await addPets(api, { categoryId: 7 });
    const { body } = await define({ ...weight, categoryIds: [7, 8] });
    expect(body).toEqual(errorBody("category_not_found", 409, message));
    expect(await api.database.db.category.count()).toBe(1);
  });

  it("accepts exactly 60 of many concurrent creates", async () => {
    const answers = await Promise.all(
      Array.from({ length: MAX_ATTRIBUTES + 6 }, (_, at) => define({ ...weight, name: `weight_${at}` })),
    );
    const refused = answers.filter(({ status }) => status !== 201);
    expect(refused).toHaveLength(6);
    for (const { body } of refused) {
      expect(body).toEqual(errorBody("conflict", 409, expect.stringContaining("the maximum of 60 attributes")));
    }
    expect(await rows()).toHaveLength(MAX_ATTRIBUTES);
  });

  it("accepts exactly one of many concurrent creates with the same name", async () => {
    const answers = await Promise.all(Array.from({ length: 6 }, () => define(weight)));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409, 409, 409, 409]);
  });
});

describe("GET /attributes", () => {
  it("orders by position, then by id, with links between the pages", async () => {
    for (const [name, position] of [
      ["a", 2],
      ["b", 1],
      ["c", 2],
      ["d", 0],
    ])
      await add({ ...weight, name, position });
    const names = (body: unknown) => (body as Attribute[]).map(({ name }) => name);
    const first = await api.send("GET /v1/attributes?limit=3", { key: reader });
    expect(names(first.body)).toEqual(["d", "b", "a"]);
    const [, next] = /<([^>]+)>; rel="next"/.exec(first.headers.get("link") ?? "") ?? [];
    expect(names((await api.send(`GET ${next}`, { key: reader })).body)).toEqual(["c"]);
  });

  it("hides private attributes from keys of scope read", async () => {
    await add(weight);
    const { id } = await add({ ...size, isPublic: false });
    for (const [key, count, status] of [
      [reader, 1, 404],
      [api.key, 2, 200],
      [admin, 2, 200],
    ] as const) {
      const { body, text } = await api.send("GET /v1/attributes", { key });
      expect([(body as Attribute[]).length, text.includes("size")]).toEqual([count, count === 2]);
      const one = await api.send(`GET /v1/attributes/${id}`, { key });
      expect([one.status, one.text.includes("size")]).toEqual([status, status === 200]);
    }
  });
});

describe("PATCH /attributes/{attributeId}", () => {
  it("changes labels and option labels despite values", async () => {
    const { id } = await add(size);
    const [petId = 0] = await addPets(api, {});
    await setValues(petId, { size: "small" });
    const options = [{ value: "small", label: "Little" }, ...size.options.slice(1), { value: "huge", label: "Huge" }];
    const { status, body } = await change(id, { label: "Grown size", options });
    expect([status, body]).toEqual([200, expect.objectContaining({ label: "Grown size", options, name: "size" })]);
  });

  it.each([
    [{ name: "other" }, "body.name is not a recognised field"],
    [{ type: "text" }, "body.type is not a recognised field"],
    [{ options: size.options }, "body.options must be empty or omitted: the type number has no options"],
    [{ minimum: 11 }, "body.minimum must be at most the maximum, which is 10"],
  ])("returns 400 for %j", async (body, message) => {
    const { id } = await add({ ...weight, maximum: 10 });
    const before = await rows();
    expect((await change(id, body)).body).toEqual(errorBody("invalid_request", 400, expect.stringContaining(message)));
    expect(await rows()).toEqual(before);
  });

  it("changes an attribute that has two options which look the same, but adds no third one", async () => {
    const { id } = await add(size);
    const alike = [...size.options, { value: "SMALL", label: "S" }];
    await api.database.db.attribute.update({ where: { id }, data: { options: alike } });
    const labelled = alike.map((one) => ({ ...one, label: `${one.label} size` }));
    expect((await change(id, { options: labelled })).body).toMatchObject({ options: labelled });
    const { body } = await change(id, { options: [...labelled, { value: "Small", label: "Third" }] });
    const message = expect.stringContaining("body.options must not contain two values that read the same");
    expect(body).toEqual(errorBody("invalid_request", 400, message));
    expect((await api.send(`GET /v1/attributes/${id}`)).body).toMatchObject({ options: labelled });
  });

  it("sets updatedAt when something changes, and keeps it when nothing does", async () => {
    const { id, createdAt, ...first } = await add(size);
    const changed = (await change(id, { label: "Grown size" })).body as Attribute;
    expect([changed.createdAt, changed.updatedAt > first.updatedAt]).toEqual([createdAt, true]);
    expect((await change(id, { label: "Grown size" })).body).toEqual(changed);
    expect((await api.send(`GET /v1/attributes/${id}`)).body).toEqual(changed);
  });

  it("treats null decimals of a number as 0", async () => {
    const { id } = await add({ ...weight, decimals: 2 });
    expect((await change(id, { decimals: null })).body).toMatchObject({ decimals: 0 });
  });

  it("returns 409 with the number of pets whose values do not fit", async () => {
    const { id } = await add({ ...weight, decimals: 2 });
    const pets = await addPets(api, ...Array.from({ length: 7 }, () => ({})));
    for (const petId of pets) await setValues(petId, { weight: 10.25 });
    const first = pets.slice(0, 5).join(", ");
    for (const [body, field] of [
      [{ minimum: 10.26 }, "minimum"],
      [{ maximum: 10.24 }, "maximum"],
      [{ decimals: 1 }, "decimals"],
    ] as const) {
      const message = `body.${field} would not fit the values of 7 pets: ${first} and more; change their profiles first`;
      expect((await change(id, body)).body).toEqual(errorBody("conflict", 409, message));
    }
    expect((await change(id, { minimum: 10.25, maximum: 10.25, decimals: 2 })).status).toBe(200);
    expect((await change(id, { minimum: null, maximum: 11, decimals: 6 })).status).toBe(200);
  });

  it.each([
    ["choice", "small"],
    ["choices", ["large", "small"]],
  ])("returns 409 if a pet has the removed option of a %s", async (type, value) => {
    const { id } = await add({ ...size, type, options: [...size.options, { value: "huge", label: "Huge" }] });
    const [petId = 0] = await addPets(api, {});
    await setValues(petId, { size: value });
    const refused = await change(id, { options: size.options.slice(1) });
    const message = `body.options would not fit the values of 1 pet: ${petId}; change their profiles first`;
    expect(refused.body).toEqual(errorBody("conflict", 409, message));
    expect((await change(id, { options: size.options })).status).toBe(200);
  });

  it("removes a suggestion even if pets have it as a label", async () => {
    const { id } = await add({ ...size, type: "labels" });
    const [petId = 0] = await addPets(api, {});
    await setValues(petId, { size: ["small", "of my own"] });
    expect((await change(id, { options: [] })).status).toBe(200);
  });

  it("rejects a value that a new bound excludes", async () => {
    const { id } = await add({ ...weight, maximum: 10 });
    const pets = await addPets(api, ...Array.from({ length: 8 }, () => ({})));
    const [narrowed] = await Promise.all([
      change(id, { maximum: 5 }),
      ...pets.map((petId) => api.send(`PATCH /v1/pets/${petId}/profile`, { body: { attributes: { weight: 9 } } })),
    ]);
    const { rows: values } = await api.database.pool.query("SELECT pet_id FROM pet_profile");
    expect(values.length > 0).toBe(narrowed.status === 409);
  });

  it("compares new bounds with the definition that is read under the lock", async () => {
    const { id } = await add({ ...weight, maximum: 5 });
    const [petId = 0] = await addPets(api, {});
    await setValues(petId, { weight: 4 });
    const refused = await sendWhileLocked(
      api,
      [
        ["UPDATE attribute SET maximum = 100 WHERE id = $1", id],
        ["UPDATE pet_profile SET attributes = jsonb_build_object($1::text, 50)", String(id)],
      ],
      () => change(id, { maximum: 10 }),
    );
    const message = `body.maximum would not fit the values of 1 pet: ${petId}; change their profiles first`;
    expect(refused.body).toEqual(errorBody("conflict", 409, message));
  });
});

describe("DELETE /attributes/{attributeId}", () => {
  it("returns 409 while a pet has a value, although the attribute can be archived", async () => {
    const { id } = await add(weight);
    const [petId = 0, other = 0] = await addPets(api, {}, {});
    await setValues(petId, { weight: 5 });
    const remove = () => api.send(`DELETE /v1/attributes/${id}`, { key: admin });
    const message = `pet ${petId} has a value of attribute ${id}; archive the attribute by setting isArchived with PATCH /v1/attributes/${id}, or delete it and its values with DELETE /v1/attributes/${id}?force=true`;
    expect((await remove()).body).toEqual(errorBody("in_use", 409, message));
    expect((await change(id, { isArchived: true })).status).toBe(200);
    expect((await api.send(`GET /v1/pets/${petId}/profile`)).body).toMatchObject({ attributes: { weight: 5 } });
    const set = (of: number, value: unknown) =>
      api.send(`PATCH /v1/pets/${of}/profile`, { body: { attributes: { weight: value } } });
    const refusal =
      "body.attributes.weight must be omitted or null: the attribute is archived and accepts no new value, not 6";
    for (const of of [petId, other])
      expect((await set(of, 6)).body).toEqual(errorBody("invalid_request", 400, refusal));
    expect((await set(petId, 5)).status).toBe(200);
    expect((await set(petId, null)).body).toMatchObject({ attributes: {} });
    expect((await remove()).status).toBe(204);
    expect(await rows()).toEqual([]);
  });
});

describe("a deleted attribute with values", () => {
  const remove = (id: number, headers = {}) =>
    api.send(`DELETE /v1/attributes/${id}?force=true`, { key: admin, headers });
  const restore = (id: number, key = admin) => api.send(`POST /v1/attributes/${id}/restore`, { key });
  const valuesOf = async (petId: number) =>
    ((await api.send(`GET /v1/pets/${petId}/profile`)).body as Profile).attributes;
  const stored = async () =>
    (await api.database.pool.query("SELECT attributes FROM pet_profile ORDER BY pet_id")).rows.map(
      ({ attributes }) => attributes as object,
    );
  const age = (days: number) =>
    api.database.pool.query("UPDATE deleted_attribute SET deleted_at = now() - make_interval(days => $1)", [days]);
  const sweep = async () => {
    const one = createExpirySweep(api.database.db, createLanes().control, pino({ level: "silent" }), {
      jobSteps: api.deps.jobSteps,
      eventFeed: api.deps.eventFeed,
      retentionDays: 30,
      expireCustomers: async () => 0,
    });
    await one.run();
    await one.close();
  };

  it("leaves every profile at once, and is restored with values", async () => {
    const attribute = await add({ ...size, categoryIds: null, isPublic: false, position: 3 });
    const other = await add(weight);
    const [one = 0, two = 0, three = 0] = await addPets(api, {}, {}, {});
    for (const petId of [one, two, three]) await setValues(petId, { size: "small", weight: 5 });
    const last = await lastEventId(api.database);
    expect((await remove(attribute.id)).status).toBe(204);
    expect(await valuesOf(one)).toEqual({ weight: 5 });
    expect((await api.send("GET /v1/attributes", { key: admin })).body).toEqual([other]);
    const refused = await api.send(`PATCH /v1/pets/${one}/profile`, { body: { attributes: { size: "small" } } });
    expect(refused.body).toMatchObject({ message: expect.stringContaining("size is not an attribute of this store") });
    // A profile that is written meanwhile keeps the hidden values.
    await setValues(one, { weight: 6 });
    await setValues(two, { weight: null });
    await api.send(`DELETE /v1/pets/${three}`);
    const { status, body, headers } = await restore(attribute.id);
    const read = await api.send(`GET /v1/attributes/${attribute.id}`, { key: admin });
    expect([status, body, headers.get("etag")]).toEqual([200, attribute, read.headers.get("etag")]);
    expect([await valuesOf(one), await valuesOf(two)]).toEqual([{ size: "small", weight: 6 }, { size: "small" }]);
    expect((await eventsSince(api.database, last)).filter(({ subject }) => subject.kind === "attribute")).toMatchObject(
      [
        { action: "attribute.delete", before: attribute, after: null },
        {
          action: "attribute.restore",
          subject: { kind: "attribute", id: attribute.id },
          before: null,
          after: attribute,
        },
      ],
    );
  });

  it("is returned unchanged by a restore if it is not deleted", async () => {
    const { id } = await add(weight);
    const last = await lastEventId(api.database);
    expect((await restore(id)).body).toEqual((await api.send(`GET /v1/attributes/${id}`, { key: admin })).body);
    expect((await restore(900_000_000_000_001)).status).toBe(404);
    expect(await eventsSince(api.database, last)).toEqual([]);
  });

  it("is refused with a stale If-Match, and without force", async () => {
    const { id } = await add(weight);
    const [petId = 0] = await addPets(api, {});
    await setValues(petId, { weight: 5 });
    expect((await remove(id, { "if-match": '"stale"' })).status).toBe(412);
    const { body } = await api.send(`DELETE /v1/attributes/${id}?force=false`, { key: admin });
    expect(body).toEqual(errorBody("in_use", 409, expect.stringContaining(`pet ${petId} has a value`)));
    expect(await valuesOf(petId)).toEqual({ weight: 5 });
    expect((await restore(id, api.key)).status).toBe(403);
  });

  it("is restored once by concurrent requests, which all return it", async () => {
    const { id } = await add(weight);
    await remove(id);
    const last = await lastEventId(api.database);
    const answers = await Promise.all(Array.from({ length: 6 }, () => restore(id)));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 6 }, () => 200));
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(await eventsSince(api.database, last)).toMatchObject([{ action: "attribute.restore" }]);
  });

  it("is restored without deleted categories if its name is free", async () => {
    const [petId = 0] = await addPets(api, { categoryId: 3 });
    await api.database.pool.query("INSERT INTO category (id) VALUES (4)");
    const { id } = await add({ ...weight, categoryIds: [3, 4] });
    await setValues(petId, { weight: 5 });
    await remove(id);
    const same = await add(weight);
    const message = `attribute ${same.id} now uses that name; delete it first`;
    expect((await restore(id)).body).toEqual(errorBody("name_taken", 409, message));
    await remove(same.id);
    await api.send("DELETE /v1/categories/4");
    expect((await restore(id)).body).toMatchObject({ id, categoryIds: [3] });
    expect(await valuesOf(petId)).toEqual({ weight: 5 });
  });

  it("is restored only if the store has fewer than 60 attributes", async () => {
    const { id } = await add(weight);
    await remove(id);
    await api.database.pool.query(
      "INSERT INTO attribute (name, label, type) SELECT 'a' || n, 'A', 'date' FROM generate_series(1, $1) AS n",
      [MAX_ATTRIBUTES],
    );
    expect((await restore(id)).body).toEqual(errorBody("conflict", 409, expect.stringContaining("60 attributes")));
    expect((await api.database.pool.query("SELECT FROM deleted_attribute")).rowCount).toBe(1);
  });

  it("can be restored for 30 days, and then loses its values", async () => {
    const { id } = await add(weight);
    const other = await add(size);
    const pets = await addPets(api, ...Array.from({ length: 2_100 }, () => ({})));
    await api.database.pool.query(
      "INSERT INTO pet_profile (pet_id, attributes) SELECT pet_id, jsonb_build_object($2::text, 5, $3::text, 'small') FROM unnest($1::bigint[]) AS pet_id",
      [pets, id, other.id],
    );
    await remove(id);
    await age(29);
    await sweep();
    expect(await stored()).toEqual(pets.map(() => ({ [id]: 5, [other.id]: "small" })));
    await age(31);
    expect((await restore(id)).body).toEqual(
      errorBody("not_found", 404, `attribute ${id} was not deleted in the last 30 days`),
    );
    await api.database.db.$transaction((tx) => purgeStep(tx));
    expect((await stored()).filter((values) => String(id) in values)).toHaveLength(100);
    // Simulates a crash, after which another process continues.
    await sweep();
    expect(await stored()).toEqual(pets.map(() => ({ [other.id]: "small" })));
    expect((await api.database.pool.query("SELECT FROM deleted_attribute")).rowCount).toBe(0);
  });

  it("is removed in one sweep together with other attributes", async () => {
    const [one, two, used, unused] = [
      await add(size),
      await add(weight),
      await add({ ...weight, name: "a" }),
      await add({ ...weight, name: "b" }),
    ];
    const [petId = 0] = await addPets(api, {});
    await setValues(petId, { size: "small", weight: 5, a: 1 });
    for (const { id } of [one, two]) await remove(id);
    await age(31);
    await sweep();
    expect(await stored()).toEqual([{ [used.id]: 1 }]);
    expect((await api.send(`DELETE /v1/attributes/${unused.id}`, { key: admin })).status).toBe(204);
  });

  it("keeps its values during a concurrent change of the profile", async () => {
    const { id } = await add(size);
    await add(weight);
    const pets = await addPets(api, ...Array.from({ length: 6 }, () => ({})));
    for (const petId of pets) await setValues(petId, { size: "small" });
    const [removed] = await Promise.all([
      remove(id),
      ...pets.map((petId) => api.send(`PATCH /v1/pets/${petId}/profile`, { body: { attributes: { weight: 5 } } })),
    ]);
    expect([removed.status, (await restore(id)).status]).toEqual([204, 200]);
    for (const petId of pets) expect(await valuesOf(petId)).toEqual({ size: "small", weight: 5 });
  });
});

describe("the categories of an attribute", () => {
  const categoriesOf = async (id: number) =>
    ((await api.send(`GET /v1/attributes/${id}`)).body as Attribute).categoryIds;
  const addCategories = async (...ids: number[]) => {
    await api.database.db.category.createMany({ data: ids.map((id) => ({ id })) });
  };

  it("apply to no pet when the last category is deleted", async () => {
    await addCategories(2, 3);
    const { id } = await add({ ...weight, categoryIds: [3, 2] });
    const all = await add(size);
    for (const [categoryId, left] of [
      [3, [2]],
      [2, []],
    ] as const) {
      expect((await api.send(`DELETE /v1/categories/${categoryId}`)).status).toBe(204);
      expect(await categoriesOf(id)).toEqual(left);
    }
    expect(await categoriesOf(all.id)).toBeNull();
    const [petId = 0] = await addPets(api, {});
    const { body } = await api.send(`PATCH /v1/pets/${petId}/profile`, { body: { attributes: { weight: 1 } } });
    const message =
      "body.attributes.weight must be omitted or null: pets of category 1 do not have this attribute, not 1";
    expect(body).toEqual(errorBody("invalid_request", 400, message));
  });

  it("contain the target of a merge only once, and the change is recorded", async () => {
    await addCategories(2, 3, 4);
    const ids = [];
    for (const [name, categoryIds] of [
      ["a", [2, 3, 4]],
      ["b", [2]],
      ["c", [4]],
    ]) {
      ids.push((await add({ ...weight, name, categoryIds })).id);
    }
    expect((await api.send("POST /v1/categories/2/merge", { body: { into: 3 } })).status).toBe(200);
    expect(await Promise.all(ids.map(categoriesOf))).toEqual([[3, 4], [3], [4]]);
    const { body } = await api.send("GET /v1/history?action=attribute.update");
    const changed = (body as AuditEvent[]).map(({ subject, before, after }) => [
      subject.id,
      before?.["categoryIds"],
      after?.["categoryIds"],
    ]);
    expect(changed.slice(0, 2)).toEqual([
      [ids[1], [2], [3]],
      [ids[0], [2, 3, 4], [3, 4]],
    ]);
  });

  it("contain no deleted category after concurrent deletions of categories", async () => {
    const categories = [11, 12, 13, 14, 15, 16];
    await addCategories(...categories);
    await Promise.all(
      categories.flatMap((categoryId) => [
        define({ ...weight, name: `weight_${categoryId}`, categoryIds: [categoryId] }),
        api.send(`DELETE /v1/categories/${categoryId}`),
      ]),
    );
    expect(await api.database.db.category.count()).toBe(0);
    for (const row of await rows()) expect(row.category_ids).toEqual([]);
  });
});
