import { randomUUID } from "node:crypto";
import {
  MAX_MERGED_AT_ONCE,
  MAX_MERGED_BY_CLERKS,
  MAX_NOTES,
  MAX_PHOTOS,
  MAX_VIEWS,
  MAX_WEBHOOK_ENDPOINTS,
} from "@petstore/contract/routes";
import { sessionTokenHash } from "../../src/auth/accounts/session-token.js";
import { generateApiKey, hashApiKey } from "../../src/credentials/api-key-format.js";
import { addPets, addViews, newPet } from "./builders.js";
import { addMedia, addPhotos, freshImage } from "./images.js";
import type { TestApi } from "./test-api.js";
import { absent, type RequestExample, usualRefusals, usualRequests } from "./usual-requests.js";

export type { RequestExample };

const frank = { name: "Frank", categoryId: 1, status: "available" };
const pet = async (on: TestApi) => (await addPets(on, {}))[0] ?? 0;
const category = async (on: TestApi) =>
  (await on.database.db.category.create({ data: { id: BigInt(Math.ceil(Math.random() * 1e12)) } })).id;
const categoryMerge = async (on: TestApi) => {
  const ids = { categoryId: await category(on), intoId: await category(on) };
  const job = await on.database.db.categoryMerge.create({
    data: { ...ids, actor: { kind: "system", id: null, name: "test" }, total: 0, finishedAt: new Date() },
  });
  return Number(job.id);
};
const order = async (on: TestApi) => {
  const { body } = await on.send("POST /v1/orders", { body: { petId: await pet(on) } });
  return (body as { id: number }).id;
};
/** Creates a customer, and returns the path of the customer. */
const customer = async (on: TestApi, rest: object = {}) => {
  const body = { petId: await pet(on), customer: { name: "Ada", ...rest } };
  const { body: placed } = await on.send("POST /v1/orders", { body });
  return `/v1/customers/${(placed as { customerId: number }).customerId}`;
};
const customerId = async (on: TestApi) => Number((await customer(on)).split("/").at(-1));
export const apiKey = async (on: TestApi, accountId?: bigint) => {
  const hash = hashApiKey(await on.makeKey("read", accountId === undefined ? {} : { accountId }));
  return Number((await on.database.db.apiKey.findUniqueOrThrow({ where: { hash } })).id);
};
/** Makes a view of the test's owner. */
const view = async (on: TestApi) => {
  const name = randomUUID();
  await on.send(`PUT /v1/views/${name}`, { body: { query: {} } });
  return name;
};
const asClerk = async (on: TestApi) => ({
  key: await on.makeKey("write", { accountId: await on.makeAccount("clerk") }),
});
const asAdmin = async (on: TestApi) => ({ key: await on.makeKey("admin") });
const newAttribute = () => ({
  name: `a${randomUUID().replaceAll("-", "")}`,
  label: "Size",
  type: "number",
  maximum: 9,
});
/** Creates an attribute with the name in the body. */
const attribute = async (on: TestApi, body = newAttribute()) => {
  const { body: created } = await on.send("POST /v1/attributes", { body, ...(await asAdmin(on)) });
  return (created as { id: number }).id;
};
/** Creates an attribute, and a pet that has a value of it. */
const usedAttribute = async (on: TestApi) => {
  const body = newAttribute();
  const id = await attribute(on, body);
  await on.send(`PATCH /v1/pets/${await pet(on)}/profile`, { body: { attributes: { [body.name]: 9 } } });
  return id;
};
const image = async (on: TestApi) => {
  const { bytes, sha256 } = freshImage();
  await addMedia(on, sha256);
  return { raw: bytes, headers: { "content-type": "image/png" } };
};
const photo = async (on: TestApi, petId?: number) => {
  const of = petId ?? (await pet(on));
  return `/v1/pets/${of}/photos/${(await addPhotos(on, of))[0]}`;
};
const deletedPhoto = async (on: TestApi, petId?: number) => {
  const path = await photo(on, petId);
  await on.send(`DELETE ${path}`);
  return path;
};
const fullPet = async (on: TestApi) => {
  const id = await pet(on);
  await addPhotos(on, id, MAX_PHOTOS);
  return id;
};
/** Returns the path of the newest action. */
const newestAction = async (on: TestApi) => {
  const { body } = await on.send("GET /v1/actions?limit=1");
  return `/v1/actions/${(body as { id: string }[])[0]?.id}`;
};
const action = async (on: TestApi) => {
  // Otherwise the undo of another example would create a newer action, and would change rows while a test runs.
  await on.deps.undoRunner.close();
  await on.send("POST /v1/pets", { body: newPet() });
  return newestAction(on);
};
const undoing = async (on: TestApi) => {
  // The undo is still running when the request arrives, because its runner is closed.
  const path = await action(on);
  await on.send(`POST ${path}/undo`);
  return path;
};
/** Makes a pet with an external id, and returns the path of the external id. */
const ofExternalId = async (on: TestApi) => {
  const path = `/v1/pets/by-external-id/${randomUUID()}`;
  await on.send(`PUT ${path}`, { body: newPet() });
  return path;
};
/** Makes a note, and returns its path. */
const note = async (on: TestApi) => {
  const path = `/v1/pets/${await pet(on)}/notes`;
  const { body } = await on.send(`POST ${path}`, { body: { text: "Bites" } });
  return `${path}/${(body as { id: number }).id}`;
};
const deletedNote = async (on: TestApi) => {
  const path = await note(on);
  await on.send(`DELETE ${path}`);
  return path;
};
/** Gives a pet as many notes as it can have, and returns the path of its notes. */
const allNotes = async (on: TestApi) => {
  const petId = await pet(on);
  await on.database.pool.query(
    `INSERT INTO note (pet_id, text, author)
     SELECT $1, 'Bites', '{"kind": "system", "id": null, "name": "test"}' FROM generate_series(1, $2)`,
    [petId, MAX_NOTES],
  );
  return `/v1/pets/${petId}/notes`;
};
/** Nothing listens on this port, so messages to it are refused at once. */
const hook = { url: "http://127.0.0.1:9/hook" };
const webhook = async (on: TestApi) => {
  // A store can have only a few endpoints, so those of earlier requests are deleted.
  await on.database.pool.query(
    "DELETE FROM webhook_endpoint WHERE id NOT IN (SELECT id FROM webhook_endpoint ORDER BY id DESC LIMIT 5)",
  );
  const { body } = await on.send("POST /v1/webhook-endpoints", { body: hook, ...(await asAdmin(on)) });
  return `/v1/webhook-endpoints/${(body as { id: number }).id}`;
};
const delivery = async (on: TestApi, path?: string) => {
  const id = Number((path ?? (await webhook(on))).split("/").at(-1));
  const { rows } = await on.database.pool.query<{ id: string }>(
    `INSERT INTO webhook_delivery (endpoint_id, message_id, event_id, type, state)
     VALUES ($1, 'evt', '00000000-1', 'pet.created', 'delivered') RETURNING id`,
    [id],
  );
  return `/v1/webhook-deliveries/${rows[0]?.id}`;
};
const forbiddenWebhook = async (on: TestApi) => {
  const path = await webhook(on);
  await on.database.pool.query("UPDATE webhook_endpoint SET url = 'https://10.0.0.1/' WHERE id = $1", [
    Number(path.split("/").at(-1)),
  ]);
  return path;
};
const deletedAttribute = async (on: TestApi, body = newAttribute()) => {
  const id = await attribute(on, body);
  await on.send(`DELETE /v1/attributes/${id}`, await asAdmin(on));
  return id;
};
/** Creates a key for a session whose owner proved their identity 11 minutes ago. */
export const staleSessionKey = async (on: TestApi, accountId?: bigint) => {
  const key = generateApiKey("production");
  on.secrets.add(key);
  const expiresAt = new Date(Date.now() + 600_000);
  const { id } = await on.database.db.session.create({
    data: {
      accountId: accountId ?? (await on.makeAccount()),
      token: sessionTokenHash(randomUUID()),
      expiresAt,
      authenticatedAt: new Date(Date.now() - 660_000),
    },
  });
  await on.database.db.sessionKey.create({
    data: { hash: hashApiKey(key), sessionId: id, scope: "admin", expiresAt },
  });
  return key;
};
const stale = { "if-match": '"stale"' };

