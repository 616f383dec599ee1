import { rm } from "node:fs/promises";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { eventsSince, lastEventId } from "../../test/support/audit.js";
import { makeTemporaryFolder } from "../../test/support/temporary-folder.js";
import { createTestDatabase, type TestDatabase } from "../../test/support/test-database.js";
import { createTestShell, type Outcome } from "../../test/support/test-shell.js";
import { parseBucket } from "../config/photo-store.js";
import { type Query, queryOfPool } from "../database/query.js";
import { checkSharedSettings } from "./check-shared-settings.js";

let database: TestDatabase;
let query: Query;
let dataDir: string;
let petstore: (...args: string[]) => Promise<Outcome>;
beforeAll(async () => {
  [database, dataDir] = await Promise.all([createTestDatabase(), makeTemporaryFolder()]);
  query = queryOfPool(database.pool);
  const shell = createTestShell(database.url);
  petstore = (...args) => shell(args);
});
beforeEach(() => database.pool.query("DELETE FROM shared_setting; DELETE FROM media_object"));
afterAll(async () => {
  await database.drop();
  await rm(dataDir, { recursive: true });
});

const [one, other] = ["1".repeat(40), "2".repeat(40)];
const start = (authSecret: string | undefined, photoStore = "postgresql") =>
  checkSharedSettings(query, { authSecret, dataDir, photoBucket: parseBucket(photoStore) });
const forget = async (setting: string) => expect((await petstore("settings", "forget", setting)).code).toBe(0);

describe("AUTH_SECRET at a start", () => {
  it("is refused if it is not the one that the store is used with", async () => {
    await start(one);
    await start(one);
    await expect(start(other)).rejects.toMatchObject({
      code: "start_failed",
      isTemporary: false,
      message: expect.stringContaining("AUTH_SECRET is not the secret that this store is used with: set AUTH_SECRET"),
    });
    await expect(start(undefined)).rejects.toThrow(`${dataDir}/auth-secret does not contain the secret`);
    await start(one);
  });

  it("is the same for replicas that start a new store at once", async () => {
    const starts = await Promise.allSettled([start(one), start(other), start(one), start(other)]);
    expect(starts.filter(({ status }) => status === "rejected")).toHaveLength(2);
  });

  it("can be replaced after a person has forgotten it, but by one only", async () => {
    await start(one);
    await forget("AUTH_SECRET");
    await start(other);
    await expect(start(one)).rejects.toThrow("run `petstore settings forget AUTH_SECRET` first");
  });

  it("is not readable in the store", async () => {
    await start(one);
    const [{ value } = { value: "" }] = await query<{ value: string }>(
      "SELECT value FROM shared_setting WHERE name = 'AUTH_SECRET'",
      [],
    );
    expect(value).toMatch(/^[\w-]{64}$/);
    await query("UPDATE shared_setting SET value = 'x' WHERE name = 'AUTH_SECRET'", []);
    await expect(start(one)).rejects.toThrow("AUTH_SECRET");
  });
});

describe("PHOTO_STORE at a start", () => {
  const [bucket, elsewhere] = ["s3://photos/shop?endpoint=https://s3.internal", "s3://photos?region=eu-central-1"];
  const addFile = () =>
    database.pool.query(
      `INSERT INTO media_object (key, sha256, width, bytes, digest, unreferenced_since)
       VALUES ('a', decode(repeat('00', 32), 'hex'), 320, 1, decode(repeat('00', 32), 'hex'), NULL)`,
    );

  it("may change as long as no photo needs a file of a bucket", async () => {
    for (const store of [bucket, elsewhere, "postgresql", bucket]) await start(one, store);
    await addFile();
    await database.pool.query("UPDATE media_object SET unreferenced_since = now()");
    await start(one);
  });

  it("must name the bucket that photos need, which may be read-only", async () => {
    await start(one, bucket);
    await addFile();
    await start(one, `${bucket}&readOnly=true`);
    await expect(start(one)).rejects.toThrow(
      "Photos of this store are in s3://photos/shop/ at https://s3.internal, but PHOTO_STORE names no bucket: name that bucket",
    );
    await expect(start(one, elsewhere)).rejects.toThrow(
      "but PHOTO_STORE names s3://photos/ at https://s3.eu-central-1.amazonaws.com",
    );
    await start(one, bucket);
  });

  it("must name a bucket if a store of an earlier version has files in one", async () => {
    await addFile();
    await expect(start(one)).rejects.toThrow("Photos of this store are in a bucket, but PHOTO_STORE names no bucket");
    await start(one, bucket);
    await expect(start(one, elsewhere)).rejects.toMatchObject({ code: "start_failed", isTemporary: false });
  });

  it("may name another bucket, or none, after a person has forgotten it", async () => {
    await start(one, bucket);
    await addFile();
    await forget("PHOTO_STORE");
    await start(one, elsewhere);
    await expect(start(one, bucket)).rejects.toThrow("PHOTO_STORE");
    await forget("PHOTO_STORE");
    await start(one);
    await start(one);
  });
});

describe("petstore settings forget", () => {
  const takeLease = (expiry: string) =>
    database.pool.query(
      `INSERT INTO webhook_lease (id, holder, token, expires_at) VALUES (1, 'one', 1, now() + $1::interval)
       ON CONFLICT (id) DO UPDATE SET expires_at = EXCLUDED.expires_at`,
      [expiry],
    );

  it("refuses DATABASE_URL while a replica sends, and later lets the next one accept the place of the store", async () => {
    await takeLease("1 hour");
    const { code, stderr } = await petstore("settings", "forget", "DATABASE_URL");
    expect([code, stderr]).toEqual([1, expect.stringContaining("stop all replicas")]);
    await takeLease("-1 second");
    await forget("DATABASE_URL");
    expect(await query("SELECT FROM webhook_lease", [])).toEqual([]);
    await forget("DATABASE_URL");
  });

  it("is recorded in the audit trail, and a refused one is not", async () => {
    const since = await lastEventId(database);
    await takeLease("1 hour");
    await petstore("settings", "forget", "DATABASE_URL");
    await forget("PHOTO_STORE");
    expect(await eventsSince(database, since)).toMatchObject([
      {
        actor: { kind: "system", id: null, name: expect.stringMatching(/^command line/) },
        action: "setting.forget",
        subject: { kind: "setting", id: 2 },
        before: { name: "PHOTO_STORE" },
        after: null,
      },
    ]);
  });

  it("names the settings that the store knows", async () => {
    const { code, stderr } = await petstore("settings", "forget", "REDIS_URL");
    expect([code, stderr]).toEqual([2, expect.stringContaining("AUTH_SECRET, PHOTO_STORE, DATABASE_URL")]);
  });
});
