import {
  createClient,
  type Pet,
  PetNotAvailableError,
  PetStoreError,
  type PetUpsert,
  PreconditionFailedError,
  RateLimitedError,
  UnauthorizedError,
} from "@petstore/contract";
import {
  baseUrl,
  categoryId,
  externalIds,
  image,
  key,
  name,
  noteId,
  report,
  rows,
  summarise,
  wrongKey,
} from "./environment.js";

const connect = (apiKey: string) => createClient({ baseUrl, apiKey, onDeprecated: () => {} });
const client = connect(key);
const { pets, orders, categories, history } = client.orThrow;

type Refusal = { readonly status: number; readonly code: string };

const refusalOf = async <Kind extends Refusal>(call: Promise<unknown>, kind: new (...args: never[]) => Kind) => {
  const error: unknown = await call.then(
    () => new Error("The service did not refuse the request."),
    (reason: unknown) => reason,
  );
  if (error instanceof kind) return error;
  throw error;
};
const seen = ({ status, code }: Refusal) => `${status} ${code}`;

const query = { limit: 1 };
let limited = await client.pets.listPets({ query, maxRetries: 0 });
while (limited.status === 200) limited = await client.pets.listPets({ query, maxRetries: 0 });
const refusal = await refusalOf(pets.listPets({ query, maxRetries: 0 }), RateLimitedError);
// If retries are enabled, the client itself waits as long as Retry-After says.
const retried = await client.pets.listPets({ query });
report("rate limit", `${seen(refusal)}, then ${retried.status}`);

const created = await client.pets.createPet({ body: { name, categoryId } });
if (created.status !== 201) throw new Error(created.body.message);
const { body: pet, etag } = created;
report("create", `${created.status} ${pet.name} ${pet.status}`);

const pages: (readonly Pet[])[] = [];
for await (const page of client.pets.pages({ query: { categoryId, limit: 100 } })) pages.push(page.body);
report("pages", summarise(pages));

const params = { petId: pet.id };
const got = await pets.getPet({ params });
report("get", `200 ${got.name} ${got.status}`);

const sent = await client.photos.createPhoto({ params, body: image });
if (sent.status !== 201) throw new Error(`The service answered ${sent.status}.`);
report("photo", `${sent.status} ${sent.body.width} x ${sent.body.height} pixels`);

const note = { params, body: { text: "Bites.", externalId: noteId } };
const [written, repeated] = [await client.notes.createNote(note), await client.notes.createNote(note)];
if (written.status !== 201 || repeated.status !== 200) throw new Error(`The service answered ${repeated.status}.`);
report("note", `201 ${written.body.externalId}, then 200 ${repeated.body.externalId}`);

const put = (body: PetUpsert[]) => pets.putPetsByExternalId({ body });
const { created: added, refused: twice } = await put(rows);
const { unchanged } = await put(rows.slice(0, 1));
report("rows", `${added} created, ${twice} refused, then ${unchanged} unchanged`);

const found = await pets.listPets({ query: { externalId: externalIds } });
const removed = await client.pets.deletePetByExternalId({ params: { externalId: externalIds[0] } });
report("external ids", `${found.length} pets, then ${removed.status}`);

const headers = { "if-match": etag };
const updated = await pets.updatePet({ params, headers, body: { status: "sold" } });
report("update", `200 ${updated.name} ${updated.status}`);

const renaming = pets.updatePet({ params, headers, body: { name: "Zoe" } });
report("stale If-Match", seen(await refusalOf(renaming, PreconditionFailedError)));

const ordering = orders.createOrder({ body: { petId: pet.id } });
report("conflict", seen(await refusalOf(ordering, PetNotAvailableError)));

const listing = connect(wrongKey).orThrow.pets.listPets({ query });
report("wrong key", seen(await refusalOf(listing, UnauthorizedError)));

const category = await categories.getCategory({ params: { categoryId } });
report("added field", `200 ${category.petCount} pets`);

const events = await history.listHistory({ query: { subject: `pet:${pet.id}` } });
report("added value", `${events.length} events, ${events[0]?.action} by ${events[0]?.actor.kind}`);

const kept = await refusalOf(categories.deleteCategory({ params: { categoryId } }), PetStoreError);
report("added code", `${seen(kept)}: ${kept.message}`);

const teapot = await refusalOf(pets.deletePet({ params }), PetStoreError);
report("added status", `${seen(teapot)}: ${teapot.message}`);
