import {
  type Event,
  type EventPage,
  EventPage as EventPageSchema,
  type Photo,
  type Profile,
} from "@petstore/contract/routes";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addPhotos } from "../../test/support/images.js";
import { createTestApi, type TestApi } from "../../test/support/test-api.js";

let api: TestApi;
let reader: string;
beforeAll(async () => {
  api = await createTestApi();
  reader = await api.makeKey("read");
});
afterAll(() => api.close());

const get = async <Body>(path: string, key?: string) =>
  (await api.send(`GET /v1${path}`, { ...(key && { key }) })).body as Body;
const now = async () => (await get<EventPage>("/events?after=now")).next;
const told = async (after: string, key?: string): Promise<Event[]> =>
  EventPageSchema.parse(await get(`/events?after=${after}`, key)).data;
const typesOf = (events: readonly Event[]) => events.map(({ type, subject: { id } }) => [type, id]);

const addPet = async (photos: number) => {
  const fields = { name: "Rex", categoryId: 1, status: "available" };
  const { id } = (await api.send("POST /v1/pets", { body: fields })).body as { id: number };
  await addPhotos(api, id, photos);
  return { id, fields };
};

describe("the states in events", () => {
  it("are whole profiles: with the photos, whose pictures are empty", async () => {
    const { id } = await addPet(2);
    const after = await now();
    await api.send(`PATCH /v1/pets/${id}/profile`, { body: { externalId: `whole-${id}` } });
    const profile = await get<Profile>(`/pets/${id}/profile`);
    const photos = profile.photos.map((photo) => ({ ...photo, placeholder: "data:," }));
    expect(photos).toHaveLength(2);
    const expected = { type: "profile.updated", before: { externalId: null, photos }, after: { ...profile, photos } };
    for (const key of [api.key, reader]) expect(await told(after, key)).toMatchObject([expected]);
    expect((await told(after))[0]?.changed).not.toContain("photos");
  });

  it("are whole photos, whose pictures are empty", async () => {
    const { id } = await addPet(1);
    const [photo] = await get<[Photo]>(`/pets/${id}/photos`);
    const after = await now();
    await api.send(`PATCH /v1/pets/${id}/photos/${photo.id}`, { body: { alt: "Rex" } });
    const before = { ...photo, placeholder: "data:," };
    expect(await told(after, reader)).toMatchObject([
      { type: "photo.updated", changed: ["alt"], before, after: { ...before, alt: "Rex" } },
    ]);
  });
});

describe("the events of a deleted pet", () => {
  it("tell of its photos, its notes and its profile, to each key what it may read", async () => {
    const { id } = await addPet(2);
    await api.send(`PATCH /v1/pets/${id}/profile`, { body: { externalId: `deleted-${id}` } });
    const photos = await get<Photo[]>(`/pets/${id}/photos`);
    const note = (await api.send(`POST /v1/pets/${id}/notes`, { body: { text: "Bites" } })).body as { id: number };
    const after = await now();
    await api.send(`DELETE /v1/pets/${id}`);
    const ofPhotos = photos.map((photo) => ["photo.deleted", photo.id]);
    const rest = [
      ["profile.deleted", id],
      ["pet.deleted", id],
    ];
    expect(typesOf(await told(after))).toEqual([...ofPhotos, ["note.deleted", note.id], ...rest]);
    expect(typesOf(await told(after, reader))).toEqual([...ofPhotos, ...rest]);
  });

  it("come back as creations when the pet is restored, and by an undo, which leaves nothing", async () => {
    const { id, fields } = await addPet(2);
    const photos = await get<Photo[]>(`/pets/${id}/photos`);
    await api.send(`DELETE /v1/pets/${id}`);
    const after = await now();
    await api.send("POST /v1/pets/changes", { body: [{ id, from: null, to: fields }] });
    const back = await told(after, reader);
    const created = photos.map((photo) => ["photo.created", photo.id]);
    expect(typesOf(back)).toEqual(expect.arrayContaining([["pet.created", id], ...created]));

    await api.send(`DELETE /v1/pets/${id}`);
    const [action] = await get<[{ id: string }]>("/actions?limit=1");
    await api.send(`POST /v1/actions/${action.id}/undo`);
    await api.deps.undoRunner.run();
    expect(await get(`/actions/${action.id}`)).toMatchObject({ state: "undone", job: { done: 1, total: 1, left: 0 } });
    expect(await get(`/pets/${id}/photos`)).toEqual(photos);
  });
});
