import { randomUUID } from "node:crypto";
import { EventEmitter } from "node:events";
import type { Photo, Profile } from "@petstore/contract/routes";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { eventsSince, lastEventId } from "../../../test/support/audit.js";
import { addPets } from "../../../test/support/builders.js";
import { emptyTables } from "../../../test/support/empty-tables.js";
import { addMedia, addPhotos, freshImage } from "../../../test/support/images.js";
import { staleSessionKey } from "../../../test/support/requests.js";
import { createTestApi, errorBody, type TestApi } from "../../../test/support/test-api.js";
import { wholeStore } from "../../../test/support/whole-store.js";
import { rangeOf } from "./range.js";
import { serveMedia } from "./serve-media.js";

let api: TestApi;
let petId: number;
let ids: number[];
beforeAll(async () => {
  api = await createTestApi();
});
beforeEach(async () => {
  await emptyTables(api.database, "photo, media, pet, category");
  [petId = 0] = await addPets(api, {});
  ids = await addPhotos(api, petId, 3);
});
afterAll(() => api.close());

const path = (id = ids[0], pet = petId) => `/v1/pets/${pet}/photos/${id}`;
const photos = async (pet = petId) => (await api.send(`GET /v1/pets/${pet}/photos`)).body as Photo[];
const order = async () => (await photos()).map(({ id }) => id);
const get = async (id?: number) => (await api.send(`GET ${path(id)}`)).body as Photo;
const patch = (body: unknown, id?: number) => api.send(`PATCH ${path(id)}`, { body });
const remove = (id?: number, query = "", key = api.key) => api.send(`DELETE ${path(id)}${query}`, { key });
const restore = (id?: number) => api.send(`POST ${path(id)}/restore`);
const profile = async (pet = petId) => (await api.send(`GET /v1/pets/${pet}/profile`)).body as Profile;
const count = async (table: string) =>
  Number((await api.database.pool.query(`SELECT count(*) FROM ${table}`)).rows[0]?.count);

