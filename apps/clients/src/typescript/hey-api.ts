import { createClient } from "../generated/hey-api/client/index.js";
import {
  createNote,
  createOrder,
  createPet,
  createPhoto,
  deleteCategory,
  deletePet,
  deletePetByExternalId,
  getCategory,
  getPet,
  listHistory,
  listPets,
  type Pet,
  putPetsByExternalId,
  updatePet,
} from "../generated/hey-api/index.js";
import {
  baseUrl,
  categoryId,
  externalIds,
  image,
  key,
  name,
  nextCursor,
  noteId,
  report,
  rows,
  summarise,
  waitFor,
  wrongKey,
} from "./environment.js";

const client = createClient({ baseUrl, auth: key });
const listOne = (by = client) => listPets({ client: by, query: { limit: 1 } });

let limited = await listOne();
while (limited.error === undefined) limited = await listOne();
if (limited.response === undefined) throw new Error("The service did not answer.");
await waitFor(limited.response.headers);
const { response: retried } = await listOne();
report("rate limit", `${limited.response.status} ${limited.error.code}, then ${retried?.status}`);

const created = await createPet({ client, body: { name, categoryId }, throwOnError: true });
const pet: Pet = created.data;
const etag = created.response.headers.get("etag") ?? "";
report("create", `${created.response.status} ${pet.name} ${pet.status}`);

const pages: Pet[][] = [];
let cursor: string | undefined;
do {
  const query = { categoryId, limit: 100, ...(cursor !== undefined && { cursor }) };
  const page = await listPets({ client, query, throwOnError: true });
  pages.push(page.data);
  cursor = nextCursor(page.response.headers);
} while (cursor !== undefined);
report("pages", summarise(pages));

const path = { petId: pet.id };
const got = await getPet({ client, path });
report("get", `${got.response?.status} ${got.data?.name} ${got.data?.status}`);

const sent = await createPhoto({ client, path, body: image });
report("photo", `${sent.response?.status} ${sent.data?.width} x ${sent.data?.height} pixels`);

const note = { client, path, body: { text: "Bites.", externalId: noteId } };
const [written, repeated] = [await createNote(note), await createNote(note)];
const seenNote = ({ response, data }: typeof written) => `${response?.status} ${data?.externalId}`;
report("note", `${seenNote(written)}, then ${seenNote(repeated)}`);

const { data: put } = await putPetsByExternalId({ client, body: rows });
const { data: again } = await putPetsByExternalId({ client, body: rows.slice(0, 1) });
report("rows", `${put?.created} created, ${put?.refused} refused, then ${again?.unchanged} unchanged`);

const found = await listPets({ client, query: { externalId: [...externalIds] } });
const removed = await deletePetByExternalId({ client, path: { externalId: externalIds[0] } });
report("external ids", `${found.data?.length} pets, then ${removed.response?.status}`);

const headers = { "If-Match": etag };
const updated = await updatePet({ client, path, headers, body: { status: "sold" } });
report("update", `${updated.response?.status} ${updated.data?.name} ${updated.data?.status}`);

const stale = await updatePet({ client, path, headers, body: { name: "Zoe" } });
report("stale If-Match", `${stale.response?.status} ${stale.error?.code}`);

const order = await createOrder({ client, body: { petId: pet.id } });
report("conflict", `${order.response?.status} ${order.error?.code}`);

const refused = await listOne(createClient({ baseUrl, auth: wrongKey }));
report("wrong key", `${refused.response?.status} ${refused.error?.code}`);

const category = await getCategory({ client, path: { categoryId } });
report("added field", `${category.response?.status} ${category.data?.petCount} pets`);

const { data: events = [] } = await listHistory({ client, query: { subject: `pet:${pet.id}` } });
report("added value", `${events.length} events, ${events[0]?.action} by ${events[0]?.actor.kind}`);

const kept = await deleteCategory({ client, path: { categoryId } });
report("added code", `${kept.response?.status} ${kept.error?.code}: ${kept.error?.message}`);

const teapot = await deletePet({ client, path });
report("added status", `${teapot.response?.status} ${teapot.error?.code}: ${teapot.error?.message}`);
