import { writeFile } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";
import type { Photo } from "@petstore/contract/routes";
import { pino } from "pino";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { addPets } from "../../../test/support/builders.js";
import { emptyTables } from "../../../test/support/empty-tables.js";
import { imageOf } from "../../../test/support/images.js";
import { startS3Server } from "../../../test/support/s3-server.js";
import { makeTemporaryFolder } from "../../../test/support/temporary-folder.js";
import { createTestApi, type TestApi } from "../../../test/support/test-api.js";
import { createTestDatabase } from "../../../test/support/test-database.js";
import { createTestShell } from "../../../test/support/test-shell.js";
import { parseConfig } from "../../config/config.js";
import { queryOfPool } from "../../database/query.js";
import { checkPhotoBucket } from "./check-photo-bucket.js";
import { createMediaStore, digestOf, putObject } from "./media-store.js";
import { openObjectStore, photoBucketOf } from "./object-store.js";

/**
 * Another server runs these tests if S3_ENDPOINT is set, for example to http://127.0.0.1:7071. The server must have the
 * bucket petstore-test and these credentials.
 */
// oxlint-disable-next-line node/no-process-env
const other = process.env["S3_ENDPOINT"];
const SECRET = "secretsecretsecret";

let s3: Awaited<ReturnType<typeof startS3Server>>;
let env: Record<string, string>;
let api: TestApi;
let petId: number;
let image: Buffer;
let seed = 0;
let folder: string;
beforeAll(async () => {
  s3 = await startS3Server();
  const PHOTO_STORE = `s3://petstore-test/photos?endpoint=${other ?? s3.endpoint}`;
  env = { PHOTO_STORE, AWS_ACCESS_KEY_ID: "AKIDTEST", AWS_SECRET_ACCESS_KEY: SECRET };
  folder = await makeTemporaryFolder();
  api = await createTestApi({ ...env, DATA_DIR: folder });
  api.secrets.add(SECRET);
});
beforeEach(async () => {
  s3.fail();
  s3.meanwhile();
  await emptyTables(api.database, "photo, media, media_object, pet, category");
  [petId = 0] = await addPets(api, {});
  seed += 1;
  image = await imageOf(400 + seed, 300, "jpeg", seed);
});
afterAll(async () => {
  await api.close();
  s3.close();
});

const bucket = () => photoBucketOf(parseConfig(env)) ?? expect.fail();
const shell = (url = api.database.url) => createTestShell(url);
const upload = async (bytes = image) =>
  api.send(`POST /v1/pets/${petId}/photos`, {
    raw: new Uint8Array(bytes),
    headers: { "content-type": "image/jpeg" },
  });
const uploaded = async () => {
  const { status, body } = await upload();
  expect(status).toBe(201);
  return body as Photo;
};
const objects = async () =>
  (
    await api.database.pool.query<{ key: string; bytes: number; isReferenced: boolean }>(
      'SELECT key, bytes, unreferenced_since IS NULL AS "isReferenced" FROM media_object ORDER BY width',
    )
  ).rows;
const chunks = async (on = api.database) =>
  Number((await on.pool.query("SELECT count(*) FROM media_chunk")).rows[0]?.count);
const fetchFile = ({ sizes: [size] }: Photo, headers: Record<string, string> = {}) =>
  fetch(api.origin + size?.url, { headers });
const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer());

