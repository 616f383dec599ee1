import { readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pino } from "pino";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { makeTemporaryFolder } from "../../test/support/temporary-folder.js";
import { createTestDatabase, type TestDatabase } from "../../test/support/test-database.js";
import { parseConfig } from "../config/config.js";
import { connectAsSuperuser, problemsSeenBy, undone } from "../../test/support/store-checks.js";
import { queryOfPool } from "../database/query.js";
import { readDefinitions } from "../pets/store/attribute-table.js";
import { loadSample } from "../pets/sample/load-sample.js";
import { vocabulary } from "@petstore/contract/routes";
import { sampleCustomers } from "../pets/sample/sample-data.js";
import { definitionsOf, requireValues } from "../pets/store/check-values.js";
import { hashApiKey } from "../credentials/api-key-format.js";
import { prepareFirstStart } from "./first-start.js";

let database: TestDatabase;
let folder: string;
beforeEach(async () => {
  database = await createTestDatabase();
  folder = await makeTemporaryFolder();
});
afterEach(async () => {
  await database.drop();
  await rm(folder, { recursive: true });
});

type Options = Partial<Parameters<typeof prepareFirstStart>[1]> & {
  readonly isPrivate?: boolean;
  readonly db?: TestDatabase["db"];
};
const prepare = ({ isPrivate = false, db = database.db, ...rest }: Options = {}) => {
  const options = {
    signal: new AbortController().signal,
    isTerminal: false,
    address: "http://127.0.0.1:4010",
    ...rest,
  };
  const config = parseConfig({ DATA_DIR: folder });
  const store = { ...database, isPrivate, close: async () => {} };
  return prepareFirstStart({ db, config, log: pino({ level: "silent" }), database: store, loadSample }, options);
};
const rows = async () => [
  await database.db.account.count(),
  await database.db.apiKey.count(),
  await database.db.pet.count(),
];

/** Makes the first `times` commits that create an account fail with this error code. */
const failCommits = (code: string, times: number) =>
  database.pool.query(`
    CREATE SEQUENCE commits;
    CREATE FUNCTION fail_commit() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF nextval('commits') <= ${times} THEN RAISE EXCEPTION 'no commit' USING ERRCODE = '${code}'; END IF;
      RETURN NULL;
    END $$;
    CREATE CONSTRAINT TRIGGER fail_commit AFTER INSERT ON account DEFERRABLE INITIALLY DEFERRED
      FOR EACH ROW EXECUTE FUNCTION fail_commit()`);

