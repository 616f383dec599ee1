import { pino } from "pino";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../test/support/test-database.js";
import { createLanes } from "../../concurrency/lanes.js";
import type { PeriodicTask } from "../../concurrency/periodic-task.js";
import { queryOfPool } from "../../database/query.js";
import { referTo } from "./media-store.js";
import { ObjectStoreError } from "./s3-requests.js";
import { createObjectSweep } from "./object-sweep.js";

let database: TestDatabase;
let warned: string[];
let deleted: string[];
let sweeps: PeriodicTask[];
/** Runs when the sweep deletes an object. */
let onDelete: (key: string) => Promise<unknown>;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  await database.pool.query("DELETE FROM media_object");
  [warned, deleted, sweeps, onDelete] = [[], [], [], async () => {}];
});
afterEach(() => Promise.all(sweeps.map((one) => one.close())));

const notUsed = () => expect.fail("The sweep only deletes objects.");
const bucket = {
  ...{ isReadOnly: false, isUsable: () => true, put: notUsed, get: notUsed, size: notUsed },
  delete: async (key: string) => {
    await onDelete(key);
    deleted.push(key);
  },
};
const sweep = async (objects?: typeof bucket) => {
  const log = pino({ level: "warn" }, { write: (line: string) => void warned.push(JSON.parse(line).msg) });
  const task = createObjectSweep(database, objects, createLanes().control, log);
  sweeps.push(task);
  await task.run();
};
/** @param days - The number of days since anything referred to the objects; null for objects that are in use. */
const addObjects = (days: number | null, ...keys: readonly string[]) =>
  database.pool.query(
    `INSERT INTO media_object (key, sha256, width, bytes, digest, unreferenced_since)
     SELECT key, decode(repeat('00', 32), 'hex'), 320, 1, decode(repeat('00', 32), 'hex'),
       now() - make_interval(days => $1::integer) FROM unnest($2::text[]) AS key`,
    [days, keys],
  );
const keysLeft = async () =>
  (await database.pool.query<{ key: string }>("SELECT key FROM media_object ORDER BY key")).rows.map(({ key }) => key);

describe("the sweep of a bucket", () => {
  it("deletes an object and its row 30 days after the last reference, and nothing else", async () => {
    await addObjects(null, "in use");
    await addObjects(29, "recent");
    await addObjects(31, "old");
    await sweep(bucket);
    expect([deleted, await keysLeft()]).toEqual([["old"], ["in use", "recent"]]);
  });

  it("deletes the objects of all batches", async () => {
    const keys = Array.from({ length: 101 }, (_, at) => `old ${String(at).padStart(3, "0")}`);
    await addObjects(31, ...keys);
    await sweep(bucket);
    expect([deleted.toSorted(), await keysLeft()]).toEqual([keys, []]);
  });

  it("keeps the row of an object to which something refers again while the sweep deletes it", async () => {
    await addObjects(31, "again");
    onDelete = (key) => referTo(queryOfPool(database.pool), [key]);
    await sweep(bucket);
    expect(await keysLeft()).toEqual(["again"]);
  });

  it("keeps the row of an object that the bucket did not delete, and tries again a minute later", async () => {
    await addObjects(31, "stuck");
    onDelete = () => Promise.reject(new ObjectStoreError("The bucket is away.", 503));
    await sweep(bucket);
    expect([await keysLeft(), warned]).toEqual([
      ["stuck"],
      ["The sweep of the bucket failed; the next one tries again."],
    ]);
    onDelete = async () => {};
    await sweep(bucket);
    expect(deleted).toEqual([]);
    await database.pool.query("UPDATE media_object SET unreferenced_since = unreferenced_since - interval '1 minute'");
    await sweep(bucket);
    expect([deleted, await keysLeft()]).toEqual([["stuck"], []]);
  });

  it("keeps all rows if no bucket is configured", async () => {
    await addObjects(31, "old");
    await sweep();
    expect(await keysLeft()).toEqual(["old"]);
  });
});