describe("photos in a bucket", () => {
  it("are stored as objects and not as rows, and can be read in ranges", async () => {
    const photo = await uploaded();
    const [object] = await objects();
    expect([await chunks(), object?.isReferenced]).toEqual([0, true]);
    expect(await bucket().size(object?.key ?? "")).toBe(object?.bytes);
    const whole = await bytesOf(await fetchFile(photo));
    expect([whole.length, whole.subarray(8, 12).toString()]).toEqual([object?.bytes, "WEBP"]);
    const part = await fetchFile(photo, { range: "bytes=5-20" });
    expect([part.status, await bytesOf(part)]).toEqual([206, whole.subarray(5, 21)]);
  });

  it("are not uploaded to a read-only bucket", async () => {
    const readOnly = createMediaStore({ ...bucket(), isReadOnly: true });
    const path = join(folder, "320.webp");
    await writeFile(path, "webp");
    const media = { width: 320, height: 9, placeholder: "", files: [{ width: 320, height: 9, path }] };
    const given = await readOnly.upload((work) => work(queryOfPool(api.database.pool)), "cd".repeat(32), media);
    expect([given, await objects()]).toEqual([media, []]);
  });

  it("are read in pieces of 256 KiB", async () => {
    const sha256 = "ab".repeat(32);
    const bytes = Buffer.alloc(600_000, "petstore ");
    await putObject(bucket(), (work) => work(queryOfPool(api.database.pool)), { sha256, width: 320, bytes });
    await api.database.pool.query("UPDATE media_object SET unreferenced_since = NULL");
    const response = await fetch(`${api.origin}/media/${sha256}/320.webp`);
    expect((await bytesOf(response)).equals(bytes)).toBe(true);
  });

  it("are deleted from the bucket when an owner erases the photos", async () => {
    const photo = await uploaded();
    const erased = await objects();
    image = await imageOf(390, 290, "jpeg", 1000 + seed);
    const kept = await uploaded();
    const key = await api.makeKey("admin");
    expect((await api.send(`DELETE /v1/pets/${petId}/photos/${photo.id}?erase=true`, { key })).status).toBe(204);
    expect((await fetchFile(photo)).status).toBe(404);
    await api.deps.objectSweep.run();
    for (const one of erased) expect(await bucket().size(one.key)).toBeUndefined();
    expect((await objects()).every(({ isReferenced }) => isReferenced)).toBe(true);
    expect((await fetchFile(kept)).status).toBe(200);
  });

  it("stay for 30 days after the last reference", async () => {
    const { sizes } = await uploaded();
    const [object] = await objects();
    const age = (days: number) =>
      api.database.pool.query(`UPDATE media_object SET unreferenced_since = now() - interval '${days} days'`);
    await age(29);
    await api.deps.objectSweep.run();
    expect(await bucket().size(object?.key ?? "")).toBe(object?.bytes);
    await age(31);
    s3.fail((_, response) => response.writeHead(500).end());
    await api.deps.objectSweep.run();
    expect(await objects()).toHaveLength(sizes.length);
    s3.fail();
    await age(31);
    await api.deps.objectSweep.run();
    expect([await objects(), await bucket().size(object?.key ?? "")]).toEqual([[], undefined]);
  });

  it("move to PostgreSQL and back unchanged, while they are read", async () => {
    const photo = await uploaded();
    const whole = await bytesOf(await fetchFile(photo));
    const readOnly = { ...env, PHOTO_STORE: `${env["PHOTO_STORE"]}&readOnly=true` };
    const { sizes } = photo;
    const out = await shell()(["photos", "move", "--json"], { env: readOnly });
    expect([out.code, out.stderr, JSON.parse(out.stdout)]).toEqual([0, "", { moved: sizes.length, damaged: [] }]);
    expect([await chunks(), (await objects()).some(({ isReferenced }) => isReferenced)]).toEqual([sizes.length, false]);
    expect(await bytesOf(await fetchFile(photo))).toEqual(whole);
    const back = await shell()(["photos", "move"], { env });
    expect(back.stdout).toMatch(/^Moved \d files? to the bucket in /);
    expect(await chunks()).toBe(0);
    expect(await bytesOf(await fetchFile(photo))).toEqual(whole);
    expect((await shell()(["photos", "move", "--json"], { env })).stdout).toBe('{"moved":0,"damaged":[]}\n');
  });

  it("are not moved if they cannot be read back completely", async () => {
    await uploaded();
    const [damaged, ...others] = await objects();
    const key = damaged?.key ?? "";
    const zeros = Buffer.alloc(damaged?.bytes ?? 0);
    await bucket().put(key, zeros, digestOf(zeros));
    const readOnly = { ...env, PHOTO_STORE: `${env["PHOTO_STORE"]}&readOnly=true` };
    const out = await shell()(["photos", "move", "--json"], { env: readOnly });
    expect([out.code, out.stderr]).toEqual([
      1,
      expect.stringContaining("1 file could not be read back after the copy and so did not move"),
    ]);
    expect([await chunks(), (await objects()).map(({ isReferenced }) => isReferenced)]).toEqual([
      others.length,
      [true, ...others.map(() => false)],
    ]);
    await api.database.pool.query("UPDATE media_chunk SET place = 1");
    await api.database.pool.query(
      "INSERT INTO media_chunk SELECT sha256, width, place - 1, bytes FROM media_chunk; UPDATE media_chunk SET place = 2 WHERE place = 1",
    );
    const back = await shell()(["photos", "move", "--json"], { env });
    expect([back.code, back.stderr]).toEqual([
      1,
      expect.stringContaining("could not be read back after the copy and so did not move"),
    ]);
    expect(await chunks()).toBe(2 * others.length);
  });

  it("are part of a backup, which can be restored with or without a bucket", async () => {
    await uploaded();
    const file = join(folder, `${seed}.gz`);
    const backup = await shell()(["backup", file, "--json"], { env });
    expect([backup.code, JSON.parse(backup.stdout)]).toEqual([0, expect.objectContaining({ missingFiles: 0 })]);
    for (const [restored, inPostgresql] of [
      [{}, (await objects()).length],
      [env, 0],
    ] as const) {
      const target = await createTestDatabase("template1");
      expect((await shell(target.url)(["restore", file], { env: restored })).code).toBe(0);
      expect(await chunks(target)).toBe(inPostgresql);
      expect((await shell(target.url)(["check"], { env: restored })).code).toBe(0);
      await target.drop();
    }
    const without = await shell()(["backup", join(folder, "without.gz")]);
    expect(without.stderr).toMatch(
      "Photos are in a bucket, but PHOTO_STORE names none: set it to the same value as for the service.",
    );
  });

  it("are reported by check and backup if their objects are no longer in the bucket", async () => {
    const photo = await uploaded();
    const [object] = await objects();
    await bucket().delete(object?.key ?? "");
    const { code, stderr } = await shell()(["check"], { env });
    expect([code, stderr]).toEqual([
      1,
      expect.stringContaining(`media_object: the object in the bucket of PHOTO_STORE is missing`),
    ]);
    expect(stderr).toContain(object?.key);
    const backup = await shell()(["backup", join(folder, `${seed}.gz`)], { env });
    expect([backup.code, backup.stdout]).toEqual([0, expect.stringContaining("Missing: 1 photo file")]);
    expect((await fetchFile(photo)).status).toBe(503);
  });

  it("make a start fail if the bucket cannot be used", async () => {
    const log = pino({ level: "silent" });
    await checkPhotoBucket(parseConfig(env), log);
    if (other === undefined) s3.fail((_, response) => response.writeHead(403).end("<Code>AccessDenied</Code>"));
    const missing = { ...env, PHOTO_STORE: `s3://no-such-bucket?endpoint=${other ?? s3.endpoint}` };
    await expect(checkPhotoBucket(parseConfig(missing), log)).rejects.toThrow(
      /^The bucket of PHOTO_STORE cannot be used: the response to PUT s3:\/\/no-such-bucket\/\S+ at \S+ was 40[34] \(\w+\); correct/,
    );
  });
});