describe("a first start", () => {
  it("shows the key and the link in a terminal without a file, and a second start creates nothing", async () => {
    const first = await prepare({ isTerminal: true });
    expect(first).toMatchObject({ email: "owner@petstore.internal", samplePetCount: 0, credentialsPath: undefined });
    expect(first?.invitation.url).toMatch(/^http:\/\/127\.0\.0\.1:4010\//);
    expect(await database.db.apiKey.count({ where: { hash: hashApiKey(first?.key ?? ""), scope: "admin" } })).toBe(1);
    expect(await readdir(folder)).toEqual([]);
    expect([await prepare(), await rows(), await readdir(folder)]).toEqual([undefined, [1, 1, 0], []]);
  });

  it("writes a new private file if the output is not a terminal", async () => {
    await writeFile(join(folder, "first-start.txt"), "kept");
    const first = await prepare();
    expect(first?.credentialsPath).toBe(join(folder, "first-start-2.txt"));
    const path = first?.credentialsPath ?? "";
    const text = await readFile(path, "utf8");
    expect(text).toContain(`Key       ${first?.key}\n`);
    expect(text).toContain(`Sign in   ${first?.invitation.url}\n`);
    expect([(await stat(path)).mode & 0o777, await readFile(join(folder, "first-start.txt"), "utf8")]).toEqual([
      0o600,
      "kept",
    ]);
  });

  it("loads the sample only into a private store without pets", async () => {
    await database.pool.query(
      "INSERT INTO category (id) VALUES (1); INSERT INTO pet (name, category_id) VALUES ('Rex', 1)",
    );
    expect(await prepare({ isPrivate: true, isTerminal: true })).toMatchObject({ samplePetCount: 0 });
    await database.pool.query("TRUNCATE account, api_key, pet CASCADE");
    const first = await prepare({ isPrivate: true, isTerminal: true });
    expect(first?.samplePetCount).toBeGreaterThan(20);
    expect(await database.db.pet.count()).toBe(first?.samplePetCount);
  });

  it("defines the vocabulary in any store that has no attributes", async () => {
    await prepare();
    const names = (await database.db.attribute.findMany()).map(({ name }) => name);
    expect(names).toEqual(vocabulary.map(({ name }) => name));
    const defined = async () => database.db.auditEvent.count({ where: { action: "attribute.create" } });
    expect(await defined()).toBe(names.length);
    await database.pool.query("TRUNCATE account, api_key CASCADE; DELETE FROM attribute WHERE name <> 'breed'");
    await prepare({ isPrivate: true });
    expect([await database.db.attribute.count(), await defined()]).toEqual([1, names.length]);
    expect(await database.db.petProfile.findMany({ where: { attributes: { not: {} } } })).toEqual([]);
  });

  it("records which animals the sample has, so that the admin can find them", async () => {
    const first = await prepare({ isPrivate: true });
    const ids = (await database.db.pet.findMany({ select: { id: true } })).map(({ id }) => id);
    const imported = await database.db.auditEvent.findFirst({ where: { action: "catalogue.import" } });
    expect(imported?.after).toMatchObject({
      source: "sample",
      imported: first?.samplePetCount,
      firstPetId: Math.min(...ids),
      lastPetId: Math.max(...ids),
    });
    expect(Math.max(...ids) - Math.min(...ids) + 1).toBe(first?.samplePetCount);
  });

  it("gives the sample valid values of attributes, and consistent orders and history", async () => {
    await prepare({ isPrivate: true });
    expect(await database.db.auditEvent.count({ where: { action: "attribute.create" } })).toBe(vocabulary.length);
    const query = async (sql: string) => (await database.pool.query(sql)).rows;
    const definitions = definitionsOf(await readDefinitions(queryOfPool(database.pool)));
    const names = new Map([...definitions.values()].map(({ attribute }) => [`${attribute.id}`, attribute.name]));
    for (const { attributes } of await query("SELECT attributes FROM pet_profile")) {
      const values = Object.fromEntries(Object.entries(attributes).map(([id, value]) => [names.get(id), value]));
      requireValues(definitions, [{ place: "body", values, categoryId: undefined, before: {} }]);
    }
    const unequal = await query(`
      SELECT pet.id FROM pet LEFT JOIN store_order AS placed ON placed.pet_id = pet.id WHERE pet.status <> CASE
        WHEN placed.id IS NULL THEN 'available' WHEN placed.status = 'delivered' THEN 'sold' ELSE 'pending' END::pet_status`);
    expect(unequal).toEqual([]);
    const people = await query(`
      SELECT name, event.after AS recorded, event.at = (
        SELECT min(created_at) FROM store_order WHERE customer_id = customer.id) AS "isTimely"
      FROM customer JOIN audit_event AS event ON event.action = 'customer.create' AND event.subject_id = customer.id
      ORDER BY event.id`);
    expect(people.map(({ name, isTimely }) => [name, isTimely])).toEqual(
      sampleCustomers.map(({ name }) => [name, true]),
    );
    expect(Object.keys(people[0].recorded).toSorted()).toEqual(["createdAt", "id", "updatedAt"]);
    const unlike = await query(`
      SELECT FROM audit_event AS event JOIN store_order AS placed ON event.subject_id = placed.id
      WHERE event.action LIKE 'order.%'
        AND ((event.after->>'customerId')::bigint IS DISTINCT FROM placed.customer_id OR event.after ? 'note')`);
    expect(unlike).toEqual([]);
    const [noted] = await query("SELECT count(note)::integer, count(customer_id)::integer AS known FROM store_order");
    expect(noted).toEqual({ count: 4, known: 8 });
    const client = await connectAsSuperuser(database.connection);
    expect(await undone(client, () => problemsSeenBy(client))).toEqual([]);
    await client.end();
    const late = await query("SELECT FROM store_order WHERE updated_at > now() OR updated_at < created_at");
    const events = await query("SELECT id, at FROM audit_event WHERE action LIKE 'order.%' ORDER BY at, id");
    expect([late, events.map(({ id }) => Number(id))]).toEqual([
      [],
      events.map(({ id }) => Number(id)).toSorted((a, b) => a - b),
    ]);
  });

  it("keeps only the file of the attempt that was committed", async () => {
    await failCommits("40001", 2);
    const first = await prepare();
    expect([await rows(), await readdir(folder)]).toEqual([[1, 1, 0], ["first-start.txt"]]);
    expect(await readFile(join(folder, "first-start.txt"), "utf8")).toContain(first?.key);
  });

  it("leaves no rows and no file if the start fails or is interrupted", async () => {
    await failCommits("XX000", 1);
    await expect(prepare()).rejects.toThrow("no commit");
    await expect(prepare({ signal: AbortSignal.abort(new Error("enough")) })).rejects.toThrow("enough");
    expect([await rows(), await readdir(folder)]).toEqual([[0, 0, 0], []]);
    expect(await prepare()).toBeDefined();
  });

  it("keeps its file if it is unknown whether the transaction was committed", async () => {
    await failCommits("XX000", 1);
    const apiKey = { count: () => Promise.reject(new Error("away")) };
    const get = (target: TestDatabase["db"], name: string) => (name === "apiKey" ? apiKey : Reflect.get(target, name));
    await expect(prepare({ db: new Proxy(database.db, { get }) })).rejects.toThrow("no commit");
    expect(await readdir(folder)).toEqual(["first-start.txt"]);
  });
});
