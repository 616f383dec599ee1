import { createHash } from "node:crypto";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import type { AuditEvent, Photo, Profile } from "@petstore/contract/routes";
import sharp from "sharp";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { eventsSince, lastEventId } from "../../../test/support/audit.js";
import { addMedia, freshImage, imageOf, pngOf } from "../../../test/support/images.js";
import { addPets } from "../../../test/support/builders.js";
import { emptyTables } from "../../../test/support/empty-tables.js";
import { startRequest } from "../../../test/support/raw-request.js";
import { sendWhileLocked } from "../../../test/support/send-while-locked.js";
import { makeTemporaryFolder } from "../../../test/support/temporary-folder.js";
import { createTestApi, errorBody, type TestApi } from "../../../test/support/test-api.js";

let api: TestApi;
let dataDir: string;
let petId: number;
let dog: Buffer;
beforeAll(async () => {
  dataDir = await makeTemporaryFolder();
  api = await createTestApi({ DATA_DIR: dataDir });
  dog = await imageOf(2000, 1500);
});
beforeEach(async () => {
  await emptyTables(api.database, "photo, media, pet, category");
  [petId = 0] = await addPets(api, {});
});
afterAll(() => api.close());

const upload = (bytes: Buffer, options: { id?: number; query?: string; headers?: object; key?: string } = {}) =>
  api.send(`POST /v1/pets/${options.id ?? petId}/photos${options.query ?? ""}`, {
    raw: new Uint8Array(bytes),
    headers: { "content-type": "image/jpeg", ...options.headers },
    ...(options.key !== undefined && { key: options.key }),
  });
const photosOf = async (id = petId) => (await api.send(`GET /v1/pets/${id}/photos`)).body as Photo[];
const file = (path: string, headers: Record<string, string> = {}, method = "GET") =>
  fetch(api.origin + path, { headers, method });
const rows = async (table: string) =>
  (await api.database.pool.query<{ count: number }>(`SELECT count(*)::integer AS count FROM ${table}`)).rows[0]?.count;
/** Waits for the files to disappear, because the service removes an upload after its response. */
const expectNoFiles = () =>
  vi.waitFor(async () => expect(await readdir(join(dataDir, "uploads"))).toEqual([]), { timeout: 5_000 });