/** A valid request of each operation, by operationId. */
export const requestExamples: Record<string, (on: TestApi) => Promise<RequestExample>> = {
  ...usualRequests,
  listPets: async () => ({ line: "GET /v1/pets" }),
  createPet: async () => ({ line: "POST /v1/pets", options: { body: newPet() } }),
  createPetBatch: async () => ({ line: "POST /v1/pets/batch", options: { body: [newPet(), newPet()] } }),
  changePets: async (on) => ({
    line: "POST /v1/pets/changes",
    options: { body: [{ id: await pet(on), from: frank, to: { ...frank, status: "sold" } }] },
  }),
  importPets: async (on) => ({
    line: "POST /v1/pets/import",
    options: { body: { csv: "name,category\nRex,Dog\n", source: "pets.csv", columns: {} }, ...(await asAdmin(on)) },
  }),
  exportPets: async () => ({ line: "GET /v1/pets/export" }),
  getPet: async (on) => ({ line: `GET /v1/pets/${await pet(on)}` }),
  updatePet: async (on) => ({ line: `PATCH /v1/pets/${await pet(on)}`, options: { body: { status: "sold" } } }),
  putPetByExternalId: async () => ({
    line: `PUT /v1/pets/by-external-id/${randomUUID()}`,
    options: { body: newPet() },
  }),
  deletePetByExternalId: async (on) => ({ line: `DELETE ${await ofExternalId(on)}` }),
  putPetsByExternalId: async () => ({
    line: "PUT /v1/pets/by-external-id",
    options: { body: [{ externalId: randomUUID(), ...newPet() }] },
  }),
  deletePet: async (on) => ({ line: `DELETE /v1/pets/${await pet(on)}` }),
  listCategories: async () => ({ line: "GET /v1/categories" }),
  createCategory: async () => ({ line: "POST /v1/categories", options: { body: { name: randomUUID() } } }),
  getCategory: async (on) => ({ line: `GET /v1/categories/${await category(on)}` }),
  updateCategory: async (on) => ({
    line: `PATCH /v1/categories/${await category(on)}`,
    options: { body: { name: randomUUID() } },
  }),
  deleteCategory: async (on) => ({ line: `DELETE /v1/categories/${await category(on)}` }),
  mergeCategory: async (on) => ({
    line: `POST /v1/categories/${await category(on)}/merge`,
    options: { body: { into: await category(on) } },
  }),
  getCategoryMerge: async (on) => ({ line: `GET /v1/category-merges/${await categoryMerge(on)}` }),
  createAttribute: async (on) => ({
    line: "POST /v1/attributes",
    options: { body: newAttribute(), ...(await asAdmin(on)) },
  }),
  getAttribute: async (on) => ({ line: `GET /v1/attributes/${await attribute(on)}` }),
  updateAttribute: async (on) => ({
    line: `PATCH /v1/attributes/${await attribute(on)}`,
    options: { body: { label: "Weight" }, ...(await asAdmin(on)) },
  }),
  deleteAttribute: async (on) => ({
    line: `DELETE /v1/attributes/${await attribute(on)}`,
    options: await asAdmin(on),
  }),
  restoreAttribute: async (on) => ({
    line: `POST /v1/attributes/${await deletedAttribute(on)}/restore`,
    options: await asAdmin(on),
  }),
  getProfile: async (on) => ({ line: `GET /v1/pets/${await pet(on)}/profile` }),
  updateProfile: async (on) => ({
    line: `PATCH /v1/pets/${await pet(on)}/profile`,
    options: { body: { externalId: randomUUID() } },
  }),
  updateProfileBatch: async (on) => ({
    line: "POST /v1/profiles/batch",
    options: { body: [{ petId: await pet(on), profile: { externalId: randomUUID() } }] },
  }),
  listPhotos: async (on) => ({ line: `GET /v1/pets/${await pet(on)}/photos` }),
  createPhoto: async (on) => ({ line: `POST /v1/pets/${await pet(on)}/photos`, options: await image(on) }),
  getPhoto: async (on) => ({ line: `GET ${await photo(on)}` }),
  updatePhoto: async (on) => ({ line: `PATCH ${await photo(on)}`, options: { body: { alt: "Frank" } } }),
  deletePhoto: async (on) => ({ line: `DELETE ${await photo(on)}` }),
  restorePhoto: async (on) => ({ line: `POST ${await deletedPhoto(on)}/restore` }),
  listPetNotes: async (on) => ({ line: `GET ${(await note(on)).replace(/\/\d+$/, "")}` }),
  createNote: async (on) => ({ line: `POST /v1/pets/${await pet(on)}/notes`, options: { body: { text: "Bites" } } }),
  getNote: async (on) => ({ line: `GET ${await note(on)}` }),
  updateNote: async (on) => ({ line: `PATCH ${await note(on)}`, options: { body: { isPinned: true } } }),
  deleteNote: async (on) => ({ line: `DELETE ${await note(on)}` }),
  listNotes: async () => ({ line: "GET /v1/notes" }),
  restoreNote: async (on) => ({ line: `POST ${await deletedNote(on)}/restore` }),
  listOrders: async () => ({ line: "GET /v1/orders" }),
  createOrder: async (on) => ({ line: "POST /v1/orders", options: { body: { petId: await pet(on) } } }),
  getOrder: async (on) => ({ line: `GET /v1/orders/${await order(on)}` }),
  updateOrder: async (on) => ({
    line: `PATCH /v1/orders/${await order(on)}`,
    options: { body: { status: "approved" } },
  }),
  createCustomer: async () => ({
    line: "POST /v1/customers",
    options: { body: { name: "Ada", email: `${randomUUID()}@example.com` } },
  }),
  mergeCustomer: async (on) => ({
    line: `POST ${await customer(on)}/merge`,
    options: { body: { into: await customerId(on) } },
  }),
  getCustomer: async (on) => ({ line: `GET ${await customer(on)}` }),
  updateCustomer: async (on) => ({ line: `PATCH ${await customer(on)}`, options: { body: { name: "Bea" } } }),
  deleteCustomer: async (on) => ({ line: `DELETE ${await customer(on)}`, options: await asAdmin(on) }),
  exportCustomer: async (on) => ({ line: `GET ${await customer(on)}/export`, options: await asAdmin(on) }),
  getInventory: async () => ({ line: "GET /v1/inventory" }),
  getStatistics: async () => ({ line: "GET /v1/statistics" }),
  getToday: async () => ({ line: "GET /v1/today" }),
  listSuggestions: async () => ({ line: "GET /v1/suggestions?q=rex" }),
  getStore: async () => ({ line: "GET /v1/store" }),
  updateStore: async (on) => ({
    line: "PATCH /v1/store",
    options: { body: { statusNames: { sold: randomUUID().slice(0, 30) } }, ...(await asAdmin(on)) },
  }),
  listViews: async () => ({ line: "GET /v1/views" }),
  getView: async (on) => ({ line: `GET /v1/views/${await view(on)}` }),
  putView: async () => ({ line: `PUT /v1/views/${randomUUID()}`, options: { body: { query: { status: "sold" } } } }),
  deleteView: async (on) => ({ line: `DELETE /v1/views/${await view(on)}` }),
  listAuditEvents: async (on) => ({ line: "GET /v1/audit-events", options: { key: await on.makeKey("admin") } }),
  listHistory: async () => ({ line: "GET /v1/history" }),
  listActions: async () => ({ line: "GET /v1/actions" }),
  getAction: async (on) => ({ line: `GET ${await action(on)}` }),
  undoAction: async (on) => ({ line: `POST ${await action(on)}/undo` }),
  stopUndo: async (on) => ({ line: `POST ${await undoing(on)}/undo/stop` }),
  listHistoryActors: async () => ({ line: "GET /v1/history/actors" }),
  listApiKeys: async (on) => ({ line: "GET /v1/api-keys", options: await asAdmin(on) }),
  createApiKey: async (on) => ({
    line: "POST /v1/api-keys",
    options: { body: { name: "Shop front", scope: "read" }, ...(await asAdmin(on)) },
  }),
  getApiKey: async (on) => ({ line: `GET /v1/api-keys/${await apiKey(on)}`, options: await asAdmin(on) }),
  revokeApiKey: async (on) => ({ line: `DELETE /v1/api-keys/${await apiKey(on)}`, options: await asAdmin(on) }),
  rotateApiKey: async (on) => ({
    line: `POST /v1/api-keys/${await apiKey(on)}/rotate`,
    options: { body: { overlapSeconds: 60 }, ...(await asAdmin(on)) },
  }),
  listWebhookEndpoints: async (on) => ({ line: "GET /v1/webhook-endpoints", options: await asAdmin(on) }),
  createWebhookEndpoint: async (on) => {
    await webhook(on);
    return { line: "POST /v1/webhook-endpoints", options: { body: hook, ...(await asAdmin(on)) } };
  },
  getWebhookEndpoint: async (on) => ({ line: `GET ${await webhook(on)}`, options: await asAdmin(on) }),
  updateWebhookEndpoint: async (on) => ({
    line: `PATCH ${await webhook(on)}`,
    options: { body: { status: "disabled" }, ...(await asAdmin(on)) },
  }),
  deleteWebhookEndpoint: async (on) => ({ line: `DELETE ${await webhook(on)}`, options: await asAdmin(on) }),
  rotateWebhookSecret: async (on) => ({
    line: `POST ${await webhook(on)}/rotate`,
    options: { body: { overlapSeconds: 60 }, ...(await asAdmin(on)) },
  }),
  testWebhookEndpoint: async (on) => ({ line: `POST ${await webhook(on)}/test`, options: await asAdmin(on) }),
  listWebhookDeliveries: async (on) => {
    const path = await webhook(on);
    for (const _ of [1, 2]) await delivery(on, path);
    return { line: `GET ${path}/deliveries`, options: await asAdmin(on) };
  },
  replayWebhookEndpoint: async (on) => ({
    line: `POST ${await webhook(on)}/replay`,
    options: { body: { after: "now" }, ...(await asAdmin(on)) },
  }),
  redeliverWebhook: async (on) => ({ line: `POST ${await delivery(on)}/redeliver`, options: await asAdmin(on) }),
  getOpenApiDocument: async () => ({ line: "GET /v1/openapi.json" }),
};

