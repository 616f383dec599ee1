import createClient from "openapi-fetch";
import type { components, paths } from "../generated/openapi-typescript.js";
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

type Pet = components["schemas"]["Pet"];

const connect = (apiKey: string) => createClient<paths>({ baseUrl, headers: { Authorization: `Bearer ${apiKey}` } });
const client = connect(key);
const listOne = (by = client) => by.GET("/pets", { params: { query: { limit: 1 } } });

let limited = await listOne();
while (limited.error === undefined) limited = await listOne();
await waitFor(limited.response.headers);
const { response: retried } = await listOne();
report("rate limit", `${limited.response.status} ${limited.error.code}, then ${retried.status}`);

const created = await client.POST("/pets", { body: { name, categoryId } });
if (created.error) throw new Error(created.error.message);
const pet: Pet = created.data;
const etag = created.response.headers.get("etag") ?? "";
report("create", `${created.response.status} ${pet.name} ${pet.status}`);

const pages: Pet[][] = [];
let cursor: string | undefined;
do {
  const query = { categoryId, limit: 100, ...(cursor !== undefined && { cursor }) };
  const page = await client.GET("/pets", { params: { query } });
  if (page.error) throw new Error(page.error.message);
  pages.push(page.data);
  cursor = nextCursor(page.response.headers);
} while (cursor !== undefined);
report("pages", summarise(pages));

const got = await client.GET("/pets/{petId}", { params: { path: { petId: pet.id } } });
report("get", `${got.response.status} ${got.data?.name} ${got.data?.status}`);

const sent = await client.POST("/pets/{petId}/photos", {
  params: { path: { petId: pet.id } },
  // openapi-typescript has the type string for bytes.
  body: image as unknown as string,
  headers: { "Content-Type": "image/png" },
  bodySerializer: (body) => body,
});
report("photo", `${sent.response.status} ${sent.data?.width} x ${sent.data?.height} pixels`);

const writeNote = () =>
  client.POST("/pets/{petId}/notes", {
    params: { path: { petId: pet.id } },
    body: { text: "Bites.", externalId: noteId },
  });
const [written, repeated] = [await writeNote(), await writeNote()];
const seenNote = ({ response, data }: typeof written) => `${response.status} ${data?.externalId}`;
report("note", `${seenNote(written)}, then ${seenNote(repeated)}`);

const { data: put } = await client.PUT("/pets/by-external-id", { body: rows });
const { data: again } = await client.PUT("/pets/by-external-id", { body: rows.slice(0, 1) });
report("rows", `${put?.created} created, ${put?.refused} refused, then ${again?.unchanged} unchanged`);

const found = await client.GET("/pets", { params: { query: { externalId: [...externalIds] } } });
const removed = await client.DELETE("/pets/by-external-id/{externalId}", {
  params: { path: { externalId: externalIds[0] } },
});
report("external ids", `${found.data?.length} pets, then ${removed.response.status}`);

const params = { path: { petId: pet.id }, header: { "If-Match": etag } };
const updated = await client.PATCH("/pets/{petId}", { params, body: { status: "sold" } });
report("update", `${updated.response.status} ${updated.data?.name} ${updated.data?.status}`);

const stale = await client.PATCH("/pets/{petId}", { params, body: { name: "Zoe" } });
report("stale If-Match", `${stale.response.status} ${stale.error?.code}`);

const order = await client.POST("/orders", { body: { petId: pet.id } });
report("conflict", `${order.response.status} ${order.error?.code}`);

const refused = await listOne(connect(wrongKey));
report("wrong key", `${refused.response.status} ${refused.error?.code}`);

const ofCategory = { path: { categoryId } };
const category = await client.GET("/categories/{categoryId}", { params: ofCategory });
report("added field", `${category.response.status} ${category.data?.petCount} pets`);

const { data: events = [] } = await client.GET("/history", { params: { query: { subject: `pet:${pet.id}` } } });
report("added value", `${events.length} events, ${events[0]?.action} by ${events[0]?.actor.kind}`);

const kept = await client.DELETE("/categories/{categoryId}", { params: ofCategory });
report("added code", `${kept.response.status} ${kept.error?.code}: ${kept.error?.message}`);

const teapot = await client.DELETE("/pets/{petId}", { params: { path: { petId: pet.id } } });
report("added status", `${teapot.response.status} ${teapot.error?.code}: ${teapot.error?.message}`);
