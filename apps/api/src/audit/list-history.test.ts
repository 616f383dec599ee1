import { type AuditEvent, historyKinds, type Order } from "@petstore/contract/routes";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addPets } from "../../test/support/builders.js";
import { linksOf } from "../../test/support/links.js";
import { signedIn } from "../../test/support/staff.js";
import { createTestApi, errorBody, type TestApi } from "../../test/support/test-api.js";

/** The columns are actor, action, subject and minute. No account of this file has the id 3000. */
const written = [
  ["system", null, "catalogue.import", "catalogue", null, 0],
  ["account", 3_000, "category.create", "category", 7, 1],
  ["account", 3_000, "account.sign_in", "account", 3_000, 2],
  ["key", 5, "pet.create", "pet", 7, 3],
  ["key", 5, "api_key.create", "api_key", 8, 4],
  ["key", 5, "order.create", "order", 9, 5],
  ["key", 5, "pet.update", "pet", 7, 6],
  ["system", null, "account.disable", "account", 3_000, 7],
  ["key", 6, "attribute.create", "attribute", 4, 8],
  ["key", 6, "profile.update", "profile", 7, 9],
] as const;
const minute = (at: number) => `2026-11-21T10:${String(at).padStart(2, "0")}:00.000Z`;
/** Excludes the later events of other tests. */
const ofWritten = `createdTo=${minute(10)}`;