describe("PATCH /pets/{petId}/photos/{photoId}", () => {
  it("changes only the fields of the body", async () => {
    const before = await get();
    const change = { alt: "Frank", focalPoint: { x: 0.1, y: 1 }, rotation: 90 };
    const { updatedAt } = (await patch(change)).body as Photo;
    expect(await get()).toEqual({ ...before, ...change, updatedAt });
    expect((await profile()).photos[0]).toEqual({ ...before, ...change, updatedAt });
    expect((await patch({ alt: null, focalPoint: null, rotation: 0 })).body).toMatchObject({
      ...before,
      updatedAt: expect.any(String),
    });
  });

  it("sets updatedAt when a caller changes the photo, but not when another photo moves", async () => {
    const [first, second] = [await get(), await get(ids[1])];
    expect(first.updatedAt).toBe(first.createdAt);
    const { updatedAt } = (await patch({ position: 2 })).body as Photo;
    expect(updatedAt > first.updatedAt).toBe(true);
    expect(await get(ids[1])).toEqual({ ...second, position: 1 });
    expect(((await patch({ position: 2 })).body as Photo).updatedAt).toBe(updatedAt);
  });

  it("shows the new text in the list, in the photo itself and in the profile", async () => {
    await patch({ alt: 'A "quoted" ü', focalPoint: { x: 0.123456789, y: 0 }, rotation: 270 });
    await patch({ position: 3 });
    const all = await photos();
    expect(all.map(({ position }) => position)).toEqual([1, 2, 3]);
    expect(JSON.stringify((await profile()).photos)).toBe(JSON.stringify(all));
    for (const one of all) expect(JSON.stringify(await get(one.id))).toBe(JSON.stringify(one));
  });

  it("is current in the profile and in cached pages, even after a change of the profile", async () => {
    await patch({ alt: "Luna" });
    const { body } = await api.send(`PATCH /v1/pets/${petId}/profile`, { body: { externalId: "A" } });
    expect(body).toEqual(await profile());
    expect((body as Profile).photos).toHaveLength(3);
    const expanded = async (target: string) =>
      [(await api.send(`GET ${target}expand=profile`)).body as { profile: Profile }].flat()[0]?.profile;
    for (const target of [`/v1/pets/${petId}?`, "/v1/pets?"]) {
      for (const alt of ["Frank", null]) {
        await expanded(target);
        await patch({ alt });
        expect(await expanded(target)).toEqual(await profile());
      }
    }
  });

  it.each([
    [3, [1, 2, 0]],
    [2, [1, 0, 2]],
    [20, [1, 2, 0]],
  ])("moves the first photo to position %i, and moves the others accordingly", async (position, expected) => {
    await patch({ position });
    expect(await order()).toEqual(expected.map((at) => ids[at]));
    expect((await photos()).map((one) => one.position)).toEqual([1, 2, 3]);
  });

  it.each([
    [{ rotation: 45 }, "body.rotation must be one of 0, 90, 180, 270"],
    [{ position: 0 }, "body.position must be an integer from 1 to 20"],
    [{ focalPoint: { x: 1.1, y: 0 } }, "body.focalPoint.x must be a number from 0 to 1"],
    [{ focalPoint: { x: 1 } }, "body.focalPoint.y is required"],
    [{ alt: "" }, "body.alt must have 1 to 500 characters after trimming"],
    [{ sha256: "x" }, "body.sha256 is not a recognised field"],
  ])("returns 400 for %j", async (body, message) => {
    expect((await patch(body)).body).toEqual(errorBody("invalid_request", 400, expect.stringContaining(message)));
  });

  it("records only real changes", async () => {
    const before = await get();
    const last = await lastEventId(api.database);
    expect((await patch({ alt: null, position: 1, rotation: 0 })).body).toEqual(before);
    expect([(await profile()).updatedAt, await eventsSince(api.database, last)]).toEqual([null, []]);
    await patch({ alt: "Frank" });
    expect([(await profile()).updatedAt, await eventsSince(api.database, last)]).toMatchObject([
      expect.any(String),
      [{ action: "photo.update", before: { alt: null }, after: { alt: "Frank" } }],
    ]);
  });

  it("keeps the positions after many concurrent moves", async () => {
    const answers = await Promise.all(ids.map((id) => patch({ position: 1 }, id)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await photos()).map((one) => one.position)).toEqual([1, 2, 3]);
  });
});

