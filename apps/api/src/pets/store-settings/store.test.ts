import { logoRule, MAX_LOGO_SIDE, type Store } from "@petstore/contract/routes";
import { MAX_LOGO_LENGTH } from "@petstore/contract/schemas";
import sharp from "sharp";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { eventsSince, lastEventId } from "../../../test/support/audit.js";
import { addPets } from "../../../test/support/builders.js";
import { emptyTables } from "../../../test/support/empty-tables.js";
import { createTestApi, errorBody, type TestApi } from "../../../test/support/test-api.js";

const unset = { name: null, address: null, logo: null, timeZone: null, currency: null, contractText: null };
const usual = { ...unset, statusNames: { available: null, pending: null, sold: null }, updatedAt: null };
const details = {
  name: "Second Chance",
  address: "Lindenstraße 12\n10969 Berlin",
  timeZone: "Europe/Berlin",
  currency: "EUR",
  contractText: "{store} gives {animal} ({number}) to {customer} on {date} for {price}. {",
};

const logoOf = async (kind: "png" | "jpeg" | "webp", side: number): Promise<string> => {
  const image = sharp({ create: { width: side, height: 2, channels: 3, background: "#0a0" } });
  return `data:image/${kind};base64,${(await image.toFormat(kind).toBuffer()).toString("base64")}`;
};

let api: TestApi;
let admin: string;
let reader: string;
beforeAll(async () => {
  api = await createTestApi();
  admin = await api.makeKey("admin");
  reader = await api.makeKey("read");
});
beforeEach(() => emptyTables(api.database, "store"));
afterAll(() => api.close());

const get = (headers = {}, key = reader) => api.send("GET /v1/store", { key, headers });
const patch = (body: unknown, headers = {}, key = admin) => api.send("PATCH /v1/store", { key, headers, body });
const name = (statusNames: object, headers = {}) => patch({ statusNames }, headers);
const rows = async () => (await api.database.pool.query("SELECT * FROM store")).rows;

describe("GET /store", () => {
  it("returns 200 with nulls to any key before the first name is set", async () => {
    for (const key of [reader, api.key, admin]) {
      const { status, body } = await get({}, key);
      expect({ status, body }).toEqual({ status: 200, body: usual });
    }
    expect(await rows()).toEqual([]);
  });

  it("returns 304 until a name changes", async () => {
    const etag = (await get()).headers.get("etag") ?? "";
    expect((await get({ "if-none-match": etag })).status).toBe(304);
    const { headers } = await name({ sold: "Adopted" });
    const after = await get({ "if-none-match": etag });
    expect([after.status, after.headers.get("etag")]).toEqual([200, headers.get("etag")]);
  });

  it("returns 400 for a parameter and 401 without a key", async () => {
    expect((await api.send("GET /v1/store?x=1")).status).toBe(400);
    expect((await get({}, "")).status).toBe(401);
  });
});

