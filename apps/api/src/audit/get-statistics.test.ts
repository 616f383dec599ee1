import type { AuditEvent, Order, Pet, Statistics } from "@petstore/contract/routes";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addOrder, addPets, newPet } from "../../test/support/builders.js";
import { ownApi } from "../../test/support/own-api.js";
import { createTestApi, errorBody, type TestApi } from "../../test/support/test-api.js";

const now = new Date("2026-11-22T23:59:59.999Z");

// These ids belong to no pet of this file.
let subjects = 1_000_000;

/** Inserts an event of a new subject. `before` and `after` are statuses of a pet. */
const addEvent = (
  { database: { pool } }: TestApi,
  at: string,
  action: string,
  [before, after]: readonly [string | null, string | null] = [null, "available"],
) =>
  pool.query(
    `INSERT INTO audit_event (at, actor_kind, actor_name, action, subject_kind, subject_id, before, after)
     VALUES ($1, 'system', 'test', $2, split_part($2, '.', 1), $5,
       CASE WHEN $3::text IS NOT NULL THEN jsonb_build_object('status', $3) END,
       CASE WHEN $4::text IS NOT NULL THEN jsonb_build_object('status', $4) END)`,
    [at, action, before, after, (subjects += 1)],
  );

const addImport = ({ database: { pool } }: TestApi, at: string, imported: number) =>
  pool.query(
    `INSERT INTO audit_event (at, actor_kind, actor_name, action, subject_kind, after)
     VALUES ($1, 'system', 'test', 'catalogue.import', 'catalogue', jsonb_build_object('imported', $2::integer))`,
    [at, imported],
  );