describe("DELETE /pets/{petId}/photos/{photoId}", () => {
  it("removes the photo but keeps its files, so that the photo can be restored", async () => {
    const { url } = (await get(ids[1])).sizes[0] ?? expect.fail();
    expect((await remove(ids[1])).status).toBe(204);
    expect([await order(), (await profile()).photos.length]).toEqual([[ids[0], ids[2]], 2]);
    expect((await remove(ids[1])).status).toBe(404);
    expect((await fetch(api.origin + url)).status).toBe(200);
    expect((await restore(ids[1])).status).toBe(200);
    expect((await restore(ids[1])).status).toBe(200);
    expect(await order()).toEqual(ids);
  });

  it("can be undone once if the pet has room for the photo", async () => {
    await addPhotos(api, petId, 18);
    await remove();
    const problem = `pet ${petId} already has the maximum of 20 photos; delete one first`;
    expect((await restore()).body).toEqual(errorBody("conflict", 409, problem));
    await remove(ids[1]);
    const [{ updatedAt }, last] = [await profile(), await lastEventId(api.database)];
    for (const { status, body } of [await restore(), await restore()])
      expect([status, body]).toEqual([200, expect.objectContaining({ id: ids[0], position: 1 })]);
    expect((await profile()).updatedAt).not.toBe(updatedAt);
    expect((await eventsSince(api.database, last)).map(({ action, subject }) => [action, subject.id])).toEqual([
      ["photo.restore", ids[0]],
    ]);
  });

  it("changes the time of the profile", async () => {
    const before = await profile();
    await remove();
    expect((await profile()).updatedAt).not.toBe(before.updatedAt);
  });

  it("does not find the photo of another pet", async () => {
    const [other = 0] = await addPets(api, {});
    for (const method of ["GET", "DELETE"]) {
      const { body } = await api.send(`${method} ${path(ids[0], other)}`);
      expect(body).toEqual(errorBody("not_found", 404, `there is no photo with id ${ids[0]}`));
    }
  });

  it("erases the image with all its photos", async () => {
    const [other = 0] = await addPets(api, {});
    await api.database.pool.query(
      "INSERT INTO photo (pet_id, sha256, position, deleted_at) SELECT $1, sha256, 1, now() FROM photo WHERE id = $2",
      [other, ids[0]],
    );
    const { url } = (await get()).sizes[0] ?? expect.fail();
    const problem = "query.erase must be false or omitted: erasing a photo requires an API key with scope admin";
    expect((await remove(ids[0], "?erase=true")).body).toEqual(errorBody("forbidden", 403, problem));
    expect(await count("photo")).toBe(4);
    const key = await api.makeKey("admin");
    expect((await remove(ids[0], "?erase=true", key)).status).toBe(204);
    expect([await count("photo"), await count("media"), await count("media_chunk")]).toEqual([2, 2, 2]);
    expect((await photos()).map((one) => one.position)).toEqual([1, 2]);
    // The other pet no longer showed the image, so its profile has not changed.
    expect([(await profile()).updatedAt, (await profile(other)).updatedAt]).toEqual([expect.any(String), null]);
    expect((await fetch(api.origin + url)).status).toBe(404);
    await remove(ids[1]);
    expect((await remove(ids[1], "?erase=true", key)).status).toBe(204);
    expect(await count("media")).toBe(1);
  });

  it("does not return an erased image for a repeat of its upload", async () => {
    const { bytes, sha256 } = freshImage();
    await addMedia(api, sha256);
    const placeholder = `data:image/webp;base64,${randomUUID()}`;
    await api.database.pool.query("UPDATE media SET placeholder = $1 WHERE encode(sha256, 'hex') = $2", [
      placeholder,
      sha256,
    ]);
    const fields = { "content-type": "image/png" };
    const upload = (key: string) =>
      api.send(`POST /v1/pets/${petId}/photos`, { raw: bytes, headers: { ...fields, "idempotency-key": key } });
    const keys = [randomUUID(), randomUUID()];
    const answers: Awaited<ReturnType<typeof upload>>[] = [];
    for (const key of keys) answers.push(await upload(key));
    const shown = answers.map(({ body }) => body as Photo);
    expect(answers.map(({ status }) => status)).toEqual([201, 200]);
    expect(shown.map((photo) => photo.placeholder)).toEqual([placeholder, placeholder]);
    expect(await wholeStore(api.database)).toContain(placeholder);
    await remove(shown[0]?.id, "?erase=true", await api.makeKey("admin"));
    expect(await wholeStore(api.database)).not.toContain(placeholder);
    // Without the files, a repeat would read the image before it finds the stored outcome.
    await addMedia(api, sha256);
    for (const [at, key] of keys.entries()) {
      const repeat = await upload(key);
      expect([repeat.status, repeat.headers.get("idempotent-replayed")]).toEqual([answers[at]?.status, "true"]);
      expect(repeat.body).toEqual({ ...shown[at], placeholder: "data:," });
    }
    expect(await count("photo")).toBe(3);
  });

  it("erases for a session only with a recent proof", async () => {
    const accountId = await api.makeAccount();
    const key = await staleSessionKey(api, accountId);
    const refused = await remove(ids[0], "?erase=true", key);
    expect(refused.body).toEqual(errorBody("reauthentication_required", 403, expect.any(String)));
    expect([await count("photo"), await count("media"), (await remove(ids[0], "", key)).status]).toEqual([3, 3, 204]);
    await api.database.db.session.updateMany({ where: { accountId }, data: { authenticatedAt: new Date() } });
    expect((await remove(ids[0], "?erase=true", key)).status).toBe(204);
    expect(await count("photo")).toBe(2);
  });

  it("erases nothing at the path of another pet or with a stale If-Match", async () => {
    const key = await api.makeKey("admin");
    const [other = 0] = await addPets(api, {});
    const erase = (of: number, headers = {}) => api.send(`DELETE ${path(ids[0], of)}?erase=true`, { key, headers });
    expect([(await erase(other)).status, (await erase(petId, { "if-match": '"stale"' })).status]).toEqual([404, 412]);
    expect(await count("photo")).toBe(3);
  });

  it("records each erasure, and moves the other photos up", async () => {
    const [other = 0, gone = 0] = await addPets(api, {}, {});
    const { rows } = await api.database.pool.query<{ id: string }>(
      "INSERT INTO photo (pet_id, sha256, position) SELECT pet.id, sha256, 1 FROM photo, pet WHERE photo.id = $1 AND pet.id <> $2 RETURNING id",
      [ids[0], petId],
    );
    const [next] = await addPhotos(api, other);
    await api.database.pool.query("UPDATE photo SET position = 2 WHERE id = $1", [next]);
    await api.database.pool.query("DELETE FROM pet WHERE id = $1", [gone]);
    const last = await lastEventId(api.database);
    expect((await remove(ids[0], "?erase=true", await api.makeKey("admin"))).status).toBe(204);
    const events = await eventsSince(api.database, last);
    expect(events.map(({ action, subject }) => [action, subject.id])).toEqual(
      [ids[0], ...rows.map(({ id }) => Number(id))].map((id) => ["photo.erase", id]),
    );
    expect([await photos(other), await profile(other)]).toMatchObject([
      [{ id: next, position: 1 }],
      { updatedAt: expect.any(String) },
    ]);
  });

  it("keeps the photos of a deleted pet", async () => {
    const { body: pet } = await api.send(`GET /v1/pets?id=${petId}`);
    const [{ id: _, ...fields }] = pet as [{ id: number }];
    await patch({ alt: "Frank" });
    const before = await photos();
    await api.send(`DELETE /v1/pets/${petId}`);
    expect((await api.send(`GET /v1/pets/${petId}/photos`)).status).toBe(404);
    expect((await api.send(`GET ${path()}`)).status).toBe(404);
    await api.send("POST /v1/pets/changes", { body: [{ id: petId, from: null, to: fields }] });
    expect([await photos(), (await profile()).photos]).toEqual([before, before]);
  });
});