describe("POST /pets/{petId}/photos", () => {
  it("creates WebP files of three sizes and a placeholder", async () => {
    const { status, body, headers } = await upload(dog, { query: "?alt=%20Frank%20asleep%20" });
    const photo = body as Photo;
    const sha256 = createHash("sha256").update(dog).digest("hex");
    const size = (width: number, height: number) => ({ width, height, url: `/media/${sha256}/${width}.webp` });
    expect([status, photo]).toEqual([
      201,
      {
        ...{ id: expect.any(Number), petId, sha256, width: 2000, height: 1500, alt: "Frank asleep", position: 1 },
        ...{ focalPoint: null, rotation: 0, placeholder: expect.stringMatching(/^data:image\/webp;base64,/) },
        sizes: [size(96, 72), size(320, 240), size(800, 600), size(1600, 1200)],
        createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]{12}Z$/),
        updatedAt: photo.createdAt,
      },
    ]);
    expect(photo.placeholder.length).toBeLessThan(600);
    expect(headers.get("location")).toBe(`/v1/pets/${petId}/photos/${photo.id}`);
    for (const { width, height, url } of photo.sizes) {
      const response = await file(url);
      const image = await sharp(Buffer.from(await response.arrayBuffer())).metadata();
      expect([response.status, image.format, image.width, image.height]).toEqual([200, "webp", width, height]);
    }
    const read = await api.send(`GET /v1/pets/${petId}/photos/${photo.id}`);
    expect([read.body, read.headers.get("etag")]).toEqual([photo, headers.get("etag")]);
    expect(await photosOf()).toEqual([photo]);
    expect(((await api.send(`GET /v1/pets/${petId}/profile`)).body as Profile).photos).toEqual([photo]);
    await expectNoFiles();
  });

  it("enlarges nothing", async () => {
    const widths = async (bytes: Buffer) => ((await upload(bytes)).body as Photo).sizes.map(({ width }) => width);
    expect(await widths(await imageOf(500, 20, "png"))).toEqual([96, 320, 500]);
    expect(await widths(await imageOf(7, 9, "webp"))).toEqual([7]);
  });

  it("turns the image upright, and drops its location", async () => {
    const exif = { IFD0: { Copyright: "Jane" }, IFD3: { GPSLatitude: "52/1 30/1 0/1" } };
    const given = await sharp(await imageOf(400, 300))
      .withExif(exif)
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    const photo = (await upload(given)).body as Photo;
    expect([photo.width, photo.height, photo.sizes.at(-1)?.height]).toEqual([300, 400, 400]);
    const bytes = Buffer.from(await (await file(photo.sizes[0]?.url ?? "")).arrayBuffer());
    const { exif: kept, orientation, icc } = await sharp(bytes).metadata();
    expect([kept, orientation, icc]).toEqual([undefined, undefined, undefined]);
  });

  it("returns 200 for repeated bytes, and shares files between pets", async () => {
    const answers = await Promise.all([1, 2, 3, 4].map(() => upload(dog)));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 200, 200, 201]);
    const [other = 0] = await addPets(api, {});
    expect((await upload(dog, { id: other })).status).toBe(201);
    expect([await rows("photo"), await rows("media")]).toEqual([2, 1]);
  });

  it("restores a deleted photo of the same bytes", async () => {
    const { id } = (await upload(dog)).body as Photo;
    await api.send(`DELETE /v1/pets/${petId}/photos/${id}`);
    const { updatedAt } = (await api.send(`GET /v1/pets/${petId}/profile`)).body as Profile;
    const last = await lastEventId(api.database);
    const again = await upload(dog);
    expect([again.status, (again.body as Photo).id]).toEqual([200, id]);
    expect(await eventsSince(api.database, last)).toMatchObject([{ action: "photo.restore", subject: { id } }]);
    expect(((await api.send(`GET /v1/pets/${petId}/profile`)).body as Profile).updatedAt).not.toBe(updatedAt);
  });

  it("accepts at most 20 photos of a pet, even when they arrive at once", async () => {
    const images = await Promise.all(Array.from({ length: 22 }, (_, at) => imageOf(20 + at, 20, "png")));
    const answers = await Promise.all(images.map((image) => upload(image)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(20);
    const refused = answers.filter(({ status }) => status !== 201).map(({ body }) => body);
    const problem = `pet ${petId} already has the maximum of 20 photos; delete one first`;
    expect(refused).toEqual([errorBody("conflict", 409, problem), errorBody("conflict", 409, problem)]);
    expect((await photosOf()).map(({ position }) => position)).toEqual(Array.from({ length: 20 }, (_, at) => at + 1));
    const [first] = await photosOf();
    await api.send(`DELETE /v1/pets/${petId}/photos/${first?.id}`);
    expect((await upload(dog)).status).toBe(201);
  });

  it("replays an Idempotency-Key, and refuses the same key with other bytes", async () => {
    const headers = { "idempotency-key": "one" };
    const first = await upload(dog, { headers });
    const second = await upload(dog, { headers });
    expect([second.status, second.body]).toEqual([201, first.body]);
    expect(second.headers.get("idempotent-replayed")).toBe("true");
    expect((await upload(await imageOf(9, 9), { headers })).status).toBe(422);
    expect((await upload(dog, { headers, query: "?alt=Frank" })).status).toBe(422);
  });

  it("replays the refusal of an image to a repeated Idempotency-Key", async () => {
    const headers = { "idempotency-key": "refused" };
    const gif = Buffer.from("GIF89a".padEnd(100, "\0"));
    const first = await upload(gif, { headers });
    const second = await upload(gif, { headers });
    expect([first.status, second.status, second.headers.get("idempotent-replayed")]).toEqual([415, 415, "true"]);
  });

  const refusals: [string, () => Buffer | Promise<Buffer>, number, string][] = [
    ["a GIF", () => Buffer.from("GIF89a".padEnd(100, "\0")), 415, "body is not a JPEG, PNG or WebP image"],
    ["an SVG called JPEG", () => Buffer.from("<svg><script>1</script></svg>"), 415, "body is not a JPEG, PNG or WebP"],
    ["a header bomb", () => pngOf({ width: 16_384, height: 16_384, pixels: Buffer.alloc(1) }), 413, "50 megapixels"],
    [
      "too long a side",
      () => pngOf({ width: 16_384, height: 8, pixels: Buffer.alloc(1) }),
      413,
      "16383 pixels on each side",
    ],
    ["an APNG", () => pngOf({ extra: [["acTL", Buffer.alloc(8)]] }), 415, "must not be an animated image"],
    ["a cut JPEG", async () => (await imageOf(200, 200)).subarray(0, 900), 400, "damaged"],
    ["a header alone", () => pngOf().subarray(0, 40), 400, "a damaged PNG image"],
    ["pixels that are missing", () => pngOf({ width: 5_000, height: 5_000, pixels: Buffer.alloc(9) }), 400, "damaged"],
    ["nothing", () => Buffer.alloc(0), 400, "body is required"],
    ["too many bytes", () => Buffer.alloc(15_728_641), 413, "body must be at most 15728640 bytes"],
  ];
  it.each(refusals)("refuses %s, and keeps no files or rows", async (_, make, status, message) => {
    const { body } = await upload(await make());
    expect(body).toEqual(errorBody(expect.any(String) as never, status, expect.stringContaining(message)));
    expect([await rows("photo"), await rows("media")]).toEqual([0, 0]);
    await expectNoFiles();
  });

  it("finds the format in the bytes, whatever the Content-Type says", async () => {
    const types = ["application/octet-stream", "image/jpeg", "image/webp"];
    const answers = [];
    for (const type of types) answers.push(await upload(dog, { headers: { "content-type": type } }));
    expect(answers.map(({ status }) => status)).toEqual([201, 200, 200]);
  });

  it("refuses a wrong media type, alt, pet or scope", async () => {
    const gif = await upload(dog, { headers: { "content-type": "image/gif" } });
    const problem = "header Content-Type must be one of application/octet-stream, image/jpeg, image/png, image/webp";
    expect(gif.body).toEqual(errorBody("unsupported_media_type", 415, problem));
    expect((await upload(dog, { headers: { "content-encoding": "gzip" } })).status).toBe(415);
    expect((await upload(dog, { query: "?alt=" })).status).toBe(400);
    expect((await upload(dog, { id: 999 })).body).toEqual(errorBody("not_found", 404, "there is no pet with id 999"));
    expect((await upload(dog, { key: await api.makeKey("read") })).status).toBe(403);
    expect([await rows("photo"), await rows("media")]).toEqual([0, 0]);
    await expectNoFiles();
  });

  it("reads the type of an image from its bytes if the header says only application/octet-stream", async () => {
    const answer = await upload(dog, { headers: { "content-type": "application/octet-stream" } });
    expect([answer.status, await rows("photo")]).toEqual([201, 1]);
    const text = await upload(Buffer.from("no image"), { headers: { "content-type": "application/octet-stream" } });
    expect(text.body).toEqual(errorBody("unsupported_media_type", 415, expect.stringContaining("body is not a JPEG")));
  });

  it("returns 503 if the image is erased in the meantime", async () => {
    const { bytes, sha256 } = freshImage();
    await addMedia(api, sha256);
    // The transaction waits for the erasure, and then finds no files.
    const { status } = await sendWhileLocked(
      api,
      [["DELETE FROM media WHERE sha256 = decode($1, 'hex')", sha256]],
      () => upload(Buffer.from(bytes), { headers: { "content-type": "image/png" } }),
    );
    expect([status, await rows("photo"), await rows("media")]).toEqual([503, 0, 0]);
    expect((await upload(Buffer.from(bytes))).status).toBe(201);
  });

  it("removes the received part of an upload that its client aborts", async () => {
    const headers = { Authorization: `Bearer ${await api.makeKey("write")}`, "Content-Type": "image/jpeg" };
    const line = `POST /v1/pets/${petId}/photos`;
    const { socket } = await startRequest(api, line, { headers, length: 9_000, body: "x" });
    const uploads = () => readdir(join(dataDir, "uploads"));
    await expect.poll(uploads).toHaveLength(1);
    socket.destroy();
    await expectNoFiles();
  });

  it("refuses an interlaced image that is small but needs much memory", async () => {
    const bytes = pngOf({ width: 8_000, height: 6_000, pixels: Buffer.alloc(1) });
    // The header says 16 bits in four channels, interlaced.
    bytes.set([16, 6, 0, 0, 1], 24);
    const { status, body } = await upload(bytes);
    expect([status, body]).toEqual([
      413,
      errorBody(
        "payload_too_large",
        413,
        "body takes 506 MiB of memory to decode, more than the limit of 180 MiB; save the image smaller, with 8 bits per channel, or without interlacing, progressive or lossless encoding",
      ),
    ]);
    await expectNoFiles();
  });

  it("records who created or deleted the photo, without the placeholder", async () => {
    const { id } = (await upload(dog)).body as Photo;
    await api.send(`PATCH /v1/pets/${petId}/photos/${id}`, { body: { alt: "Frank" } });
    await api.send(`DELETE /v1/pets/${petId}/photos/${id}`);
    await api.send(`POST /v1/pets/${petId}/photos/${id}/restore`);
    const key = await api.makeKey("admin");
    const events = (await api.send("GET /v1/history?limit=4", { key })).body as AuditEvent[];
    expect(events.map(({ action, subject }) => [action, subject.id])).toEqual(
      ["restore", "delete", "update", "create"].map((verb) => [`photo.${verb}`, id]),
    );
    expect(JSON.stringify(events)).not.toContain("data:image");
  });
});