type Fault = readonly [string, (request: IncomingMessage, response: ServerResponse) => void];
const faults: readonly Fault[] = [
  ["answers 500", (_, response) => response.writeHead(500).end()],
  ["closes the connection", (_, response) => response.destroy()],
  ["returns too little", (_, response) => response.writeHead(206).end("RIFF")],
  ["returns too much", (_, response) => response.writeHead(206).end(Buffer.alloc(1_000_000))],
  [
    "cuts the answer",
    (_, response) => response.writeHead(206, { "content-length": 9 }).end("RI") && response.destroy(),
  ],
  ["redirects", (_, response) => response.writeHead(307, { location: "http://127.0.0.1:1/" }).end()],
];

describe.skipIf(other !== undefined)("photos in a changing bucket", () => {
  const readOnlyEnv = () => ({ ...env, PHOTO_STORE: `${env["PHOTO_STORE"]}&readOnly=true` });
  /** Runs `work` once, during the first request with this method. */
  const during = (method: string, work: () => Promise<unknown>) =>
    s3.meanwhile(async (one) => {
      if (one !== method) return;
      s3.meanwhile();
      await work();
    });
  const eraser = async ({ id }: Photo) => {
    const key = await api.makeKey("admin");
    return async () => {
      expect((await api.send(`DELETE /v1/pets/${petId}/photos/${id}?erase=true`, { key })).status).toBe(204);
    };
  };

  it("are stored in PostgreSQL if the bucket becomes read-only", async () => {
    const before = s3.keys();
    const readOnly = await createTestApi({ ...readOnlyEnv(), DATA_DIR: folder });
    try {
      const [pet = 0] = await addPets(readOnly, {});
      const { status, body } = await readOnly.send(`POST /v1/pets/${pet}/photos`, {
        raw: new Uint8Array(image),
        headers: { "content-type": "image/jpeg" },
      });
      expect([status, await chunks(readOnly.database), s3.keys()]).toEqual([201, (body as Photo).sizes.length, before]);
    } finally {
      await readOnly.close();
    }
  });

  it("return 503 if the sweep deletes their object before the commit", async () => {
    during("PUT", () => api.database.pool.query("DELETE FROM media_object"));
    expect((await upload()).status).toBe(503);
    expect(Number((await api.database.pool.query("SELECT count(*) FROM media")).rows[0]?.count)).toBe(0);
    expect((await upload()).status).toBe(201);
  });

  it("leave no object if they are erased while they move to the bucket", async () => {
    const before = s3.keys();
    const readOnly = readOnlyEnv();
    const photo = await uploaded();
    expect((await shell()(["photos", "move", "--json"], { env: readOnly })).code).toBe(0);
    during("PUT", await eraser(photo));
    const { code, stdout } = await shell()(["photos", "move", "--json"], { env });
    expect([code, stdout]).toEqual([0, '{"moved":0,"damaged":[]}\n']);
    expect((await objects()).filter(({ isReferenced }) => isReferenced)).toEqual([]);
    await api.deps.objectSweep.run();
    await api.database.pool.query("UPDATE media_object SET unreferenced_since = '-infinity'");
    await api.deps.objectSweep.run();
    expect([await chunks(), await objects(), s3.keys()]).toEqual([0, [], before]);
  });

  it("leave no rows if they are erased while they move to PostgreSQL", async () => {
    const photo = await uploaded();
    during("GET", await eraser(photo));
    const { code, stdout } = await shell()(["photos", "move", "--json"], { env: readOnlyEnv() });
    expect([code, stdout, await chunks()]).toEqual([0, '{"moved":0,"damaged":[]}\n', 0]);
  });
});

