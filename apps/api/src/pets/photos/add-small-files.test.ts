import type { Photo } from "@petstore/contract/routes";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addPets } from "../../../test/support/builders.js";
import { makeTemporaryFolder } from "../../../test/support/temporary-folder.js";
import { createTestApi, type TestApi } from "../../../test/support/test-api.js";

describe("the sweep of photos that were uploaded before there were files of 96 pixels", () => {
  let api: TestApi;
  let petId: number;
  beforeAll(async () => {
    api = await createTestApi({ DATA_DIR: await makeTemporaryFolder() });
    [petId = 0] = await addPets(api, {});
  });
  afterAll(() => api.close());

  const upload = async (width: number, pet = petId) => {
    const background = { r: width % 256, g: 120, b: 60 };
    const raw = await sharp({ create: { width, height: width / 2, channels: 3, background } })
      .png()
      .toBuffer();
    const answer = await api.send(`POST /v1/pets/${pet}/photos`, {
      raw: new Uint8Array(raw),
      headers: { "content-type": "image/png" },
    });
    expect(answer.status).toBe(201);
    return answer.body as Photo;
  };
  const forgetSmallFile = async ({ sha256 }: Photo) => {
    const { pool } = api.database;
    await pool.query("DELETE FROM media_chunk WHERE sha256 = decode($1, 'hex') AND width = 96", [sha256]);
    await pool.query("UPDATE media SET sizes = sizes - 0 WHERE sha256 = decode($1, 'hex')", [sha256]);
    await pool.query("UPDATE pet_profile SET updated_at = updated_at");
    await api.heard();
  };
  const listed = async (pet = petId) => {
    const { body } = await api.send(`GET /v1/pets?id=${pet}&expand=profile`);
    return (body as [{ profile: { photos: Photo[] } }])[0].profile.photos.map(({ sizes }) =>
      sizes.map(({ width }) => width),
    );
  };

  it("adds the file, which pages that are cached list too", async () => {
    const photo = await upload(500);
    await forgetSmallFile(photo);
    for (let time = 0; time < 3; time += 1) expect(await listed()).toEqual([[320, 500]]);
    await api.deps.photoSweep.run();
    await api.heard();
    expect(await listed()).toEqual([[96, 320, 500]]);
    const [small] = ((await api.send(`GET /v1/pets/${petId}/photos/${photo.id}`)).body as Photo).sizes;
    expect(small).toEqual(photo.sizes[0]);
    const file = Buffer.from(await (await fetch(api.origin + (small?.url ?? ""))).arrayBuffer());
    expect(await sharp(file).metadata()).toMatchObject({ format: "webp", width: 96, height: 48 });
  });

  it("reaches an image behind hundreds whose files are missing", async () => {
    await api.database.pool.query(`
      INSERT INTO media (sha256, width, height, placeholder, sizes)
      SELECT decode(lpad(to_hex(one), 64, '0'), 'hex'), 400, 400, '', '[[320, 320]]' FROM generate_series(1, 600) AS one`);
    const [pet = 0] = await addPets(api, {});
    await forgetSmallFile(await upload(700, pet));
    await api.deps.photoSweep.run();
    await api.heard();
    expect(await listed(pet)).toEqual([[96, 320, 700]]);
  });

  it("changes nothing else, and leaves out small and damaged images", async () => {
    const [damaged, tiny] = [await upload(600), await upload(90)];
    await forgetSmallFile(damaged);
    await api.database.pool.query("UPDATE media_chunk SET bytes = 'no image' WHERE sha256 = decode($1, 'hex')", [
      damaged.sha256,
    ]);
    const before = await api.send(`GET /v1/pets/${petId}/profile`);
    await api.deps.photoSweep.run();
    await api.deps.photoSweep.run();
    const after = await api.send(`GET /v1/pets/${petId}/profile`);
    expect([after.text, after.headers.get("etag")]).toEqual([before.text, before.headers.get("etag")]);
    expect(tiny.sizes.map(({ width }) => width)).toEqual([90]);
    expect(api.logged.filter(({ level }) => Number(level) >= 40)).toEqual([]);
  });
});