describe("the sweep of photos", () => {
  const sweep = () => api.deps.photoSweep.run();
  const daysAgo = (column: string, days: number, id: number | undefined) =>
    api.database.pool.query(`UPDATE photo SET ${column} = now() - make_interval(days => $1) WHERE id = $2`, [days, id]);

  it("removes photos 30 days after their deletion, and unused files", async () => {
    await daysAgo("deleted_at", 31, ids[0]);
    await daysAgo("deleted_at", 29, ids[1]);
    await sweep();
    expect([await count("photo"), await count("media"), await count("media_chunk")]).toEqual([2, 2, 2]);
  });

  it("continues until no photo is left, unless another process is sweeping", async () => {
    await api.database.pool.query(
      `WITH old AS (
         INSERT INTO media (sha256, width, height, placeholder, sizes)
         SELECT sha256(convert_to(n::text, 'UTF8')), 8, 8, 'data:,', '[[8, 8]]' FROM generate_series(1, 401) AS n RETURNING sha256
       ) INSERT INTO photo (pet_id, sha256, position, deleted_at) SELECT $1, sha256, 1, now() - interval '31 days' FROM old`,
      [petId],
    );
    const other = await api.database.pool.connect();
    await other.query(
      "INSERT INTO job_step (kind, job_id, token, free_at) VALUES ('photo_sweep', 1, gen_random_uuid(), now())",
    );
    await other.query("BEGIN; SELECT FROM job_step WHERE kind = 'photo_sweep' FOR UPDATE");
    await sweep();
    expect(await count("photo")).toBe(404);
    await other.query("COMMIT");
    other.release();
    await sweep();
    expect([await count("photo"), await count("media")]).toEqual([3, 3]);
  });

  it("removes the photos of a deleted pet 30 days later", async () => {
    const missing = async () =>
      (await api.database.pool.query("SELECT FROM photo WHERE pet_missing_since IS NOT NULL")).rowCount;
    await api.database.pool.query("DELETE FROM pet");
    await sweep();
    expect(await missing()).toBe(3);
    await api.database.pool.query("INSERT INTO pet (id, name, category_id) VALUES ($1, 'Frank', 1)", [petId]);
    await sweep();
    expect(await missing()).toBe(0);
    await api.database.pool.query("DELETE FROM pet");
    await sweep();
    for (const id of ids) await daysAgo("pet_missing_since", 31, id);
    await sweep();
    expect([await count("photo"), await count("media")]).toEqual([0, 0]);
  });
});