describe("GET /history", () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await createTestApi();
    for (const [index, [actorKind, actorId, action, kind, id, at]] of written.entries()) {
      await api.database.pool.query(
        `INSERT INTO audit_event (id, at, actor_kind, actor_id, actor_name, action, subject_kind, subject_id, after)
         VALUES ($1, $2, $3, $4, 'Sam', $5, $6, $7, '{}')`,
        [index + 1, minute(at), actorKind, actorId, action, kind, id],
      );
    }
    await api.database.pool.query("SELECT setval('audit_event_id_seq', 1000)");
  });
  afterAll(() => api.close());

  const get = (query = "", options = {}) => api.send(`GET /v1/history${query}`, options);
  const idsOf = (body: unknown) => (body as AuditEvent[]).map(({ id }) => id);

  it.each([
    ["", [10, 9, 7, 6, 4, 2, 1]],
    ["limit=3", [10, 9, 7]],
    ["actor=key:6", [10, 9]],
    ["subject=profile:7", [10]],
    ["actor=key:5", [7, 6, 4]],
    ["actor=account:3000", [2]],
    ["actor=system", [1]],
    ["action=pet.update", [7]],
    ["action=catalogue.import", [1]],
    ["subject=pet", [7, 4]],
    ["subject=pet:7", [7, 4]],
    ["subject=catalogue", [1]],
    ["subject=order:9", [6]],
    ["actor=key:5&subject=pet&action=pet.create", [4]],
    ["actor=account:3000&subject=order", []],
    [`createdFrom=${minute(2)}&createdTo=${minute(6)}`, [6, 4]],
    [`actor=key:5&createdFrom=${minute(4)}`, [7, 6]],
  ])("returns 200 without events about keys and accounts for ?%s", async (query, expected) => {
    const { status, body } = await get(`?${query.includes("createdTo=") ? query : `${ofWritten}&${query}`}`);
    expect([status, idsOf(body)]).toEqual([200, expected]);
  });

  it("returns each event like GET /audit-events, except for the names of accounts", async () => {
    const all = (await api.send(`GET /v1/audit-events?${ofWritten}`, { key: await api.makeKey("admin") }))
      .body as AuditEvent[];
    const kinds: readonly string[] = historyKinds;
    const listed = all.filter(({ subject }) => kinds.includes(subject.kind));
    const named = listed.map((event) =>
      event.actor.kind === "account" ? { ...event, actor: { ...event.actor, name: "account 3000" } } : event,
    );
    expect((await get(`?${ofWritten}`)).body).toEqual(named);
  });

  it("shows a clerk an owner's name, but never their sign-in address", async () => {
    const { browser, id, email } = await signedIn(api, "owner");
    const { key } = (await browser.send("POST /auth/key")).body as { key: string };
    const [petId = 0] = await addPets(api, {});
    await api.send(`PATCH /v1/pets/${petId}`, { body: { status: "sold" }, key });
    await api.database.pool.query("UPDATE account SET name = 'Olga' WHERE id = $1", [id]);
    const clerk = await signedIn(api, "clerk");
    const { key: clerks } = (await clerk.browser.send("POST /auth/key")).body as { key: string };
    for (const query of [`?subject=pet:${petId}`, `?actor=account:${id}`]) {
      const { body, text } = await get(query, { key: clerks });
      expect(body).toMatchObject([{ actor: { kind: "account", id: Number(id), name: "Olga" } }]);
      expect(text).not.toContain(email);
    }
  });

  it("names the order that changed a pet, but no order for a manual change", async () => {
    const [petId = 0] = await addPets(api, {});
    const order = async () => ((await api.send("POST /v1/orders", { body: { petId } })).body as Order).id;
    const move = (id: number, status: string) => api.send(`PATCH /v1/orders/${id}`, { body: { status } });
    const first = await order();
    await move(first, "cancelled");
    const second = await order();
    for (const status of ["approved", "delivered"]) await move(second, status);
    await api.send(`PATCH /v1/pets/${petId}`, { body: { name: "Frank II" } });
    for (const status of ["pending", "sold"]) await api.send(`PATCH /v1/pets/${petId}`, { body: { status } });
    const { body } = await get(`?subject=pet:${petId}`);
    const orders = (body as AuditEvent[]).map(({ orderId }) => orderId);
    expect(orders).toEqual([null, null, null, second, second, first, first]);
  });

  const kinds = "query.counted must be one of added, sold, ordered";

  it.each([
    ["all", kinds],
    ["", kinds],
    ["sold&counted=sold", "query.counted is given 2 times; send it once"],
  ])("returns 400 for counted=%s", async (counted, message) => {
    expect((await get(`?counted=${counted}`)).body).toEqual(errorBody("invalid_request", 400, message));
  });

  it("lists events only if the action and the subject belong to the counted number", async () => {
    expect((await get("?counted=ordered&action=pet.update")).body).toEqual([]);
    expect((await get("?counted=ordered&subject=pet")).body).toEqual([]);
  });

  it("shows a change to the write key that made it", async () => {
    const [petId = 0] = await addPets(api, {});
    await api.send(`PATCH /v1/pets/${petId}`, { body: { status: "sold" } });
    const { body } = await get(`?subject=pet:${petId}`);
    expect(body).toMatchObject([{ action: "pet.update", actor: { kind: "key" }, after: { status: "sold" } }]);
  });

  it.each(["", "actor=key:5", "subject=pet", `createdFrom=${minute(1)}&createdTo=${minute(7)}`])(
    "lists every event of %j once by Link, in both directions",
    async (query) => {
      const bounded = query.includes("createdTo=") ? query : `${ofWritten}&${query}`;
      const expected = idsOf((await get(`?${bounded}`)).body);
      const pages: number[][] = [];
      let last = "";
      for (let target: string | undefined = `/v1/history?limit=2&${bounded}`; target !== undefined; ) {
        const { body, headers } = await api.send(`GET ${target}`);
        pages.push(idsOf(body));
        last = target;
        target = linksOf(headers.get("link"))["next"];
      }
      expect(pages.flat()).toEqual(expected);
      const back: number[][] = [];
      for (let target: string | undefined = last; target !== undefined; ) {
        const { body, headers } = await api.send(`GET ${target}`);
        back.unshift(idsOf(body));
        target = linksOf(headers.get("link"))["prev"];
      }
      expect(back).toEqual(pages);
    },
  );

  it.each([
    ["action=api_key.create", /^query\.action must be one of pet\.create, .*, store\.update$/],
    ["action=account.sign_in", /^query\.action must be one of pet\.create, .*, store\.update$/],
    ["subject=account", new RegExp(`^query\\.subject must be one of ${historyKinds.join(", ")}, or KIND:ID`)],
    ["subject=api_key:8", new RegExp(`^query\\.subject must be one of ${historyKinds.join(", ")}, or KIND:ID`)],
    ["subject=catalogue:1", /^query\.subject must be/],
    ["actor=pet:5", /^query\.actor must be system, account:ID or key:ID/],
    ["createdFrom=yesterday", /^query\.createdFrom must be a date-time/],
    ["limit=0", /^query\.limit must be an integer from 1 to 100$/],
    ["sort=id", /^query\.sort is not a recognised parameter$/],
  ])("returns 400 for %s", async (query, message) => {
    expect((await get(`?${query}`)).body).toEqual(errorBody("invalid_request", 400, expect.stringMatching(message)));
  });

  it("returns 400 for a cursor of GET /audit-events or of other filters", async () => {
    const key = await api.makeKey("admin");
    const cursorOf = async (target: string) =>
      /cursor=([^>&]+)/.exec((await api.send(`GET ${target}`, { key })).headers.get("link") ?? "")?.[1];
    for (const target of ["/v1/audit-events?limit=1", "/v1/history?limit=1&subject=pet"]) {
      const { body } = await get(`?limit=1&cursor=${await cursorOf(target)}`);
      expect(body).toEqual(errorBody("invalid_request", 400, expect.stringMatching(/^query\.cursor must come/)));
    }
  });

  it("returns 304 until the page changes", async () => {
    const query = `?${ofWritten}&limit=2`;
    const etag = (await get(query)).headers.get("etag") ?? "";
    const answer = await get(query, { headers: { "if-none-match": etag } });
    expect([answer.status, answer.text]).toEqual([304, ""]);
  });

  it("returns 401 without a key and 403 with a read key", async () => {
    expect((await get("", { key: "" })).body).toEqual(errorBody("unauthorized", 401));
    const { body } = await get("", { key: await api.makeKey("read") });
    expect(body).toEqual(errorBody("forbidden", 403, "this operation requires an API key with scope write"));
  });
});
