import {
  type Event,
  type EventPage,
  EventType,
  EventPage as EventPageSchema,
  type Photo,
  type Profile,
} from "@petstore/contract/routes";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addMedia, addPhotos, freshImage } from "../../test/support/images.js";
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
  it("are whole profiles with photos, of which the placeholder pictures are empty", async () => {
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

  it("are whole photos, of which the placeholder pictures are empty", async () => {
    const { id } = await addPet(1);
    const [photo] = await get<[Photo]>(`/pets/${id}/photos`);
    const after = await now();
    await api.send(`PATCH /v1/pets/${id}/photos/${photo.id}`, { body: { alt: "Rex" } });
    const [changed] = await get<[Photo]>(`/pets/${id}/photos`);
    const whole = (one: Photo) => ({ ...one, placeholder: "data:," });
    expect(await told(after, reader)).toMatchObject([
      { type: "photo.updated", changed: ["updatedAt", "alt"], before: whole(photo), after: whole(changed) },
    ]);
  });
});

describe("the subject of an event about a photo or a note", () => {
  it("names the pet, whichever state the event lacks", async () => {
    const { id: petId } = await addPet(1);
    const [{ id: photoId }] = await get<[Photo]>(`/pets/${petId}/photos`);
    const after = await now();
    const { id: noteId } = (await api.send(`POST /v1/pets/${petId}/notes`, { body: { text: "Bites" } })).body as {
      id: number;
    };
    await api.send(`DELETE /v1/pets/${petId}`);
    const parts = (await told(after)).filter(({ type }) => /^(?:photo|note)\./.test(type));
    const photo = { kind: "photo", id: photoId, petId };
    const note = { kind: "note", id: noteId, petId };
    expect(
      parts.map(({ type, subject }) => [type, subject] as const).toSorted(([one], [other]) => (one < other ? -1 : 1)),
    ).toEqual([
      ["note.created", note],
      ["note.deleted", note],
      ["photo.deleted", photo],
    ]);
  });
});

describe("the events of every type", () => {
  it("have the states that the contract declares, for keys of each scope", async () => {
    const admin = await api.makeKey("admin");
    const after = await now();
    const send = async (line: string, body?: unknown, more: object = {}) => {
      const answer = await api.send(line.replace(" /", " /v1/"), { key: admin, body, ...more });
      expect([line, answer.status < 300, answer.text]).toEqual([line, true, answer.text]);
      return answer.body as { id: number };
    };
    const [{ id: from }, { id: into }] = [
      await send("POST /categories", { name: "From" }),
      await send("POST /categories", { name: "Into" }),
    ];
    await send(`PATCH /categories/${from}`, { name: "Froms" });
    const attribute = await send("POST /attributes", { name: "coat", label: "Coat", type: "text" });
    await send(`PATCH /attributes/${attribute.id}`, { label: "Fur" });
    const pet = `/pets/${(await send("POST /pets", { name: "Rex", categoryId: from, profile: { attributes: { coat: "long" } } })).id}`;
    const petId = Number(pet.slice("/pets/".length));
    await send(`PATCH ${pet}`, { name: "Max" });
    await send(`PATCH ${pet}/profile`, { externalId: "every" });
    const image = freshImage();
    await addMedia(api, image.sha256);
    const photo = await send(`POST ${pet}/photos`, undefined, {
      raw: new Blob([image.bytes]),
      headers: { "content-type": "image/png" },
    });
    await send(`PATCH ${pet}/photos/${photo.id}`, { alt: "Max" });
    const note = await send(`POST ${pet}/notes`, { text: "Bites" });
    await send(`PATCH ${pet}/notes/${note.id}`, { isPinned: true });
    await send("PATCH /store", { statusNames: { sold: "Adopted" } });
    const order = await send("POST /orders", {
      petId,
      reference: "A",
      note: "Saturday",
      customer: { name: "Ada", email: "ada@example.org" },
    });
    for (const status of ["approved", "cancelled"]) await send(`PATCH /orders/${order.id}`, { status });
    await send(`POST /categories/${from}/merge`, { into });
    await send("POST /pets/import", { csv: "name,category\nMimi,New\n", source: "pets.csv", columns: {} });
    await send(`DELETE ${pet}`);
    await send(`POST /pets/changes`, [
      { id: petId, from: null, to: { name: "Max", categoryId: into, status: "available" } },
    ]);
    await send(`DELETE ${pet}`);
    await send(`DELETE /categories/${into}`);
    await send(`DELETE /attributes/${attribute.id}?force=true`);
    const [all, written, read] = [await told(after, admin), await told(after), await told(after, reader)];
    expect(new Set(all.map(({ type }) => type))).toEqual(new Set(EventType.options));
    expect(written).toEqual(all.map(({ actor: _, ...event }) => event));
    expect(new Set(read.map(({ type }) => type))).toEqual(
      new Set(EventType.options.filter((type) => !type.startsWith("note."))),
    );
    expect(JSON.stringify([written, read])).not.toMatch(/Saturday|Ada|ada@/);
  });
});

describe("the events of a deleted pet", () => {
  it("tell each key only about the photos, notes and profiles that it may read", async () => {
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

  it("are followed by creations when the pet is restored or an undo restores everything", async () => {
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
    expect(await get(`/actions/${action.id}`)).toMatchObject({
      status: "undone",
      job: { done: 1, total: 1, leftCount: 0 },
    });
    expect(await get(`/pets/${id}/photos`)).toEqual(photos);
  });
});
