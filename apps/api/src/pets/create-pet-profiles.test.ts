import { randomUUID } from "node:crypto";
import type { Pet, Profile } from "@petstore/contract/routes";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { eventsSince, lastEventId } from "../../test/support/audit.js";
import { addPets, newPet, petOf } from "../../test/support/builders.js";
import { emptyTables } from "../../test/support/empty-tables.js";
import { createTestApi, errorBody, type TestApi } from "../../test/support/test-api.js";

const definitions = [
  { name: "weight", type: "number", minimum: 0, maximum: 200, decimals: 1 },
  { name: "breed", type: "text" },
  { name: "story", type: "longText" },
  { name: "price", type: "number", isPublic: false },
];

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
  const key = await api.makeKey("admin");
  for (const one of definitions) await api.send("POST /v1/attributes", { body: { label: one.name, ...one }, key });
});
beforeEach(() => emptyTables(api.database, "pet, category"));
afterAll(() => api.close());

const rows = async () => ({
  pets: await api.database.db.pet.count(),
  profiles: Number((await api.database.pool.query("SELECT count(*) FROM pet_profile")).rows[0].count),
});
const nothing = { pets: 0, profiles: 0 };
const profileOf = async (id: number) => (await api.send(`GET /v1/pets/${id}/profile`)).body as Profile;
const given = { externalId: " SH-1 ", attributes: { breed: "Collie", weight: 31.5, price: 5, story: null } };
const stored = { externalId: "SH-1", attributes: { weight: 31.5, breed: "Collie", price: 5 } };

/** Both operations that create pets, each with the place of the pet in its body. */
const creates = [
  ["POST /pets", "body", (pet: object, headers = {}) => api.send("POST /v1/pets", { body: pet, headers })],
  [
    "POST /pets/batch",
    "body.1",
    (pet: object, headers = {}) => api.send("POST /v1/pets/batch", { body: [newPet(), pet], headers }),
  ],
] as const;
const lastPet = (body: unknown) => (Array.isArray(body) ? body.at(-1) : body) as Pet;

describe.each(creates)("%s with a profile", (_name, place, create) => {
  it("returns 201 with the published fields of the pet, and stores the profile", async () => {
    const { status, body } = await create(newPet({ profile: given }));
    const { id } = lastPet(body);
    expect([status, lastPet(body)]).toEqual([201, petOf({ id })]);
    const profile = await profileOf(id);
    expect(profile).toEqual({ ...stored, photos: [], updatedAt: expect.any(String) });
    expect(JSON.stringify(profile.attributes)).toBe(JSON.stringify(stored.attributes));
  });

  it("records first the pet and then its profile, with the same actor", async () => {
    const last = await lastEventId(api.database);
    const { body } = await create(newPet({ profile: given }));
    const pet = lastPet(body);
    const events = (await eventsSince(api.database, last)).filter(
      ({ subject }) => subject.id === pet.id && subject.kind !== "category",
    );
    const { photos: _, ...profile } = await profileOf(pet.id);
    expect(events).toMatchObject([
      { action: "pet.create", before: null, after: pet },
      {
        action: "profile.update",
        subject: { kind: "profile", id: pet.id },
        before: { externalId: null, attributes: {}, updatedAt: null },
        after: profile,
        actor: events[0]?.actor,
      },
    ]);
    expect(events).toHaveLength(2);
  });

  it.each([{}, { attributes: {} }, { externalId: null, attributes: { breed: null } }])(
    "stores no profile for %j",
    async (profile) => {
      const last = await lastEventId(api.database);
      expect((await create(newPet({ profile }))).status).toBe(201);
      expect((await rows()).profiles).toBe(0);
      expect((await eventsSince(api.database, last)).map(({ action }) => action)).not.toContain("profile.update");
    },
  );

  it("returns 400 that names each wrong value, and creates nothing", async () => {
    const attributes = { weight: 201, breed: 5, colour: "black" };
    const { body } = await create(newPet({ profile: { attributes } }));
    const message = [
      `${place}.profile.attributes.weight must be a number from 0 to 200 with at most 1 decimal, not 201`,
      `${place}.profile.attributes.breed must be a text of 1 to 200 characters, without control characters or lone surrogates, not 5`,
      `${place}.profile.attributes.colour is not an attribute of this store`,
      "the attributes are weight, breed, story, price",
    ].join("; ");
    expect(body).toEqual(errorBody("invalid_request", 400, message));
    expect([await rows(), await api.database.db.category.count()]).toEqual([nothing, 0]);
  });

  it.each([
    [{ externalId: "" }, "externalId must have 1 to 100 characters after trimming"],
    [{ attributes: [] }, "attributes must be a JSON object"],
    [{ updatedAt: null }, "updatedAt is not a recognised field"],
  ])("returns 400 for the profile %j", async (profile, message) => {
    const { body } = await create(newPet({ profile }));
    expect(body).toEqual(errorBody("invalid_request", 400, `${place}.profile.${message}`));
    expect((await create(newPet({ profile: null }))).body).toMatchObject({ code: "invalid_request" });
    expect(await rows()).toEqual(nothing);
  });

  it("returns 409 that names the pet with the externalId, and creates nothing", async () => {
    const [other = 0] = await addPets(api, {});
    await api.send(`PATCH /v1/pets/${other}/profile`, { body: { externalId: "SH-1" } });
    const message = `${place}.profile.externalId is taken by pet ${other}; choose another external id, or clear the external id of that pet first`;
    expect((await create(newPet({ profile: given, categoryId: 7 }))).body).toEqual(errorBody("conflict", 409, message));
    expect([await rows(), await api.database.db.category.count()]).toEqual([{ pets: 1, profiles: 1 }, 1]);
  });

  it("gives an externalId to exactly one of many concurrent pets", async () => {
    const answers = await Promise.all(Array.from({ length: 6 }, () => create(newPet({ profile: given }))));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409, 409, 409, 409]);
    expect((await rows()).profiles).toBe(1);
  });

  it("runs once for an Idempotency-Key, and also replays a refusal", async () => {
    const headers = { "idempotency-key": randomUUID() };
    const first = await create(newPet({ profile: given }), headers);
    const { pets } = await rows();
    const repeat = await create(newPet({ profile: given }), headers);
    expect([repeat.status, repeat.body, repeat.headers.get("idempotent-replayed")]).toEqual([201, first.body, "true"]);
    const refused = { "idempotency-key": randomUUID() };
    for (let times = 0; times < 2; times += 1)
      expect((await create(newPet({ profile: given }), refused)).body).toMatchObject({ code: "conflict" });
    expect(await rows()).toEqual({ pets, profiles: 1 });
  });
});

