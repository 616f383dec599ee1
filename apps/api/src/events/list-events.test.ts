import { type EventPage, eventTypeOf, HistoryAction, MAX_MERGED_AT_ONCE } from "@petstore/contract/routes";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { recordedStates } from "../../test/support/event-states.js";
import { createTestApi, errorBody, type TestApi } from "../../test/support/test-api.js";

describe("GET /events", () => {
  let api: TestApi;
  let petId: number;
  beforeAll(async () => {
    api = await createTestApi();
    petId = await addPet();
  });
  afterAll(() => api.close());

  const get = async (query: string, options = {}) => {
    const { status, body } = await api.send(`GET /v1/events?${query}`, options);
    expect([status, body]).toEqual([200, expect.anything()]);
    return body as EventPage;
  };
  const post = async (path: string, body: object) =>
    (await api.send(`POST /v1${path}`, { body })).body as { id: number };
  const addPet = async () => (await post("/pets", { name: "Max", categoryId: 1 })).id;
  /** Commits an event as another process would. */
  const recordElsewhere = (action: string, kind: string) => {
    const known = HistoryAction.safeParse(action);
    const { before, after } = known.success ? recordedStates(known.data) : { before: null, after: null };
    return api.database.pool.query(
      `INSERT INTO audit_event (actor_kind, actor_name, action, subject_kind, subject_id, before, after)
       VALUES ('system', 'test', $1, $2, CASE WHEN $2 <> 'catalogue' THEN 1 END, $3, $4)`,
      [action, kind, before, after],
    );
  };
  const now = async () => (await get("after=now")).next;

  it("returns each committed change once, in order, with the changed fields", async () => {
    const { id: categoryId } = await post("/categories", { name: "Dogs" });
    const after = await now();
    const { id } = await post("/pets", { name: "Rex", categoryId, status: "available" });
    await api.send(`PATCH /v1/pets/${id}`, { body: { status: "sold" } });
    await api.send(`DELETE /v1/pets/${id}`);
    const rex = { id, name: "Rex", categoryId, status: "available" };
    const subject = { kind: "pet", id };
    const { data, next, hasMore } = await get(`after=${after}`);
    expect(data).toMatchObject([
      { type: "pet.created", subject, changed: [], before: null, after: rex },
      { type: "pet.updated", subject, changed: ["status"], before: rex, after: { ...rex, status: "sold" } },
      { type: "pet.deleted", subject, changed: [], before: { ...rex, status: "sold" }, after: null },
    ]);
    expect([next, hasMore]).toEqual([data.at(-1)?.id, false]);
    expect(await get(`after=${data[0]?.id}&limit=1`)).toMatchObject({
      data: [data[1]],
      next: data[1]?.id,
      hasMore: true,
    });
    expect(await get(`after=${next}`)).toEqual({ data: [], next, hasMore: false });
  });

  it.each([
    ["a pet", async () => api.send("POST /v1/pets", { body: { name: "Ada", categoryId: 1 } }), "pet.created"],
    ["a category", async () => api.send("POST /v1/categories", { body: { name: "Cats" } }), "category.created"],
    ["an order", async () => api.send("POST /v1/orders", { body: { petId: await addPet() } }), "order.created"],
    ["a profile", () => api.send(`PATCH /v1/pets/${petId}/profile`, { body: { externalId: "A" } }), "profile.updated"],
    ["a note", () => api.send(`POST /v1/pets/${petId}/notes`, { body: { text: "Bites" } }), "note.created"],
    ["a photo", () => recordElsewhere("photo.create", "photo"), "photo.created"],
  ])("answers a waiting request as soon as %s changes, in any process", async (_what, change, type) => {
    const waiting = get(`after=${await now()}&wait=25&types=${type}`);
    await expect.poll(() => api.deps.eventFeed.stats()).toMatchObject({ waits: 1 });
    await change();
    expect((await waiting).data).toMatchObject([{ type }]);
  });

  it("answers a waiting request with an empty page when its time is over", async () => {
    const after = await now();
    const waiting = get(`after=${after}&wait=1&types=catalogue.imported`);
    await addPet();
    const { data, next, hasMore } = await waiting;
    expect([data, hasMore, next]).toEqual([[], false, await now()]);
    expect(next).not.toBe(after);
  });

  it("does not count the wait of a request as its duration", async () => {
    const { eventFeed } = api.deps;
    const leaving = new AbortController();
    const headers = { authorization: `Bearer ${api.key}` };
    const url = `${api.origin}/v1/events?after=${await now()}&wait=25&types=catalogue.imported`;
    const waiting = fetch(url, { headers, signal: leaving.signal });
    await expect.poll(() => eventFeed.stats()).toMatchObject({ waits: 1 });
    const { position } = eventFeed.stats();
    await addPet();
    await eventFeed.number();
    expect(eventFeed.stats().position).toBeGreaterThan(position);
    await expect.poll(() => eventFeed.stats()).toMatchObject({ waits: 1, lag: 0 });
    leaving.abort();
    await expect(waiting).rejects.toThrow("aborted");
  });

  it("measures how long the feed gets no answer from the database, such as during a lock", async () => {
    const { eventFeed } = api.deps;
    await now();
    await eventFeed.number();
    expect(eventFeed.stats().pendingSeconds).toBe(0);
    const client = await api.database.pool.connect();
    await client.query("BEGIN; SELECT FROM event_feed FOR UPDATE");
    const looking = eventFeed.number();
    await expect.poll(() => eventFeed.stats().pendingSeconds).toBeGreaterThan(0);
    await client.query("COMMIT");
    client.release();
    await looking;
    expect(eventFeed.stats().pendingSeconds).toBe(0);
  });

  it("frees the place of a waiting client that disconnects", async () => {
    const leaving = new AbortController();
    const headers = { authorization: `Bearer ${api.key}` };
    const url = `${api.origin}/v1/events?after=${await now()}&wait=25`;
    const waiting = fetch(url, { headers, signal: leaving.signal });
    await expect.poll(() => api.deps.eventFeed.stats()).toMatchObject({ waits: 1 });
    leaving.abort();
    await expect(waiting).rejects.toThrow("aborted");
    await expect.poll(() => api.deps.eventFeed.stats()).toMatchObject({ waits: 0 });
  });

  it("hides notes and private attributes from scope read, and the actor from all but scope admin", async () => {
    const keys = { read: await api.makeKey("read"), write: api.key, admin: await api.makeKey("admin") };
    const asAdmin = { key: keys.admin };
    const define = async (name: string, isPublic: boolean) =>
      (await api.send("POST /v1/attributes", { ...asAdmin, body: { name, label: name, type: "text", isPublic } }))
        .body as {
        id: number;
      };
    const after = await now();
    const shown = await define("shown", true);
    await define("hidden", false);
    const set = (attributes: object) => api.send(`PATCH /v1/pets/${petId}/profile`, { body: { attributes } });
    await set({ shown: "a", hidden: "b" });
    await set({ hidden: "c" });
    await api.send(`POST /v1/pets/${petId}/notes`, { body: { text: "Bites" } });
    const told = async (scope: keyof typeof keys) => (await get(`after=${after}`, { key: keys[scope] })).data;
    const typesOf = (data: EventPage["data"]) => data.map(({ type }) => type);
    const all = ["attribute.created", "attribute.created", "profile.updated", "profile.updated", "note.created"];
    const [read, write, admin] = [await told("read"), await told("write"), await told("admin")];
    expect([read, write, admin].map(typesOf)).toEqual([["attribute.created", "profile.updated"], all, all]);
    expect(read[1]).toMatchObject({
      changed: ["updatedAt", "attributes.shown"],
      after: { attributes: { shown: "a" } },
    });
    expect(JSON.stringify(read)).not.toMatch(/hidden|Bites|actor/);
    expect(write[3]).toMatchObject({ changed: expect.arrayContaining(["attributes.hidden"]) });
    expect(write.map(({ actor }) => actor)).toEqual(all.map(() => undefined));
    expect(admin[4]?.actor).toMatchObject({ kind: "key", name: "test" });

    await api.send(`PATCH /v1/attributes/${shown.id}`, { ...asAdmin, body: { isPublic: false } });
    const later = await told("read");
    expect(typesOf(later)).toEqual(["attribute.created", "attribute.deleted"]);
    expect(JSON.stringify(later)).not.toContain('"a"');
    expect(typesOf(await told("write"))).toEqual([...all, "attribute.updated"]);
  });

  it("includes each kind and action of the history, but no keys or accounts", async () => {
    const after = await now();
    const kinds = new Map(HistoryAction.options.map((action) => [action, action.split(".")[0] ?? ""]));
    for (const [action, kind] of kinds) await recordElsewhere(action, kind);
    await recordElsewhere("api_key.create", "api_key");
    await recordElsewhere("account.create", "account");
    const { data } = await get(`after=${after}&limit=1000`);
    expect(data.map(({ subject: { kind } }) => kind)).toEqual([...kinds.values()]);
    expect(data.map(({ type }) => type)).toEqual(HistoryAction.options.map(eventTypeOf));
    expect(data.filter((event) => "resync" in event).map(({ type }) => type)).toEqual([
      "category.merged",
      "catalogue.imported",
    ]);
  });

  it("tells clients to resync after an import and after a merge, including a merge by a job", async () => {
    const key = await api.makeKey("admin");
    const after = await now();
    const csv = "name,category\nRex,Imported\nBo,Imported\n";
    await api.send("POST /v1/pets/import", { key, body: { csv, source: "a.csv", columns: {} } });
    const { rows } = await api.database.pool.query(
      "SELECT min(id)::int AS first, max(id)::int AS last, min(category_id)::int AS category FROM pet WHERE name IN ('Rex', 'Bo') AND category_id <> 1",
    );
    const [{ first, last, category }] = rows as [{ first: number; last: number; category: number }];
    await api.send(`POST /v1/categories/${category}/merge`, { body: { into: 1 } });
    const { id: big } = await post("/categories", { name: "Big" });
    await api.database.pool.query(
      "INSERT INTO pet (name, category_id) SELECT 'Frank', $1 FROM generate_series(0, $2)",
      [big, MAX_MERGED_AT_ONCE],
    );
    expect((await api.send(`POST /v1/categories/${big}/merge`, { body: { into: 1 } })).status).toBe(202);
    await api.deps.mergeRunner.run();
    const { data } = await get(`after=${after}&types=catalogue.imported&types=category.merged`);
    expect(data).toMatchObject([
      { type: "catalogue.imported", resync: true, range: { firstPetId: first, lastPetId: last } },
      { type: "category.merged", subject: { kind: "category", id: category }, resync: true, range: { categoryId: 1 } },
      { type: "category.merged", subject: { kind: "category", id: big }, resync: true, range: { categoryId: 1 } },
    ]);
  });

  it("filters by subject and types, and moves the cursor past the events left out", async () => {
    const after = await now();
    const id = await addPet();
    await addPet();
    await api.send(`PATCH /v1/pets/${id}`, { body: { name: "Zoe" } });
    await addPet();
    const page = await get(`after=${after}&subject=pet:${id}&limit=1`);
    expect(page).toMatchObject({ data: [{ type: "pet.created", subject: { id } }], hasMore: true });
    const rest = await get(`after=${page.next}&subject=pet:${id}`);
    expect(rest).toMatchObject({ data: [{ type: "pet.updated" }], next: await now(), hasMore: false });
    const updated = await get(`after=${after}&types=pet.updated&types=pet.deleted&subject=pet`);
    expect(updated.data.map(({ type }) => type)).toEqual(["pet.updated"]);
  });

  it("refuses a cursor from the future or of another store, and any text that is not a cursor", async () => {
    const [epoch] = (await now()).split("-");
    for (const after of [`${epoch}-999999`, "00000000-0", `${epoch}`, "1", `${epoch}-01`, "%00"]) {
      const { status, body } = await api.send(`GET /v1/events?after=${after}`);
      expect([status, body]).toEqual([400, errorBody("invalid_request", 400, expect.stringContaining("query.after"))]);
    }
  });

  it("answers 410 to cursors before expired events or of an earlier epoch", async () => {
    const start = await now();
    const [first, second] = [await addPet(), await addPet()];
    const { data } = await get(`after=${start}`);
    const [{ id: one } = { id: "" }] = data;
    await api.database.pool.query("SELECT expire_events('infinity', $1)", [Number(one.split("-")[1])]);
    const expired = (after: string) => api.send(`GET /v1/events?after=${after}`);
    expect(await expired(start)).toMatchObject({ status: 410, body: { code: "cursor_expired" } });
    const left = [{ subject: { kind: "pet", id: second } }];
    expect(await get(`after=${one}`)).toMatchObject({ data: left });
    expect(await get("limit=1")).toMatchObject({ data: left });
    expect(first).toBeLessThan(second);
    const cursors = [await now()];
    for (let epoch = 0; epoch < 2; epoch += 1) {
      await api.database.pool.query("UPDATE event_feed SET server = 'elsewhere'");
      cursors.push(await now());
    }
    expect(new Set(cursors.map((cursor) => cursor.split("-")[0])).size).toBe(3);
    for (const cursor of cursors.slice(0, -1)) expect(await expired(cursor)).toMatchObject({ status: 410 });
    expect(await get(`after=${cursors.at(-1)}`)).toMatchObject({ data: [] });
  });

  it("answers 410 to cursors that are newer than the restored backup", async () => {
    const save = async () =>
      (await api.database.pool.query("SELECT epoch, earlier_epochs, server FROM event_feed")).rows;
    // The feed stores its row when it is read for the first time.
    await now();
    const [backup] = await save();
    const restore = () =>
      api.database.pool.query("UPDATE event_feed SET epoch = $1, earlier_epochs = $2, server = 'elsewhere'", [
        backup.epoch,
        backup.earlier_epochs,
      ]);
    const before = await now();
    await restore();
    const lost = await now();
    await restore();
    for (const after of [before, lost]) {
      const answer = await api.send(`GET /v1/events?after=${after}`);
      expect(answer).toMatchObject({ status: 410, body: { code: "cursor_expired" } });
    }
    expect((await now()).split("-")[0]).not.toBe(lost.split("-")[0]);
  });
});
