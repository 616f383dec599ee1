import type { EventPage, Pet, PetImportDryRun, Profile } from "@petstore/contract/routes";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { emptyTables } from "../../test/support/empty-tables.js";
import { sendWhileLocked } from "../../test/support/send-while-locked.js";
import { createTestApi, errorBody, type TestApi } from "../../test/support/test-api.js";

describe("an import that updates", () => {
  let api: TestApi;
  let key: string;
  beforeAll(async () => {
    api = await createTestApi();
    key = await api.makeKey("admin");
    for (const name of ["breed", "coat"]) {
      await api.send("POST /v1/attributes", { key, body: { name, label: name, type: "text" } });
    }
  });
  beforeEach(() => emptyTables(api.database, "store_order, pet, category"));
  afterAll(() => api.close());

  const importCsv = (csv: string, rest: object = { update: true }, query = "") =>
    api.send(`POST /v1/pets/import${query}`, { key, body: { csv, source: "pets.csv", columns: {}, ...rest } });
  const pets = async () =>
    (await api.send("GET /v1/pets?expand=profile", { key })).body as (Pet & { profile: Profile })[];
  const shown = async () =>
    (await pets()).map(({ name, status, profile: { externalId, attributes } }) => ({
      ...{ name, status, externalId },
      ...attributes,
    }));
  const first =
    "name,category,status,externalId,breed,coat\nRex,Dog,pending,A-1,Collie,long\nMimi,Cat,sold,A-2,,short\n";

  it("changes the fields that the file has, creates other pets, and does nothing the second time", async () => {
    await importCsv(first);
    const ids = (await pets()).map(({ id }) => id);
    const after = ((await api.send("GET /v1/events?after=now", { key })).body as EventPage).next;
    const csv = "name,category,externalId,breed\nRexy,Cat,A-1,\nMimi,Cat,A-2,\nAda,Dog,A-3,Pug\n";
    const { status, body } = await importCsv(csv);
    expect([status, body]).toMatchObject([201, { rows: 3, imported: 1, updated: 2, bad: 0 }]);
    expect(await shown()).toEqual([
      { name: "Rexy", status: "pending", externalId: "A-1", coat: "long" },
      { name: "Mimi", status: "sold", externalId: "A-2", coat: "short" },
      { name: "Ada", status: "available", externalId: "A-3", breed: "Pug" },
    ]);
    expect((await pets()).slice(0, 2).map(({ id }) => id)).toEqual(ids);
    const { data } = (await api.send(`GET /v1/events?after=${after}`, { key })).body as EventPage;
    const [rex, , ada] = await pets();
    expect(
      data.map((event) => [event.type, event.subject.id, event.changed, "range" in event ? event.range : undefined]),
    ).toEqual([
      ["pet.updated", rex?.id, ["name", "categoryId"], undefined],
      ["profile.updated", rex?.id, ["updatedAt", "attributes.breed"], undefined],
      ["catalogue.imported", null, [], { firstPetId: ada?.id, lastPetId: ada?.id }],
    ]);

    expect((await importCsv(csv)).body).toMatchObject({ imported: 0, updated: 3 });
    const again = (await api.send(`GET /v1/events?after=${data.at(-1)?.id}`, { key })).body as EventPage;
    expect(again.data.map((event) => [event.type, "resync" in event])).toEqual([["catalogue.imported", false]]);
  });

  it("keeps the status if the cell is empty, and sets the status to which the value is mapped", async () => {
    await importCsv(first);
    await importCsv("name,category,status,externalId\nRex,Dog,,A-1\nMimi,Cat,gone,A-2\n", {
      ...{ update: true, statusMap: { gone: "available", "": "sold" } },
    });
    expect((await shown()).map(({ status }) => status)).toEqual(["sold", "available"]);
    await importCsv("name,category,status,externalId\nRex,Dog,,A-1\n");
    expect((await shown()).map(({ status }) => status)).toEqual(["sold", "available"]);
  });

  it("treats a row with the externalId of a pet as bad without `update`, and changes nothing", async () => {
    await importCsv(first);
    const { status, body } = await importCsv("name,category,externalId\nOther,Dog,A-1\n", {});
    expect([status, body]).toEqual([
      400,
      errorBody("invalid_request", 400, expect.stringMatching(/line 2: externalId "A-1" belongs to pet \d+/)),
    ]);
    expect((await shown())[0]?.name).toBe("Rex");
  });

  it("refuses a second row of the same pet, and a status that an open order does not allow", async () => {
    await importCsv(first.replace("pending", "available"));
    const [rex] = await pets();
    await api.send("POST /v1/orders", { key, body: { petId: rex?.id } });
    const csv = "name,category,status,externalId\nRex II,Dog,sold,A-1\nMimi,Cat,sold,A-2\nMimi,Cat,sold,A-2\n";
    const problems = [
      { line: 2, problem: expect.stringMatching(/^status must be pending: order \d+ reserves pet \d+$/) },
      { line: 4, problem: 'externalId "A-2" is also in line 3' },
    ];
    const dry = (await importCsv(csv, { update: true }, "?dryRun=true")).body as PetImportDryRun;
    expect(dry).toMatchObject({ rows: 3, imported: 0, updated: 1, bad: 2, badRows: problems });
    expect((await importCsv(csv)).status).toBe(400);
    expect((await shown())[0]?.name).toBe("Rex");
    expect((await importCsv(csv, { update: true, skipBad: true })).body).toMatchObject({
      updated: 1,
      badRows: problems,
    });
    // A change of an ordered pet is allowed if it does not change the status.
    await importCsv("name,category,externalId\nRex III,Dog,A-1\n");
    expect((await shown())[0]).toMatchObject({ name: "Rex III", status: "pending" });
  });

  it("restores the values of an earlier export", async () => {
    await importCsv(first);
    const file = (await api.send("GET /v1/pets/export?expand=profile", { key })).text;
    const before = await shown();
    await importCsv("name,category,status,externalId,breed,coat\nX,Cat,available,A-1,Y,\nZ,Dog,available,A-2,Y,Z\n");
    expect(await shown()).not.toEqual(before);
    await importCsv(file);
    expect(await shown()).toEqual(before);
  });

  describe("that waits for a pet", () => {
    const csv = "name,category,status,externalId,breed\nRexy,Dog,sold,A-1,Pug\nMimi,Cat,sold,A-2,Angora\n";
    const whilePetIsLocked = async (...changes: readonly [sql: string][]) => {
      await importCsv(first.replace("pending", "available"));
      const [rex] = await pets();
      const id = rex?.id ?? 0;
      const lock = ["SELECT FROM pet WHERE id = $1 FOR UPDATE", id] as const;
      const made = changes.map(([sql]) => [sql, id] as const);
      const send = () => importCsv(csv, { update: true, skipBad: true });
      return { id, body: (await sendWhileLocked(api, [lock, ...made], send)).body };
    };

    it("reports a row as bad if its pet was deleted in the meantime, and changes the other pets", async () => {
      const { id, body } = await whilePetIsLocked(["DELETE FROM pet WHERE id = $1"]);
      const problem = `externalId "A-1" no longer belongs to pet ${id}`;
      expect(body).toMatchObject({ rows: 2, updated: 1, bad: 1, badRows: [{ line: 2, problem }] });
      expect(await shown()).toEqual([
        { name: "Mimi", status: "sold", externalId: "A-2", breed: "Angora", coat: "short" },
      ]);
    });

    it("reports a row as bad if its pet has another external id in the meantime", async () => {
      const { id, body } = await whilePetIsLocked(["UPDATE pet_profile SET external_id = 'B-1' WHERE pet_id = $1"]);
      const problem = `externalId "A-1" no longer belongs to pet ${id}`;
      expect(body).toMatchObject({ updated: 1, bad: 1, badRows: [{ line: 2, problem }] });
      expect((await shown())[0]).toMatchObject({ name: "Rex", externalId: "B-1", breed: "Collie" });
    });

    it("reports a row as bad if an order now determines the status of its pet", async () => {
      const { id, body } = await whilePetIsLocked(
        ["INSERT INTO store_order (pet_id) VALUES ($1)"],
        ["UPDATE pet SET status = 'pending' WHERE id = $1"],
      );
      const problem = expect.stringMatching(new RegExp(`^status must be pending: order \\d+ reserves pet ${id}$`));
      expect(body).toMatchObject({ updated: 1, bad: 1, badRows: [{ line: 2, problem }] });
      expect((await shown())[0]).toMatchObject({ name: "Rex", status: "pending", breed: "Collie" });
    });
  });

  it("changes each pet once, in chunks of four megabytes", async () => {
    const { pool } = api.database;
    const rows = Array.from({ length: 120 }, (_, at) => `Heavy,1,H-${at},new`);
    await importCsv(`name,category,externalId,breed\n${rows.join("\n").replaceAll("new", "old")}\n`, {});
    await pool.query(
      "UPDATE pet_profile SET attributes = attributes || jsonb_build_object((SELECT id FROM attribute WHERE name = 'coat')::text, repeat('x', 48000))",
    );
    const { rows: counted } = await pool.query("SELECT coalesce(max(id), 0) AS id FROM audit_event");
    await importCsv(`name,category,externalId,breed\n${rows.join("\n")}\n`);
    const { rows: events } = await pool.query(
      `SELECT count(*)::int AS count, count(DISTINCT subject_id)::int AS pets, count(DISTINCT at)::int > 2 AS "isInChunks"
       FROM audit_event WHERE id > $1 AND action = 'profile.update'`,
      [counted[0].id],
    );
    expect(events).toEqual([{ count: 120, pets: 120, isInChunks: true }]);
  });
});
