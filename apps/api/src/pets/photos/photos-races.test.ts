import type { Photo } from "@petstore/contract/routes";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addPets } from "../../../test/support/builders.js";
import { addMedia, addPhotos, freshImage } from "../../../test/support/images.js";
import { proofSize } from "../../../test/support/proof-size.js";
import { createTestApi, type TestApi } from "../../../test/support/test-api.js";

const ROUNDS = proofSize("ROUNDS", { short: 5, full: 100 });

describe("concurrent changes of photos", () => {
  let api: TestApi;
  let admin: string;
  beforeAll(async () => {
    api = await createTestApi();
    admin = await api.makeKey("admin");
  });
  afterAll(() => api.close());

  const upload = (petId: number, bytes: Uint8Array<ArrayBuffer>) =>
    api.send(`POST /v1/pets/${petId}/photos`, { raw: bytes, headers: { "content-type": "image/png" } });
  const orphans = async () =>
    (
      await api.database.pool.query(
        "SELECT FROM media WHERE NOT EXISTS (SELECT FROM photo WHERE photo.sha256 = media.sha256)",
      )
    ).rowCount;

  it("an erasure and simultaneous uploads of the same bytes leave no file without a photo", async () => {
    const pets = await addPets(api, {}, {}, {}, {});
    for (let round = 0; round < ROUNDS; round += 1) {
      const { bytes, sha256 } = freshImage();
      await addMedia(api, sha256);
      const first = (await upload(pets[0] ?? 0, bytes)).body as Photo;
      const erase = () => api.send(`DELETE /v1/pets/${pets[0]}/photos/${first.id}?erase=true`, { key: admin });
      const answers = await Promise.all([...pets.map((id) => upload(id, bytes)), erase()]);
      expect(answers.at(-1)?.status).toBe(204);
      for (const { status } of answers.slice(0, -1)) expect([200, 201, 503]).toContain(status);
      // Uploads after the erasure found no files, and the erasure has included the photos of earlier uploads.
      expect(await orphans()).toBe(0);
    }
  });

  it("deletions, moves and restorations keep the positions", async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const [petId = 0] = await addPets(api, {});
      const ids = await addPhotos(api, petId, 5);
      const path = (id: number) => `/v1/pets/${petId}/photos/${id}`;
      const answers = await Promise.all([
        ...ids.map((id, at) => api.send(`PATCH ${path(id)}`, { body: { position: 5 - at } })),
        ...ids.slice(0, 3).map((id) => api.send(`DELETE ${path(id)}`)),
        ...ids.slice(0, 3).map((id) => api.send(`POST ${path(id)}/restore`)),
      ]);
      for (const { status } of answers) expect([200, 204, 404]).toContain(status);
      const photos = (await api.send(`GET /v1/pets/${petId}/photos`)).body as Photo[];
      expect(photos.map(({ position }) => position)).toEqual(photos.map((_, at) => at + 1));
      const change = ids.map((id) => api.send(`PATCH ${path(id)}`, { body: { alt: "Frank" } }));
      const [deleted, ...changed] = await Promise.all([api.send(`DELETE /v1/pets/${petId}`), ...change]);
      expect(deleted?.status).toBe(204);
      for (const { status } of changed) expect([200, 404]).toContain(status);
    }
  });
});
