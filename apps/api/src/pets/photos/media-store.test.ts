import { createHash } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../test/support/test-database.js";
import { type Query, queryOfPool } from "../../database/query.js";
import { postgresMedia } from "./media-store.js";

const [sha256, other] = ["one", "other"].map((text) => createHash("sha256").update(text).digest("hex"));

describe("media without a photo", () => {
  let database: TestDatabase;
  let query: Query;

  beforeAll(async () => {
    database = await createTestDatabase();
    query = queryOfPool(database.pool);
  });
  afterAll(() => database.drop());

  // Each image has one object that is in use, and one that has been unused for a day.
  beforeEach(async () => {
    await query("DELETE FROM media", []);
    await query("DELETE FROM media_object", []);
    for (const one of [sha256, other]) {
      await query(
        `INSERT INTO media (sha256, width, height, placeholder, sizes)
         VALUES (decode($1, 'hex'), 320, 320, 'data:image/webp;base64,UklGRg==', '[{"width": 320, "height": 320, "bytes": 1}]')`,
        [one],
      );
      await query(
        `INSERT INTO media_object (key, sha256, width, bytes, digest, unreferenced_since)
         SELECT $1 || state, decode($1, 'hex'), 320, 1, decode($1, 'hex'), since
         FROM (VALUES ('/used', NULL), ('/waits', now() - interval '1 day')) AS one (state, since)`,
        [one],
      );
    }
  });

  const objects = () =>
    query(
      `SELECT split_part(key, '/', 2) AS name, CASE
         WHEN unreferenced_since IS NULL THEN 'used'
         WHEN unreferenced_since = '-infinity' THEN 'swept next'
         WHEN unreferenced_since < now() - interval '29 days 22 hours' THEN 'swept in an hour'
         WHEN unreferenced_since < now() - interval '23 hours' THEN 'waits for a day'
         ELSE 'waits since now' END AS state
       FROM media_object WHERE sha256 = decode($1, 'hex') ORDER BY key`,
      [sha256],
    );
  const others = () =>
    query("SELECT key, unreferenced_since FROM media_object WHERE sha256 = decode($1, 'hex') ORDER BY key", [other]);

  it("are deleted 30 days after their last reference", async () => {
    const before = await others();
    await postgresMedia.delete(query, [sha256 ?? ""], false);
    expect(await objects()).toEqual([
      { name: "used", state: "waits since now" },
      { name: "waits", state: "waits for a day" },
    ]);
    expect(await others()).toEqual(before);
  });

  it("are deleted soon after an erasure, even if they already waited for the sweep", async () => {
    const before = await others();
    await postgresMedia.delete(query, [sha256 ?? ""], true);
    expect(await objects()).toEqual([
      { name: "used", state: "swept next" },
      { name: "waits", state: "swept in an hour" },
    ]);
    expect(await others()).toEqual(before);
  });
});