describe("PATCH /store", () => {
  it("trims names, keeps absent ones, and clears with null", async () => {
    expect((await name({ sold: " Adopted ", pending: "Reserved" })).body).toEqual({
      ...unset,
      statusNames: { available: null, pending: "Reserved", sold: "Adopted" },
      updatedAt: expect.any(String),
    });
    const merge = { "content-type": "application/merge-patch+json" };
    const { status, body } = await name({ pending: null }, merge);
    expect([status, (body as Store).statusNames]).toEqual([200, { available: null, pending: null, sold: "Adopted" }]);
    expect((await get()).body).toEqual(body);
  });

  it("sets what the store is, keeps absent fields, and clears with null", async () => {
    expect((await patch({ ...details, name: " Second Chance " })).body).toEqual({
      ...usual,
      ...details,
      updatedAt: expect.any(String),
    });
    await name({ sold: "Adopted" });
    const { body } = await patch({ address: null, currency: "JPY" });
    expect(body).toMatchObject({ ...details, address: null, currency: "JPY", statusNames: { sold: "Adopted" } });
    expect((await get()).body).toEqual(body);
    expect(await rows()).toMatchObject([{ name: "Second Chance", address: null, time_zone: "Europe/Berlin" }]);
  });

  it("records each change of a field with the state before and after", async () => {
    const last = await lastEventId(api.database);
    const { body: first } = await patch(details);
    await patch(details);
    const { body: second } = await patch({ contractText: null });
    expect(await eventsSince(api.database, last)).toMatchObject([
      { action: "store.update", before: usual, after: first },
      { action: "store.update", before: first, after: second },
    ]);
  });

  it.each([
    [{ name: " " }, "body.name must have 1 to 200 characters after trimming"],
    [{ name: 5 }, "body.name must be a string"],
    [
      { address: "a".repeat(501) },
      "body.address must be a text of 1 to 500 characters, without control characters or lone surrogates",
    ],
    [{ timeZone: "+02:00" }, "body.timeZone must be the name of an IANA time zone, for example Europe/Berlin"],
    [{ timeZone: "Mars/Olympus" }, "body.timeZone must be the name of an IANA time zone, for example Europe/Berlin"],
    [{ currency: "eur" }, "body.currency must be the ISO 4217 code of a currency in use, for example EUR"],
    [{ currency: "DEM" }, "body.currency must be the ISO 4217 code of a currency in use, for example EUR"],
    [
      { contractText: "For {price} to {buyer} and {seller}" },
      "body.contractText has the unknown placeholder {buyer}: use {animal}, {number}, {customer}, {price}, {date}, {store}",
    ],
    [
      { contractText: "a".repeat(10_001) },
      "body.contractText must be a text of 1 to 10000 characters, without control characters or lone surrogates",
    ],
    [{ slogan: "x" }, "body.slogan is not a recognised field"],
  ])("returns 400 for a wrong field: $1", async (body, message) => {
    const { body: before } = await patch(details);
    expect((await patch(body)).body).toEqual(errorBody("invalid_request", 400, message));
    expect((await get()).body).toEqual(before);
  });

  it("keeps a logo of each kind of picture, up to its size in pixels and characters", async () => {
    for (const kind of ["png", "jpeg", "webp"] as const) {
      const logo = await logoOf(kind, MAX_LOGO_SIDE);
      const { status, body } = await patch({ logo });
      expect([status, (body as Store).logo]).toEqual([200, logo]);
      expect(await rows()).toMatchObject([{ logo }]);
    }
    await patch({ name: "Second Chance" });
    expect((await get()).body).toMatchObject({ name: "Second Chance", logo: await logoOf("webp", MAX_LOGO_SIDE) });
    expect((await patch({ logo: null })).body).toMatchObject({ logo: null });
  });

  it.each<[name: string, logo: () => string | Promise<string>]>([
    ["another kind of address", () => "https://example.com/logo.png"],
    ["a picture that can run scripts", () => `data:image/svg+xml;base64,${btoa("<svg/>")}`],
    ["a text that is no base64", () => "data:image/png;base64,ab c"],
    ["bytes that are no picture", () => `data:image/png;base64,${btoa("not a picture")}`],
    ["a picture that ends early", async () => (await logoOf("png", 9)).slice(0, 60)],
    ["a picture that is too wide", () => logoOf("png", MAX_LOGO_SIDE + 1)],
    ["a text that is too long", () => `data:image/png;base64,${"A".repeat(MAX_LOGO_LENGTH)}`],
  ])("returns 400 for %s as a logo, and keeps the old one", async (_name, logo) => {
    const { body: before } = await patch({ logo: await logoOf("png", 3) });
    expect((await patch({ logo: await logo(), name: "New" })).body).toEqual(
      errorBody("invalid_request", 400, `body.logo ${logoRule}`),
    );
    expect((await get()).body).toEqual(before);
  });

  it("changes no byte of pets, CSV and the inventory, and no filter", async () => {
    const [id] = await addPets(api, { status: "sold" });
    const lines = [`GET /v1/pets?id=${id}`, `GET /v1/pets/export?q=x`, "GET /v1/inventory", "GET /v1/pets?status=sold"];
    const texts = () => Promise.all(lines.map(async (line) => (await api.send(line)).text));
    const before = await texts();
    await name({ sold: "Adopted" });
    expect(await texts()).toEqual(before);
    expect((await api.send("GET /v1/pets?status=Adopted")).status).toBe(400);
  });

  it("records one event, which is also in the feed, and none if nothing changes", async () => {
    const next = ((await api.send("GET /v1/events?after=now")).body as { next: string }).next;
    const last = await lastEventId(api.database);
    const { body: after } = await name({ sold: "Adopted" });
    expect((await name({ sold: "Adopted" })).body).toEqual(after);
    await patch({});
    expect(await eventsSince(api.database, last)).toMatchObject([
      { action: "store.update", subject: { kind: "store", id: 1 }, before: usual, after },
    ]);
    const { body } = await api.send(`GET /v1/events?after=${next}&types=store.updated`, { key: reader });
    expect((body as { data: object[] }).data).toMatchObject([
      {
        type: "store.updated",
        subject: { kind: "store", id: 1 },
        changed: expect.arrayContaining(["statusNames", "updatedAt"]),
        after,
      },
    ]);
    const { body: actions } = await api.send("GET /v1/actions?limit=1");
    expect(actions).toMatchObject([
      { event: { action: "store.update" }, undo: { isPossible: false, reason: "scope" } },
    ]);
  });

  it.each([
    [{ sold: "Pending" }, "body.statusNames.sold must differ from the names of pending: choose another name"],
    [
      { available: "sOLD", sold: "Adopted" },
      "body.statusNames.available must differ from the names of sold: choose another name",
    ],
    [
      { available: "reserved" },
      "body.statusNames.available must differ from the names of pending: choose another name",
    ],
    [
      { available: "Out", sold: "OUT" },
      "body.statusNames.available must differ from the names of sold: choose another name; body.statusNames.sold must differ from the names of available: choose another name",
    ],
    [{ sold: "a".repeat(31) }, "body.statusNames.sold must have 1 to 30 characters after trimming"],
    [{ sold: " " }, "body.statusNames.sold must have 1 to 30 characters after trimming"],
    [{ sold: "a\u0000" }, "body.statusNames.sold must not contain control characters"],
    [{ lost: "Lost" }, "body.statusNames.lost is not a recognised field"],
    [null, "body.statusNames must be a JSON object"],
  ])("returns 400 for %j, and changes nothing", async (statusNames, message) => {
    const { body: before } = await name({ pending: "Reserved" });
    expect((await patch({ statusNames })).body).toEqual(errorBody("invalid_request", 400, message));
    expect((await get()).body).toEqual(before);
  });

  it("accepts 30 characters, and the usual word for that status", async () => {
    const { body } = await name({ available: "available", sold: "🐾".repeat(30) });
    expect((body as Store).statusNames).toEqual({ available: "available", pending: null, sold: "🐾".repeat(30) });
  });

  it("returns 403, 401 or 415, and writes no row", async () => {
    const body = { statusNames: { sold: "Adopted" } };
    expect((await patch(body, {}, api.key)).status).toBe(403);
    expect((await patch(body, {}, reader)).status).toBe(403);
    expect((await patch(body, {}, "")).status).toBe(401);
    expect((await patch(body, { "content-type": "text/plain" })).status).toBe(415);
    expect(await rows()).toEqual([]);
  });

  it("returns 412 for a stale If-Match, and accepts one of many at once", async () => {
    const etag = (await get()).headers.get("etag") ?? "";
    const answers = await Promise.all(
      ["Adopted", "Rehomed", "Gone"].map((sold) => name({ sold }, { "if-match": etag })),
    );
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 412, 412]);
    expect((await get()).body).toEqual(answers.find(({ status }) => status === 200)?.body);
  });

  it("loses no change when two statuses are changed at the same time", async () => {
    const answers = await Promise.all([name({ sold: "Gone" }), name({ available: "Gone" })]);
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 400]);
    expect(await rows()).toHaveLength(1);
  });

  it("refuses a second row, even from SQL", async () => {
    await expect(api.database.pool.query("INSERT INTO store (id) VALUES (2)")).rejects.toMatchObject({
      constraint: "store_is_one",
    });
  });
});