describe("POST /pets/batch with profiles", () => {
  const batch = (body: object[], query = "") => api.send(`POST /v1/pets/batch${query}`, { body });

  it("returns 400 that names both places of a repeated externalId", async () => {
    const pets = ["A", "B", " A "].map((externalId) => newPet({ profile: { externalId } }));
    const message = "body.2.profile.externalId must not repeat the externalId of body.0";
    expect((await batch(pets)).body).toEqual(errorBody("invalid_request", 400, message));
    expect(await rows()).toEqual(nothing);
  });

  it("creates 1,000 pets with profiles, and refuses all if the last one has a wrong value", async () => {
    const pets = Array.from({ length: 1_000 }, (_, at) =>
      newPet({ profile: { externalId: `E${at}`, attributes: { weight: at / 10, breed: `Breed ${at}` } } }),
    );
    const wrong = [...pets.slice(0, -1), newPet({ profile: { attributes: { weight: -1 } } })];
    expect((await batch(wrong)).body).toMatchObject({
      message: expect.stringMatching(/^body\.999\.profile\.attributes\.weight must be/),
    });
    expect(await rows()).toEqual(nothing);
    const { status, body } = await batch(pets);
    expect([status, await rows()]).toEqual([201, { pets: 1_000, profiles: 1_000 }]);
    expect(await profileOf((body as Pet[])[777]?.id ?? 0)).toMatchObject({
      ...{ externalId: "E777", attributes: { weight: 77.7, breed: "Breed 777" } },
    });
  });

  it("returns the same with and without a dry run, and the dry run writes nothing", async () => {
    const [other = 0] = await addPets(api, {});
    await api.send(`PATCH /v1/pets/${other}/profile`, { body: { externalId: "A" } });
    for (const profile of [{ externalId: "A" }, { attributes: { breed: 1 } }]) {
      const pets = [newPet({ profile })];
      expect((await batch(pets, "?dryRun=true")).body).toEqual((await batch(pets)).body);
    }
    const { body } = await batch([newPet({ profile: given })], "?dryRun=true");
    expect([body, await rows()]).toEqual([
      { valid: true, count: 1 },
      { pets: 1, profiles: 1 },
    ]);
  });

  it("checks each value against the category of its pet", async () => {
    const key = await api.makeKey("admin");
    await addPets(api, { categoryId: 7 });
    const definition = { name: "leash", label: "Leash", type: "text", categoryIds: [7] };
    const { id } = (await api.send("POST /v1/attributes", { body: definition, key })).body as { id: number };
    const [dog, cat] = [7, 8].map((categoryId) => newPet({ categoryId, profile: { attributes: { leash: "long" } } }));
    const message =
      "body.1.profile.attributes.leash must be omitted or null: pets of category 8 do not have this attribute";
    expect((await batch([dog ?? {}, cat ?? {}])).body).toMatchObject({ message: expect.stringContaining(message) });
    expect((await batch([newPet(), dog ?? {}])).status).toBe(201);
    await api.send(`DELETE /v1/attributes/${id}?force=true`, { key });
  });
});

describe("the order of refusals of POST /pets", () => {
  it("is first 400, then 409 for the category, and then 409 for the externalId", async () => {
    const strict = await createTestApi({ CATEGORY_POLICY: "require" });
    const post = (profile: object, categoryId: number) =>
      strict.send("POST /v1/pets", { body: newPet({ profile, categoryId }) });
    await addPets(strict, {});
    expect((await post({ externalId: "A" }, 1)).status).toBe(201);
    const codes = [];
    for (const [profile, categoryId] of [
      [{ externalId: "A", attributes: { x: 1 } }, 2],
      [{ externalId: "A" }, 2],
      [{ externalId: "A" }, 1],
    ] as const)
      codes.push(((await post(profile, categoryId)).body as { code: string }).code);
    await strict.close();
    expect(codes).toEqual(["invalid_request", "category_not_found", "conflict"]);
  });
});
