import {
  createNote,
  type createNoteResponse,
  createOrder,
  createPet,
  type createPhotoResponse,
  deleteCategory,
  deletePet,
  deletePetByExternalId,
  getCategory,
  getCreatePhotoUrl,
  getPet,
  listHistory,
  listPets,
  type Pet,
  putPetsByExternalId,
  updatePet,
} from "../generated/orval.js";
import {
  categoryId,
  externalIds,
  image,
  name,
  nextCursor,
  noteId,
  report,
  rows,
  summarise,
  waitFor,
  wrongKey,
} from "./environment.js";
import { orvalFetch } from "./orval-fetch.js";

const listOne = (options?: RequestInit) => listPets({ limit: 1 }, options);

let limited = await listOne();
while (limited.status === 200) limited = await listOne();
if (limited.status !== 429) throw new Error(`The service answered ${limited.status}.`);
await waitFor(limited.headers);
const retried = await listOne();
report("rate limit", `${limited.status} ${limited.data.code}, then ${retried.status}`);

const created = await createPet({ name, categoryId });
if (created.status !== 201) throw new Error(created.data.message);
const pet: Pet = created.data;
const etag = created.headers.get("etag") ?? "";
report("create", `${created.status} ${pet.name} ${pet.status}`);

const pages: Pet[][] = [];
let cursor: string | undefined;
do {
  const page = await listPets({ categoryId, limit: 100, ...(cursor !== undefined && { cursor }) });
  if (page.status !== 200) throw new Error(`The service answered ${page.status}.`);
  pages.push(page.data);
  cursor = nextCursor(page.headers);
} while (cursor !== undefined);
report("pages", summarise(pages));

const got = await getPet(pet.id);
report("get", got.status === 200 ? `200 ${got.data.name} ${got.data.status}` : String(got.status));

// orval's own function would write the image as JSON.
const upload = { method: "POST", headers: { "Content-Type": "image/png" }, body: image };
const sent = await orvalFetch<createPhotoResponse>(getCreatePhotoUrl(pet.id), upload);
report("photo", sent.status === 201 ? `201 ${sent.data.width} x ${sent.data.height} pixels` : String(sent.status));

const seenNote = ({ status, data }: createNoteResponse) =>
  status === 201 || status === 200 ? `${status} ${data.externalId}` : String(status);
const note = { text: "Bites.", externalId: noteId };
const [written, repeated] = [await createNote(pet.id, note), await createNote(pet.id, note)];
report("note", `${seenNote(written)}, then ${seenNote(repeated)}`);

const put = async (some: typeof rows) => {
  const { status, data } = await putPetsByExternalId(some);
  if (status !== 200) throw new Error(`The service answered ${status}.`);
  return data;
};
const { created: added, refused: twice } = await put(rows);
const { unchanged } = await put(rows.slice(0, 1));
report("rows", `${added} created, ${twice} refused, then ${unchanged} unchanged`);

const found = await listPets({ externalId: [...externalIds] });
const removed = await deletePetByExternalId(externalIds[0]);
report("external ids", `${found.status === 200 ? found.data.length : "no"} pets, then ${removed.status}`);

const headers = { "If-Match": etag };
const updated = await updatePet(pet.id, { status: "sold" }, { headers });
report("update", updated.status === 200 ? `200 ${updated.data.name} ${updated.data.status}` : String(updated.status));

const stale = await updatePet(pet.id, { name: "Zoe" }, { headers });
report("stale If-Match", stale.status === 412 ? `412 ${stale.data.code}` : String(stale.status));

const order = await createOrder({ petId: pet.id });
report("conflict", order.status === 409 ? `409 ${order.data.code}` : String(order.status));

const refused = await listOne({ headers: { authorization: `Bearer ${wrongKey}` } });
report("wrong key", refused.status === 401 ? `401 ${refused.data.code}` : String(refused.status));

const category = await getCategory(categoryId);
report("added field", category.status === 200 ? `200 ${category.data.petCount} pets` : String(category.status));

const history = await listHistory({ subject: `pet:${pet.id}` });
const events = history.status === 200 ? history.data : [];
report("added value", `${events.length} events, ${events[0]?.action} by ${events[0]?.actor.kind}`);

const kept = await deleteCategory(categoryId);
report("added code", kept.status === 409 ? `409 ${kept.data.code}: ${kept.data.message}` : String(kept.status));

const teapot = await deletePet(pet.id);
if (teapot.status === 204) throw new Error("The service did not refuse the request.");
report("added status", `${teapot.status} ${teapot.data.code}: ${teapot.data.message}`);