describe("GET /media/{sha256}/{width}.webp", () => {
  let url: string;
  beforeEach(async () => {
    url = (await get()).sizes[0]?.url ?? "";
    // Makes the file consist of two chunks, the first of which is full.
    await api.database.pool.query("UPDATE media_chunk SET bytes = decode(repeat('ab', 262144), 'hex')");
    await api.database.pool.query(
      `INSERT INTO media_chunk SELECT sha256, width, 1, '\\x0102030405' FROM media_chunk WHERE place = 0`,
    );
  });
  const size = 262_149;
  const read = (headers: Record<string, string> = {}, method = "GET", at = url) =>
    fetch(api.origin + at, { headers, method });
  const bytes = async (response: Response) => Buffer.from(await response.arrayBuffer());

  it("returns a cacheable file without a key", async () => {
    const response = await read();
    expect([response.status, (await bytes(response)).length]).toEqual([200, size]);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "accept-ranges": "bytes",
      "access-control-allow-origin": "*",
      "cache-control": "public, max-age=86400",
      "content-length": String(size),
      "content-security-policy": "default-src 'none'; sandbox",
      "content-type": "image/webp",
      "cross-origin-resource-policy": "cross-origin",
      etag: expect.stringMatching(/^"[\w-]+"$/),
      "x-content-type-options": "nosniff",
    });
  });

  it("returns 304 to caches until the image is erased", async () => {
    const { headers } = await read();
    const again = () => read({ "if-none-match": headers.get("etag") ?? "" });
    expect([(await again()).status, headers.get("cache-control")]).toEqual([304, "public, max-age=86400"]);
    await remove(ids[0], "?erase=true", await api.makeKey("admin"));
    const gone = await again();
    expect([gone.status, gone.headers.get("cache-control")]).toEqual([404, null]);
  });

  it("answers HEAD without a body, and 304 for its ETag", async () => {
    const head = await read({}, "HEAD");
    expect([head.status, head.headers.get("content-length"), await head.text()]).toEqual([200, String(size), ""]);
    const unchanged = await read({ "if-none-match": head.headers.get("etag") ?? "" });
    expect([unchanged.status, unchanged.headers.get("cache-control")]).toEqual([
      304,
      expect.stringContaining("public"),
    ]);
  });

  it("returns 206 for a range, and 416 for an invalid one", async () => {
    const part = await read({ range: "bytes=262143-262145" });
    expect([part.status, part.headers.get("content-range")]).toEqual([206, `bytes 262143-262145/${size}`]);
    expect(await bytes(part)).toEqual(Buffer.from("ab0102", "hex"));
    const none = await read({ range: `bytes=${size}-` });
    expect([none.status, none.headers.get("content-range")]).toEqual([416, `bytes */${size}`]);
    expect((await read({ range: "bytes=0-1,3-4" })).status).toBe(200);
    expect((await read({ range: "bytes=0-1", "if-range": '"old"' })).status).toBe(200);
    const { headers } = part;
    expect((await read({ range: "bytes=0-1", "if-range": headers.get("etag") ?? "" })).status).toBe(206);
  });

  it("returns a JSON 404, and 405 for other methods", async () => {
    const sha256 = url.split("/")[2] ?? "";
    const others = [`/media/${sha256}/9.webp`, `/media/${"0".repeat(64)}/8.webp`, "/media/", `/media/${sha256}/8.png`];
    for (const at of [...others, `/media/${sha256.toUpperCase()}/8.webp`, `/media/../${sha256}/8.webp`]) {
      expect([at, (await read({ accept: "text/html" }, "GET", at)).status]).toEqual([at, 404]);
    }
    expect(((await (await read({}, "GET", others[0])).json()) as { code: string }).code).toBe("not_found");
    const refused = await read({}, "POST");
    expect([refused.status, refused.headers.get("allow")]).toEqual([405, "GET, HEAD"]);
  });

  it("ends a download before its end if the image is erased", async () => {
    await api.database.pool.query("UPDATE media_chunk SET place = 2 WHERE place = 1");
    await expect(read().then(bytes)).rejects.toThrow(/terminated|closed/);
  });
});