describe.skipIf(other !== undefined)("a bucket that fails", () => {
  it.each(faults)("makes photos return 503 while the bucket %s, and keeps nothing", async (_what, fault) => {
    const photo = await uploaded();
    const before = await objects();
    s3.fail(fault);
    expect(api.deps.dependencies.photo_bucket?.()).toBe(true);
    expect((await fetchFile(photo)).status).toBe(503);
    expect(api.deps.dependencies.photo_bucket?.()).toBe(false);
    const answers = await api.send(`GET /v1/pets/${petId}`);
    expect(answers.status).toBe(200);
    image = await imageOf(380, 280, "jpeg", 2000 + seed);
    expect((await upload()).status).toBe(503);
    s3.fail();
    expect((await objects()).filter(({ isReferenced }) => isReferenced)).toEqual(before);
    expect((await upload()).status).toBe(201);
    expect((await fetchFile(photo)).status).toBe(200);
    expect(api.deps.dependencies.photo_bucket?.()).toBe(true);
  });

  it("is given up after one deadline, without a second try", async () => {
    let requests = 0;
    s3.fail(() => void (requests += 1));
    const { photoBucket, photoCredentials } = parseConfig(env);
    const hasty = openObjectStore(photoBucket ?? expect.fail(), photoCredentials ?? expect.fail(), 50);
    await expect(hasty.get("a", 0, 1)).rejects.toThrow(
      /^GET s3:\/\/petstore-test\/photos\/a at \S+ failed: no answer within 0\.05 s$/,
    );
    expect(requests).toBe(1);
  });

  it("does not prevent a start", async () => {
    s3.fail((_, response) => response.writeHead(503).end());
    await expect(checkPhotoBucket(parseConfig(env), pino({ level: "silent" }))).resolves.toBeUndefined();
  });
});