/** Requests for statuses that only a single operation returns. */
export const particularRequests: Record<
  string,
  Record<number, (apis: { api: TestApi; strict: TestApi }) => Promise<RequestExample & { on?: TestApi }>>
> = {
  ...usualRefusals,
  createPet: {
    409: async (apis) => ({
      line: "POST /v1/pets",
      options: { body: newPet({ categoryId: absent }) },
      on: apis.strict,
    }),
  },
  createPetBatch: {
    200: async () => ({ line: "POST /v1/pets/batch?dryRun=true", options: { body: [newPet()] } }),
    409: async (apis) => ({
      line: "POST /v1/pets/batch",
      options: { body: [newPet({ categoryId: absent })] },
      on: apis.strict,
    }),
  },
  putPetsByExternalId: {
    409: async ({ strict }) => ({
      line: "PUT /v1/pets/by-external-id?allOrNone=true",
      options: { body: [{ externalId: randomUUID(), ...newPet({ categoryId: absent }) }] },
      on: strict,
    }),
  },
  changePets: {
    409: async ({ strict }) => ({
      line: "POST /v1/pets/changes",
      options: { body: [{ id: await pet(strict), from: frank, to: { ...frank, categoryId: absent } }] },
      on: strict,
    }),
  },
  importPets: {
    200: async ({ api }) => ({
      line: "POST /v1/pets/import?dryRun=true",
      options: { body: { csv: "name,category\nRex,Dog\n", source: "pets.csv", columns: {} }, ...(await asAdmin(api)) },
    }),
  },
  updatePet: {
    404: async () => ({ line: `PATCH /v1/pets/${absent}`, options: { body: { status: "sold" } } }),
    409: async (apis) => {
      const petId = await pet(apis.api);
      await apis.api.send("POST /v1/orders", { body: { petId } });
      return { line: `PATCH /v1/pets/${petId}`, options: { body: { status: "sold" } } };
    },
    412: async (apis) => ({
      line: `PATCH /v1/pets/${await pet(apis.api)}`,
      options: { body: { status: "sold" }, headers: stale },
    }),
  },
  putPetByExternalId: {
    200: async ({ api }) => {
      const line = `PUT /v1/pets/by-external-id/${randomUUID()}`;
      await api.send(line, { body: newPet() });
      return { line, options: { body: newPet() } };
    },
    409: async ({ api }) => {
      const line = `PUT /v1/pets/by-external-id/${randomUUID()}`;
      const { body } = await api.send(line, { body: newPet() });
      await api.send("POST /v1/orders", { body: { petId: (body as { id: number }).id } });
      return { line, options: { body: newPet({ status: "sold" }) } };
    },
    412: async () => ({
      line: `PUT /v1/pets/by-external-id/${randomUUID()}`,
      options: { body: newPet(), headers: stale },
    }),
  },
  deletePetByExternalId: {
    404: async () => ({ line: `DELETE /v1/pets/by-external-id/${randomUUID()}` }),
    409: async ({ api }) => {
      const line = await ofExternalId(api);
      const { body } = await api.send(`PUT ${line}`, { body: newPet() });
      await api.send("POST /v1/orders", { body: { petId: (body as { id: number }).id } });
      return { line: `DELETE ${line}` };
    },
    412: async ({ api }) => ({ line: `DELETE ${await ofExternalId(api)}`, options: { headers: stale } }),
  },
  deletePet: {
    404: async () => ({ line: `DELETE /v1/pets/${absent}` }),
    409: async (apis) => {
      const petId = await pet(apis.api);
      await apis.api.send("POST /v1/orders", { body: { petId } });
      return { line: `DELETE /v1/pets/${petId}` };
    },
    412: async (apis) => ({
      line: `DELETE /v1/pets/${await pet(apis.api)}`,
      options: { headers: stale },
    }),
  },
  createCategory: {
    409: async (apis) => {
      const body = { name: randomUUID() };
      await apis.api.send("POST /v1/categories", { body });
      return { line: "POST /v1/categories", options: { body } };
    },
  },
  updateCategory: {
    404: async () => ({ line: `PATCH /v1/categories/${absent}`, options: { body: { name: randomUUID() } } }),
    412: async ({ api }) => ({
      line: `PATCH /v1/categories/${await category(api)}`,
      options: { body: { name: randomUUID() }, headers: stale },
    }),
    409: async (apis) => {
      const body = { name: randomUUID() };
      await apis.api.send("POST /v1/categories", { body });
      return { line: `PATCH /v1/categories/${await category(apis.api)}`, options: { body } };
    },
  },
  deleteCategory: {
    404: async () => ({ line: `DELETE /v1/categories/${absent}` }),
    412: async ({ api }) => ({ line: `DELETE /v1/categories/${await category(api)}`, options: { headers: stale } }),
    409: async (apis) => {
      await pet(apis.api);
      return { line: "DELETE /v1/categories/1" };
    },
  },
  mergeCategory: {
    202: async ({ api }) => {
      const id = await category(api);
      await api.database.pool.query(
        "INSERT INTO pet (name, category_id) SELECT 'Frank', $1 FROM generate_series(0, $2)",
        [id, MAX_MERGED_AT_ONCE],
      );
      return { line: `POST /v1/categories/${id}/merge`, options: { body: { into: await category(api) } } };
    },
    403: async ({ api }) => {
      const id = await category(api);
      await api.database.pool.query(
        "INSERT INTO pet (name, category_id) SELECT 'Frank', $1 FROM generate_series(0, $2)",
        [id, MAX_MERGED_BY_CLERKS],
      );
      const options = { body: { into: await category(api) }, ...(await asClerk(api)) };
      return { line: `POST /v1/categories/${id}/merge`, options };
    },
    409: async ({ api }) => {
      const [id, into] = [await category(api), await category(api)];
      // The merge must still be running when the request arrives, so its runner is closed.
      await api.deps.mergeRunner.close();
      await api.database.db.categoryMerge.create({
        data: { categoryId: id, intoId: into, actor: { kind: "system", id: null, name: "test" }, total: 0 },
      });
      return { line: `POST /v1/categories/${id}/merge`, options: { body: { into: await category(api) } } };
    },
    412: async ({ api }) => ({
      line: `POST /v1/categories/${await category(api)}/merge`,
      options: { body: { into: await category(api) }, headers: stale },
    }),
    404: async (apis) => ({
      line: `POST /v1/categories/${absent}/merge`,
      options: { body: { into: await category(apis.api) } },
    }),
  },
  getAction: { 404: async () => ({ line: "GET /v1/actions/1-1" }) },
  undoAction: {
    403: async ({ api }) => ({ line: `POST ${await action(api)}/undo`, options: await asClerk(api) }),
    404: async () => ({ line: "POST /v1/actions/1-1/undo" }),
    412: async ({ api }) => ({ line: `POST ${await action(api)}/undo`, options: { headers: stale } }),
    409: async ({ api }) => {
      await order(api);
      return { line: `POST ${await newestAction(api)}/undo` };
    },
  },
  stopUndo: {
    403: async ({ api }) => ({ line: `POST ${await undoing(api)}/undo/stop`, options: await asClerk(api) }),
    404: async () => ({ line: "POST /v1/actions/1-1/undo/stop" }),
    412: async ({ api }) => ({ line: `POST ${await undoing(api)}/undo/stop`, options: { headers: stale } }),
    409: async ({ api }) => ({ line: `POST ${await action(api)}/undo/stop` }),
  },
  getCategoryMerge: { 404: async () => ({ line: `GET /v1/category-merges/${absent}` }) },
  createAttribute: {
    409: async ({ api }) => {
      const body = newAttribute();
      await attribute(api, body);
      return { line: "POST /v1/attributes", options: { body, ...(await asAdmin(api)) } };
    },
  },
  getAttribute: { 404: async () => ({ line: `GET /v1/attributes/${absent}` }) },
  updateAttribute: {
    404: async ({ api }) => ({
      line: `PATCH /v1/attributes/${absent}`,
      options: { body: { label: "Weight" }, ...(await asAdmin(api)) },
    }),
    409: async ({ api }) => ({
      line: `PATCH /v1/attributes/${await usedAttribute(api)}`,
      options: { body: { maximum: 8 }, ...(await asAdmin(api)) },
    }),
    412: async ({ api }) => ({
      line: `PATCH /v1/attributes/${await attribute(api)}`,
      options: { body: { label: "Weight" }, headers: stale, ...(await asAdmin(api)) },
    }),
  },
  deleteAttribute: {
    404: async ({ api }) => ({ line: `DELETE /v1/attributes/${absent}`, options: await asAdmin(api) }),
    409: async ({ api }) => ({
      line: `DELETE /v1/attributes/${await usedAttribute(api)}`,
      options: await asAdmin(api),
    }),
    412: async ({ api }) => ({
      line: `DELETE /v1/attributes/${await attribute(api)}`,
      options: { headers: stale, ...(await asAdmin(api)) },
    }),
  },
  restoreAttribute: {
    404: async ({ api }) => ({
      line: `POST /v1/attributes/${absent}/restore`,
      options: await asAdmin(api),
    }),
    409: async ({ api }) => {
      const body = newAttribute();
      const id = await deletedAttribute(api, body);
      await attribute(api, body);
      return { line: `POST /v1/attributes/${id}/restore`, options: await asAdmin(api) };
    },
  },
  getProfile: { 404: async () => ({ line: `GET /v1/pets/${absent}/profile` }) },
  updateProfile: {
    404: async () => ({ line: `PATCH /v1/pets/${absent}/profile`, options: { body: { externalId: "A" } } }),
    409: async ({ api }) => {
      const body = { externalId: randomUUID() };
      await api.send(`PATCH /v1/pets/${await pet(api)}/profile`, { body });
      return { line: `PATCH /v1/pets/${await pet(api)}/profile`, options: { body } };
    },
    412: async ({ api }) => ({
      line: `PATCH /v1/pets/${await pet(api)}/profile`,
      options: { body: { externalId: randomUUID() }, headers: stale },
    }),
  },
  updateProfileBatch: {
    409: async ({ api }) => {
      const profile = { externalId: randomUUID() };
      await api.send(`PATCH /v1/pets/${await pet(api)}/profile`, { body: profile });
      return { line: "POST /v1/profiles/batch", options: { body: [{ petId: await pet(api), profile }] } };
    },
  },
  createWebhookEndpoint: {
    409: async ({ api }) => {
      const last = await webhook(api);
      await api.database.pool.query(
        `INSERT INTO webhook_endpoint (url, cursor, secret, state, state_reason)
         SELECT url, cursor, secret, 'disabled', 'request' FROM webhook_endpoint, generate_series(1, $2) WHERE id = $1`,
        [Number(last.split("/").at(-1)), MAX_WEBHOOK_ENDPOINTS],
      );
      return { line: "POST /v1/webhook-endpoints", options: { body: hook, ...(await asAdmin(api)) } };
    },
  },
  getWebhookEndpoint: {
    404: async ({ api }) => ({ line: `GET /v1/webhook-endpoints/${absent}`, options: await asAdmin(api) }),
  },
  updateWebhookEndpoint: {
    404: async ({ api }) => ({
      line: `PATCH /v1/webhook-endpoints/${absent}`,
      options: { body: { types: [] }, ...(await asAdmin(api)) },
    }),
    412: async ({ api }) => ({
      line: `PATCH ${await webhook(api)}`,
      options: { body: { types: [] }, headers: stale, ...(await asAdmin(api)) },
    }),
  },
  deleteWebhookEndpoint: {
    404: async ({ api }) => ({ line: `DELETE /v1/webhook-endpoints/${absent}`, options: await asAdmin(api) }),
    412: async ({ api }) => ({
      line: `DELETE ${await webhook(api)}`,
      options: { headers: stale, ...(await asAdmin(api)) },
    }),
  },
  rotateWebhookSecret: {
    412: async ({ api }) => ({
      line: `POST ${await webhook(api)}/rotate`,
      options: { body: {}, headers: stale, ...(await asAdmin(api)) },
    }),
    404: async ({ api }) => ({
      line: `POST /v1/webhook-endpoints/${absent}/rotate`,
      options: { body: {}, ...(await asAdmin(api)) },
    }),
  },
  testWebhookEndpoint: {
    412: async ({ api }) => ({
      line: `POST ${await webhook(api)}/test`,
      options: { headers: stale, ...(await asAdmin(api)) },
    }),
    404: async ({ api }) => ({ line: `POST /v1/webhook-endpoints/${absent}/test`, options: await asAdmin(api) }),
    409: async ({ api }) => ({ line: `POST ${await forbiddenWebhook(api)}/test`, options: await asAdmin(api) }),
  },
  listWebhookDeliveries: {
    404: async ({ api }) => ({ line: `GET /v1/webhook-endpoints/${absent}/deliveries`, options: await asAdmin(api) }),
  },
  replayWebhookEndpoint: {
    412: async ({ api }) => ({
      line: `POST ${await webhook(api)}/replay`,
      options: { body: { after: "now" }, headers: stale, ...(await asAdmin(api)) },
    }),
    404: async ({ api }) => ({
      line: `POST /v1/webhook-endpoints/${absent}/replay`,
      options: { body: { after: "now" }, ...(await asAdmin(api)) },
    }),
    410: async ({ api }) => {
      // The first read creates the row of the feed.
      await api.send("GET /v1/events?after=now");
      await api.database.pool.query("UPDATE event_feed SET earlier_epochs = ARRAY['00000000']");
      return {
        line: `POST ${await webhook(api)}/replay`,
        options: { body: { after: "00000000-1" }, ...(await asAdmin(api)) },
      };
    },
  },
  redeliverWebhook: {
    404: async ({ api }) => ({ line: `POST /v1/webhook-deliveries/${absent}/redeliver`, options: await asAdmin(api) }),
    409: async ({ api }) => ({
      line: `POST ${await delivery(api, await forbiddenWebhook(api))}/redeliver`,
      options: await asAdmin(api),
    }),
  },
  listPhotos: { 404: async () => ({ line: `GET /v1/pets/${absent}/photos` }) },
  createPhoto: {
    200: async ({ api }) => {
      const [line, options] = [`POST /v1/pets/${await pet(api)}/photos`, await image(api)];
      await api.send(line, options);
      return { line, options };
    },
    404: async ({ api }) => ({ line: `POST /v1/pets/${absent}/photos`, options: await image(api) }),
    409: async ({ api }) => ({ line: `POST /v1/pets/${await fullPet(api)}/photos`, options: await image(api) }),
  },
  getPhoto: { 404: async ({ api }) => ({ line: `GET ${await deletedPhoto(api)}` }) },
  updatePhoto: {
    404: async ({ api }) => ({ line: `PATCH ${await deletedPhoto(api)}`, options: { body: { alt: "Frank" } } }),
    412: async ({ api }) => ({
      line: `PATCH ${await photo(api)}`,
      options: { body: { alt: "Frank" }, headers: stale },
    }),
  },
  deletePhoto: {
    404: async ({ api }) => ({ line: `DELETE ${await deletedPhoto(api)}` }),
    412: async ({ api }) => ({ line: `DELETE ${await photo(api)}`, options: { headers: stale } }),
  },
  restorePhoto: {
    404: async ({ api }) => ({ line: `POST /v1/pets/${await pet(api)}/photos/${absent}/restore` }),
    409: async ({ api }) => {
      const id = await pet(api);
      const path = await deletedPhoto(api, id);
      await addPhotos(api, id, MAX_PHOTOS);
      return { line: `POST ${path}/restore` };
    },
  },
  listPetNotes: { 404: async () => ({ line: `GET /v1/pets/${absent}/notes` }) },
  createNote: {
    200: async ({ api }) => {
      const line = `POST /v1/pets/${await pet(api)}/notes`;
      const options = { body: { text: "Vaccinated", externalId: "V-1" } };
      await api.send(line, options);
      return { line, options };
    },
    404: async () => ({ line: `POST /v1/pets/${absent}/notes`, options: { body: { text: "Bites" } } }),
    409: async ({ api }) => ({ line: `POST ${await allNotes(api)}`, options: { body: { text: "Bites" } } }),
  },
  getNote: { 404: async ({ api }) => ({ line: `GET /v1/pets/${await pet(api)}/notes/${absent}` }) },
  updateNote: {
    404: async ({ api }) => ({
      line: `PATCH /v1/pets/${await pet(api)}/notes/${absent}`,
      options: { body: { isPinned: true } },
    }),
    412: async ({ api }) => ({
      line: `PATCH ${await note(api)}`,
      options: { body: { isPinned: true }, headers: stale },
    }),
  },
  deleteNote: {
    404: async ({ api }) => ({ line: `DELETE /v1/pets/${await pet(api)}/notes/${absent}` }),
    412: async ({ api }) => ({ line: `DELETE ${await note(api)}`, options: { headers: stale } }),
  },
  restoreNote: {
    404: async ({ api }) => ({ line: `POST /v1/pets/${await pet(api)}/notes/${absent}/restore` }),
    409: async ({ api }) => {
      const path = await allNotes(api);
      const { body } = await api.send(`GET ${path}?limit=1`);
      const { id } = (body as { id: number }[])[0] ?? { id: 0 };
      await api.send(`DELETE ${path}/${id}`);
      await api.send(`POST ${path}`, { body: { text: "Bites" } });
      return { line: `POST ${path}/${id}/restore` };
    },
  },
  createOrder: {
    409: async (apis) => {
      const body = { petId: await pet(apis.api) };
      await apis.api.send("POST /v1/orders", { body });
      return { line: "POST /v1/orders", options: { body } };
    },
  },
  updateOrder: {
    404: async () => ({ line: `PATCH /v1/orders/${absent}`, options: { body: { status: "approved" } } }),
    409: async (apis) => {
      const line = `PATCH /v1/orders/${await order(apis.api)}`;
      for (const status of ["approved", "delivered"]) await apis.api.send(line, { body: { status } });
      return { line, options: { body: { status: "cancelled" } } };
    },
    412: async ({ api }) => ({
      line: `PATCH /v1/orders/${await order(api)}`,
      options: { body: { status: "approved" }, headers: stale },
    }),
  },
  createCustomer: {
    409: async ({ api }) => {
      const email = `${randomUUID()}@example.com`;
      await customer(api, { email });
      return { line: "POST /v1/customers", options: { body: { name: "Bea", email } } };
    },
  },
  mergeCustomer: {
    404: async ({ api }) => ({
      line: `POST /v1/customers/${absent}/merge`,
      options: { body: { into: await customerId(api) } },
    }),
    409: async ({ api }) => ({ line: `POST ${await customer(api)}/merge`, options: { body: { into: absent } } }),
    412: async ({ api }) => ({
      line: `POST ${await customer(api)}/merge`,
      options: { body: { into: await customerId(api) }, headers: stale },
    }),
  },
  updateCustomer: {
    404: async () => ({ line: `PATCH /v1/customers/${absent}`, options: { body: { name: "Bea" } } }),
    409: async ({ api }) => {
      const email = `${randomUUID()}@example.com`;
      await customer(api, { email });
      return { line: `PATCH ${await customer(api)}`, options: { body: { email } } };
    },
    412: async ({ api }) => ({
      line: `PATCH ${await customer(api)}`,
      options: { body: { name: "Bea" }, headers: stale },
    }),
  },
  deleteCustomer: {
    404: async ({ api }) => ({ line: `DELETE /v1/customers/${absent}`, options: await asAdmin(api) }),
    412: async ({ api }) => ({
      line: `DELETE ${await customer(api)}`,
      options: { headers: stale, ...(await asAdmin(api)) },
    }),
  },
  exportCustomer: {
    404: async ({ api }) => ({ line: `GET /v1/customers/${absent}/export`, options: await asAdmin(api) }),
  },
  listEvents: {
    410: async ({ api }) => {
      const { body } = await api.send("GET /v1/events?after=now");
      await api.database.pool.query("UPDATE event_feed SET server = NULL");
      return { line: `GET /v1/events?after=${(body as { next: string }).next}` };
    },
  },
  updateStore: {
    412: async ({ api }) => ({
      line: "PATCH /v1/store",
      options: { body: { statusNames: { sold: "Adopted" } }, headers: stale, ...(await asAdmin(api)) },
    }),
  },
  putView: {
    200: async ({ api }) => ({ line: `PUT /v1/views/${await view(api)}`, options: { body: { query: {} } } }),
    403: async ({ api }) => ({
      line: `PUT /v1/views/${randomUUID()}`,
      options: { body: { query: {}, isShared: true }, key: await api.makeKey("write") },
    }),
    409: async ({ api }) => {
      const accountId = await api.makeAccount("clerk");
      await addViews(api, accountId, MAX_VIEWS);
      const key = await api.makeKey("write", { accountId });
      return { line: `PUT /v1/views/${randomUUID()}`, options: { body: { query: {} }, key } };
    },
    412: async ({ api }) => ({
      line: `PUT /v1/views/${await view(api)}`,
      options: { body: { query: {} }, headers: { "if-none-match": "*" } },
    }),
  },
  getView: { 404: async () => ({ line: `GET /v1/views/${randomUUID()}` }) },
  deleteView: {
    404: async () => ({ line: `DELETE /v1/views/${randomUUID()}` }),
    412: async ({ api }) => ({ line: `DELETE /v1/views/${await view(api)}`, options: { headers: stale } }),
  },
  getApiKey: { 404: async ({ api }) => ({ line: `GET /v1/api-keys/${absent}`, options: await asAdmin(api) }) },
  revokeApiKey: {
    200: async ({ api }) => ({
      line: `DELETE /v1/api-keys/${await apiKey(api)}?dryRun=true`,
      options: await asAdmin(api),
    }),
    404: async ({ api }) => ({ line: `DELETE /v1/api-keys/${absent}`, options: await asAdmin(api) }),
    412: async ({ api }) => ({
      line: `DELETE /v1/api-keys/${await apiKey(api)}`,
      options: { headers: stale, ...(await asAdmin(api)) },
    }),
  },
  createApiKey: {
    403: async ({ api }) => ({
      line: "POST /v1/api-keys",
      options: { body: { name: "k", scope: "read" }, key: await staleSessionKey(api) },
    }),
  },
  rotateApiKey: {
    403: async ({ api }) => {
      const key = await api.makeKey("admin", { accountId: await api.makeAccount() });
      return {
        line: `POST /v1/api-keys/${await apiKey(api)}/rotate`,
        options: { body: { overlapSeconds: 60 }, key },
      };
    },
    404: async ({ api }) => ({
      line: `POST /v1/api-keys/${absent}/rotate`,
      options: { body: { overlapSeconds: 60 }, ...(await asAdmin(api)) },
    }),
    409: async ({ api }) => {
      const [id, options] = [await apiKey(api), await asAdmin(api)];
      await api.send(`DELETE /v1/api-keys/${id}`, options);
      return { line: `POST /v1/api-keys/${id}/rotate`, options: { body: { overlapSeconds: 60 }, ...options } };
    },
    412: async ({ api }) => ({
      line: `POST /v1/api-keys/${await apiKey(api)}/rotate`,
      options: { body: { overlapSeconds: 60 }, headers: stale, ...(await asAdmin(api)) },
    }),
  },
};