describe("rangeOf", () => {
  it.each([
    ["bytes=0-0", { from: 0, end: 1 }],
    ["bytes=2-", { from: 2, end: 10 }],
    ["bytes=-3", { from: 7, end: 10 }],
    ["bytes=-30", { from: 0, end: 10 }],
    ["bytes=5-99", { from: 5, end: 10 }],
    ["bytes=-0", "unsatisfiable"],
    ["bytes=10-", "unsatisfiable"],
    ["bytes=3-2", undefined],
    ["bytes=-", undefined],
    ["bytes=0-1,2-3", undefined],
    ["items=0-1", undefined],
    [`bytes=0-${"9".repeat(99)}`, undefined],
    [undefined, undefined],
  ])("reads %s", (field, expected) => expect(rangeOf(field, 10)).toEqual(expected));
});

it("downloads of networks take turns, and an IPv6 /64 counts as one network", async () => {
  const keys: string[] = [];
  const run = async ({ key }: { key: string }) => void keys.push(key);
  const answer = serveMedia({
    config: { trustedProxies: [] },
    database: api.database,
    lanes: { reads: { run } } as never,
    media: api.deps.media,
  })(`/media/${"0".repeat(64)}/320.webp`);
  for (const remoteAddress of ["2001:db8::1", "2001:db8::2", "2001:db8:0:1::1"]) {
    const request = { method: "GET", headers: {}, socket: { remoteAddress } };
    await expect(answer?.({ request } as never)).rejects.toMatchObject({ status: 404 });
  }
  expect(keys.map((key) => keys.indexOf(key))).toEqual([0, 0, 2]);
});

it("a download sends a piece only after the client has read the previous one", async () => {
  const written: number[] = [];
  const response = Object.assign(new EventEmitter(), {
    destroyed: false,
    write: ({ length }: Buffer) => written.push(length) === 0,
    destroy: () => (response.destroyed = true),
    end: () => written.push(0),
  });
  const file = { bytes: 15, read: async () => Buffer.alloc(5) };
  const answer = serveMedia({
    config: { trustedProxies: [] },
    database: api.database,
    lanes: api.deps.lanes,
    media: { find: async () => file } as never,
  })(`/media/${"0".repeat(64)}/320.webp`);
  const request = { method: "GET", headers: {}, socket: {} };
  const sending = answer?.({ request, response, fields: { writeHead: () => {} } } as never);
  for (const sent of [[5], [5, 5]]) {
    await expect.poll(() => response.listenerCount("drain")).toBe(1);
    expect([written, response.listenerCount("close")]).toEqual([sent, 1]);
    if (sent.length === 1) response.emit("drain");
  }
  response.emit("close");
  await sending;
  expect([written, response.destroyed, response.listenerCount("close")]).toEqual([[5, 5], true, 0]);
});
