// Fills a store through the API, and reads from it what an update must keep. It asks for nothing that a later release of
// the same path, /v1, answers in another form.
import { createHash } from "node:crypto";

const PETS = 1000;

/** A PNG of one pixel. */
const image = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==",
  "base64",
);

const request = async ({ address, key }, line, body) => {
  const [method, path] = line.split(" ");
  const type = body instanceof Uint8Array ? "image/png" : "application/json";
  const response = await fetch(`${address}${path}`, {
    method,
    headers: { authorization: `Bearer ${key}`, ...(body !== undefined && { "content-type": type }) },
    ...(body !== undefined && { body: body instanceof Uint8Array ? body : JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${line}: ${response.status} ${await response.text()}`);
  return response;
};

const send = async (store, line, body) => (await request(store, line, body)).json();

export const createPet = (store, name) => send(store, "POST /v1/pets", { name, categoryId: 1 });

/** Adds pets, and one with a photo, a note, a profile and an order. @returns The id of that pet. */
export const fillStore = async (store) => {
  const pets = Array.from({ length: PETS }, (_, index) => ({ name: `Pet ${index}`, categoryId: 1 + (index % 40) }));
  await send(store, "POST /v1/pets/batch", pets);
  const { id } = await createPet(store, "Luna 猫 🐈");
  await send(store, `POST /v1/pets/${id}/photos`, image);
  await send(store, `POST /v1/pets/${id}/notes`, { text: "Bites\nwhen hungry", isWarning: true });
  await send(store, `PATCH /v1/pets/${id}/profile`, { externalId: "SH-1" });
  await send(store, "POST /v1/orders", { petId: id, reference: "A-1" });
  return id;
};

/** Reads all pages of a list. */
const readAll = async (store, path) => {
  const rows = [];
  for (let next = path; next !== undefined; ) {
    const response = await request(store, `GET ${next}`);
    rows.push(...(await response.json()));
    [, next] = /<(?:https?:\/\/[^/>]+)?(\/[^>]+)>; *rel="next"/.exec(response.headers.get("link") ?? "") ?? [];
  }
  return rows;
};

const pick = (rows, ...fields) => rows.map((row) => JSON.stringify(fields.map((field) => row[field])));

/** Reads what was filled in, and all other pets, categories, orders and photos of the store. */
export const readContents = async (store, id) => {
  const pets = await readAll(store, "/v1/pets?limit=100");
  const photos = await readAll(store, `/v1/pets/${id}/photos`);
  const files = photos.flatMap(({ sizes }) => sizes.map(({ url }) => url));
  const hashes = await Promise.all(
    files.map(async (path) => {
      const bytes = Buffer.from(await (await request(store, `GET ${path}`)).arrayBuffer());
      return createHash("sha256").update(bytes).digest("hex");
    }),
  );
  const { externalId } = await send(store, `GET /v1/pets/${id}/profile`);
  return {
    pets: pick(pets, "id", "name", "categoryId", "status"),
    categories: pick(await readAll(store, "/v1/categories"), "id", "name", "petCount"),
    orders: pick(await readAll(store, "/v1/orders?limit=100"), "id", "petId", "status", "reference"),
    notes: pick(await readAll(store, `/v1/pets/${id}/notes`), "id", "text", "isWarning"),
    profiles: [externalId],
    photos: hashes,
  };
};