describe("GET /statistics", () => {
  let api: TestApi;
  let live: TestApi;
  beforeAll(async () => {
    [api, live] = await Promise.all([createTestApi({}, { clock: () => now }), createTestApi()]);
  });
  afterAll(() => Promise.all([api.close(), live.close()]));

  const read = async (query = "", on = api) => ((await on.send(`GET /v1/statistics${query}`)).body as Statistics).days;
  const dayOf = async (date: string) => (await read()).find((day) => day.date === date);

  it("returns 30 days in UTC, today last, with zeros for empty days", async () => {
    const empty = await ownApi({}, { clock: () => now });
    const { status } = await empty.send("GET /v1/statistics", { key: await empty.makeKey("read") });
    const days = await read("", empty);
    expect([status, days.length, days[0]?.date]).toEqual([200, 30, "2026-10-24"]);
    expect(days.at(-1)).toEqual({ date: "2026-11-22", added: 0, imported: 0, sold: 0, ordered: 0 });
    expect(days.map(({ date }) => date)).toEqual(days.map(({ date }) => date).toSorted());
  });

  it.each([1, 90, 366])("returns %i days", async (days) => {
    expect(await read(`?days=${days}`)).toHaveLength(days);
  });

  it("counts created pets, and imported pets separately", async () => {
    await addEvent(api, "2026-11-20T12:00:00Z", "pet.create");
    await addEvent(api, "2026-11-20T13:00:00Z", "pet.create", [null, "sold"]);
    await addImport(api, "2026-11-20T14:00:00Z", 1_000);
    await addImport(api, "2026-11-20T15:00:00Z", 25);
    expect(await dayOf("2026-11-20")).toEqual({ date: "2026-11-20", added: 2, imported: 1_025, sold: 0, ordered: 0 });
  });

  it("counts changes to sold, but not other changes of sold pets", async () => {
    for (const before of ["available", "pending", "sold"])
      for (const after of ["available", "pending", "sold"])
        await addEvent(api, "2026-11-19T12:00:00Z", "pet.update", [before, after]);
    await addEvent(api, "2026-11-19T12:00:00Z", "pet.delete", ["sold", null]);
    expect(await dayOf("2026-11-19")).toEqual({ date: "2026-11-19", added: 0, imported: 0, sold: 2, ordered: 0 });
  });

  it("counts placed orders, but not their later changes", async () => {
    await addEvent(api, "2026-11-18T12:00:00Z", "order.create", [null, "placed"]);
    await addEvent(api, "2026-11-18T12:00:00Z", "order.update", ["placed", "cancelled"]);
    expect(await dayOf("2026-11-18")).toEqual({ date: "2026-11-18", added: 0, imported: 0, sold: 0, ordered: 1 });
  });

  it("separates days at midnight UTC, whatever the time zone of the session is", async () => {
    await addEvent(api, "2026-11-15T23:59:59.999Z", "pet.create");
    await addEvent(api, "2026-11-16T02:00:00+02:00", "pet.create");
    await addEvent(api, "2026-11-16T23:30:00-01:00", "pet.create");
    const added = [];
    for (const zone of ["UTC", "Asia/Tokyo", "America/Los_Angeles"]) {
      // All requests that are sent one after the other use this connection.
      await api.database.reads.pool.query(`SET timezone = '${zone}'`);
      for (const day of ["2026-11-15", "2026-11-16", "2026-11-17"]) added.push((await dayOf(day))?.added);
    }
    expect(added).toEqual(Array.from({ length: 9 }, () => 1));
  });

  it("leaves out events before the first day and after the last day", async () => {
    const own = await ownApi({}, { clock: () => now });
    await addEvent(own, "2026-11-15T23:59:59.999Z", "order.create");
    await addEvent(own, "2026-11-16T00:00:00Z", "order.create");
    await addEvent(own, "2026-11-22T23:59:59.999Z", "order.create");
    await addEvent(own, "2026-11-23T00:00:00Z", "order.create");
    const days = await read("?days=7", own);
    expect([days[0]?.date, ...days.map(({ ordered }) => ordered)]).toEqual(["2026-11-16", 1, 0, 0, 0, 0, 0, 1]);
  });

  it("counts creates, batches, manual sales, orders and deliveries", async () => {
    const own = await ownApi();
    const total = async () => {
      const days = await read("?days=7", own);
      const sum = (name: "added" | "sold" | "ordered") => days.reduce((all, day) => all + day[name], 0);
      return { added: sum("added"), sold: sum("sold"), ordered: sum("ordered") };
    };
    const [byHand, byOrder] = await addPets(own, {}, {});
    expect(await total()).toEqual({ added: 0, sold: 0, ordered: 0 });
    await own.send("POST /v1/pets", { body: newPet({ status: "sold" }) });
    await own.send("POST /v1/pets/batch", { body: [newPet(), newPet()] });
    await own.send(`PATCH /v1/pets/${byHand}`, { body: { status: "sold" } });
    const { id } = (await own.send("POST /v1/orders", { body: { petId: byOrder } })).body as Order;
    for (const status of ["approved", "delivered"]) await own.send(`PATCH /v1/orders/${id}`, { body: { status } });
    expect(await total()).toEqual({ added: 3, sold: 2, ordered: 1 });
  });

  describe("after an undo", () => {
    const { name, categoryId } = { name: "Frank", categoryId: 1 };
    const fields = (status: Pet["status"]) => ({ name, categoryId, status });
    const change = async (id: number, from: object | null, to: object | null) => {
      const { body } = await live.send("POST /v1/pets/changes", { body: [{ id, from, to }] });
      expect(body).toMatchObject({ done: 1, left: [] });
    };
    const today = async () => (await read("?days=7", live)).at(-1);
    /** Returns how much today's counts have changed, and the events that the history lists for one of them. */
    const changed = async (work: () => Promise<void>) => {
      const before = await today();
      await work();
      const after = await today();
      const names = ["added", "imported", "sold", "ordered"] as const;
      return Object.fromEntries(names.map((one) => [one, (after?.[one] ?? 0) - (before?.[one] ?? 0)]));
    };
    const create = async () => {
      const { body } = await live.send("POST /v1/pets", { body: fields("available") });
      return (body as Pet).id;
    };
    const nothing = { added: 0, imported: 0, sold: 0, ordered: 0 };

    it("does not count an undone sale, and counts the next sale once", async () => {
      const id = await create();
      const sell = () => change(id, fields("available"), fields("sold"));
      const takeBack = () => change(id, fields("sold"), fields("available"));
      const sellAndTakeBack = async () => {
        await sell();
        await takeBack();
      };
      expect(await changed(sellAndTakeBack)).toEqual(nothing);
      expect(await changed(sell)).toEqual({ ...nothing, sold: 1 });
      const takeBackAndSell = async () => {
        await takeBack();
        await sell();
      };
      expect(await changed(takeBackAndSell)).toEqual(nothing);
    });

    it("still counts the sale of a pet that was deleted later", async () => {
      const id = await create();
      await change(id, fields("available"), fields("sold"));
      expect(await changed(() => change(id, fields("sold"), null))).toEqual({ ...nothing, added: -1 });
    });

    it("counts an added pet on its first day while it exists", async () => {
      let id = 0;
      expect(
        await changed(async () => {
          id = await create();
          await change(id, fields("available"), null);
        }),
      ).toEqual(nothing);
      expect(await changed(() => change(id, null, fields("available")))).toEqual({ ...nothing, added: 1 });
      expect(
        await changed(async () => {
          await change(id, fields("available"), null);
          await change(id, null, fields("available"));
        }),
      ).toEqual(nothing);
    });

    it("ignores a pet without events that was deleted and restored", async () => {
      const [id = 0] = await addPets(live, { name: "Frank" });
      const deleteAndRestore = async () => {
        await change(id, fields("available"), null);
        await change(id, null, fields("available"));
      };
      expect(await changed(deleteAndRestore)).toEqual(nothing);
    });

    it.each(["added", "sold", "ordered"] as const)("counts as %s exactly what GET /history lists", async (counted) => {
      const [first, second] = [await create(), await create()];
      await change(first, fields("available"), fields("sold"));
      await change(second, fields("available"), fields("sold"));
      await change(second, fields("sold"), fields("available"));
      const { id } = (await live.send("POST /v1/orders", { body: { petId: second } })).body as Order;
      for (const status of ["approved", "delivered"]) await live.send(`PATCH /v1/orders/${id}`, { body: { status } });
      await change(first, fields("sold"), null);
      const { body } = await live.send(`GET /v1/history?counted=${counted}&limit=100`);
      const count = (await read("?days=7", live)).reduce((sum, day) => sum + day[counted], 0);
      expect(count).toBeGreaterThan(0);
      expect((body as AuditEvent[]).length).toBe(count);
    });
  });

  it("counts the days of a time zone, even when its clocks change", async () => {
    await addEvent(api, "2026-10-24T21:59:59.999Z", "order.create");
    await addEvent(api, "2026-10-24T22:00:00Z", "order.create");
    await addEvent(api, "2026-10-25T22:59:59.999Z", "order.create");
    await addEvent(api, "2026-10-25T23:00:00Z", "order.create");
    const days = await read("?days=31&timeZone=Europe/Berlin");
    // In Berlin it is already the 23rd of November.
    expect(days.at(-1)?.date).toBe("2026-11-23");
    const found = days.filter(({ date }) => date <= "2026-10-26").map(({ date, ordered }) => [date, ordered]);
    expect(found).toEqual([
      ["2026-10-24", 1],
      ["2026-10-25", 2],
      ["2026-10-26", 1],
    ]);
  });

  it("lists the pets that have been pending for 14 days, the oldest first", async () => {
    const [last, longest, recent, available, ordered, silent] = await addPets(
      api,
      ...(["pending", "pending", "pending", "available", "pending", "pending"] as const).map((status) => ({ status })),
    );
    const changeAt = (id: number | undefined, at: string) =>
      api.database.pool.query(
        `INSERT INTO audit_event (at, actor_kind, actor_name, action, subject_kind, subject_id)
         VALUES ($1, 'system', 'test', 'pet.update', 'pet', $2)`,
        [at, id],
      );
    for (const id of [last, longest, recent, available, ordered]) await changeAt(id, "2026-10-01T12:00:00Z");
    await changeAt(last, "2026-11-08T23:59:59.998Z");
    await changeAt(recent, "2026-11-08T23:59:59.999Z");
    await addOrder(api, ordered ?? 0);
    const { longPending } = (await api.send("GET /v1/statistics")).body as Statistics;
    expect(longPending).toEqual([
      { id: longest, since: "2026-10-01T12:00:00.000Z" },
      { id: last, since: "2026-11-08T23:59:59.998Z" },
    ]);
    expect(longPending.map(({ id }) => id)).not.toContain(silent);
  });

  it.each(["Berlin", "+02:00", "", "Europe/Berlin%00"])("returns 400 for timeZone=%s", async (timeZone) => {
    expect((await api.send(`GET /v1/statistics?timeZone=${timeZone}`)).body).toEqual(
      errorBody(
        "invalid_request",
        400,
        "query.timeZone must be the name of an IANA time zone, for example Europe/Berlin",
      ),
    );
  });

  it("returns 304 until an event is counted", async () => {
    const tag = (await live.send("GET /v1/statistics")).headers.get("etag") ?? "";
    const again = () => live.send("GET /v1/statistics", { headers: { "if-none-match": tag } });
    expect([(await again()).status, (await again()).text]).toEqual([304, ""]);
    await live.send("POST /v1/pets", { body: newPet() });
    expect((await again()).status).toBe(200);
  });

  it.each(["367", "0", "-7", "7.0", "1e1", "", "x"])("returns 400 for days=%s", async (days) => {
    expect((await api.send(`GET /v1/statistics?days=${days}`)).body).toEqual(
      errorBody("invalid_request", 400, "query.days must be an integer from 1 to 366"),
    );
  });

  it("returns 400 for a parameter that is given twice", async () => {
    const messages = ["days=30&days=30", "timeZone=UTC&timeZone=UTC"].map(
      async (query) => (await api.send(`GET /v1/statistics?${query}`)).body,
    );
    const twice = (name: string) => errorBody("invalid_request", 400, `query.${name} is given 2 times; send it once`);
    expect(await Promise.all(messages)).toEqual([twice("days"), twice("timeZone")]);
  });

  it("returns 400 for an unknown parameter and 401 without a key", async () => {
    expect((await api.send("GET /v1/statistics?day=7")).body).toEqual(
      errorBody("invalid_request", 400, "query.day is not a recognised parameter"),
    );
    expect((await api.send("GET /v1/statistics", { key: "" })).body).toEqual(errorBody("unauthorized", 401));
  });
});
