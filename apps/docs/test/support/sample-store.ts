import { readFileSync, statSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { createClient } from "@petstore/contract";
import { BASE_PATH, MAX_MERGED_AT_ONCE } from "@petstore/contract/routes";
import { type HttpRequest, readHttpFile } from "../../../api/test/support/http-file.js";
import { startService } from "../../../web/test/support/service.js";
import { type SampleRequest, sampleRequests, targetOf } from "../../src/samples/sample-request.js";
import { type Recorded, startRecorder } from "./recorder.js";

/** The folder that contains `photo.png`. */
export const sampleFolder = new URL("../../../../docs/http/", import.meta.url);
const collection = readFileSync(new URL("petstore.http", sampleFolder), "utf8");

type Prepared = { readonly address: string; readonly key: string; readonly receiver: string };

const until = async (isDone: () => Promise<boolean>): Promise<void> => {
  while (!(await isDone())) await sleep(50);
};

const csvOf = (categoryId: number) => `name,categoryId\n${`Prepared,${categoryId}\n`.repeat(MAX_MERGED_AT_ONCE + 1)}`;

/**
 * Makes what petstore.http needs beyond the store of a first start: a merge in steps, an action whose undo takes a while,
 * a delivery of an event, and a saved view.
 * @returns The variables of petstore.http that differ because of it.
 */
const prepare = async ({ address, key, receiver }: Prepared): Promise<Record<string, string>> => {
  const { orThrow } = createClient({ baseUrl: address + BASE_PATH, apiKey: key });
  const { id: categoryId } = await orThrow.categories.createCategory({ body: { name: "Prepared" } });
  const importPets = (categoryOfPets: number) =>
    orThrow.pets.importPets({ body: { csv: csvOf(categoryOfPets), source: "prepared.csv", columns: {} } });
  await importPets(categoryId);
  const merge = await orThrow.categories.mergeCategory({ params: { categoryId }, body: { into: 1 } });
  if (!("startedAt" in merge)) throw new Error("the merge ran at once");
  const params = { mergeId: merge.id };
  await until(async () => (await orThrow.categories.getCategoryMerge({ params })).finishedAt !== null);
  await importPets(2);
  const [action] = await orThrow.actions.listActions({ query: { limit: 1 } });
  const endpoint = await orThrow.webhooks.createWebhookEndpoint({ body: { url: receiver, types: ["pet.created"] } });
  await orThrow.pets.createPet({ body: { name: "Delivered", categoryId: 1 } });
  const deliveries = () =>
    orThrow.webhooks.listWebhookDeliveries({ params: { endpointId: endpoint.id }, query: { status: "delivered" } });
  await until(async () => (await deliveries()).length > 0);
  // petstore.http reads the view before the request that creates it.
  await orThrow.views.putView({ params: { name: "Sold dogs" }, body: { query: { status: "sold" } } });
  const [delivery] = await deliveries();
  return {
    categoryId: String(categoryId + 1),
    mergeId: String(merge.id),
    actionId: action?.id ?? "",
    endpointId: String(endpoint.id + 1),
    deliveryId: String(delivery?.id),
  };
};

/** Puts the ids and the body of petstore.http into the request of a sample. */
const withValues = (request: SampleRequest, { url, body }: HttpRequest): SampleRequest => {
  const pattern = new RegExp(`^${BASE_PATH}${request.path.replaceAll(/\{\w+\}/g, "([^/]+)")}$`);
  const [, ...values] = pattern.exec(new URL(url).pathname) ?? [];
  const params = Object.entries(request.params).map(([name, example], at) => {
    const value = decodeURIComponent(values[at] ?? "");
    return [name, typeof example === "number" ? Number(value) : value] as const;
  });
  const isJson = request.body !== undefined && "json" in request.body;
  return {
    ...request,
    params: Object.fromEntries(params),
    ...(isJson && { body: { mediaType: request.body.mediaType, json: JSON.parse(body ?? "") as unknown } }),
  };
};

/** Returns what the service gets if a sample sends what it shows. */
export const recordedOf = (request: SampleRequest): Recorded => {
  const { method, body } = request;
  const content =
    body === undefined ? undefined : "json" in body ? body.json : statSync(new URL(body.file, sampleFolder)).size;
  return { line: `${method} ${BASE_PATH}${targetOf(request)}`, mediaType: body?.mediaType, body: content };
};

const env = { WEB_DIR: "none", WEBHOOK_ALLOW: "127.0.0.0/8" };

/**
 * Makes a store in which every sample succeeds, and ends its service. Each language changes a copy of it, because a
 * first start and the preparation take longer than all samples of a language.
 */
export const makeSampleStore = async () => {
  const service = await startService(env);
  const receiver = await startRecorder(service.address);
  const variables = await prepare({ ...service, receiver: `${receiver.address}/hook` });
  await service.end();
  // The receiver stays: if nobody answered, the services with a copy would pause its endpoint.
  const remove = async () => {
    receiver.close();
    await service.stop();
  };
  return { dataDir: service.dataDir, variables, remove };
};

/** The service turns off the endpoints of a copy, so it is turned on as a person would. */
const turnOnWebhooks = async ({ address, key }: Omit<Prepared, "receiver">, endpointId: number) => {
  const { orThrow } = createClient({ baseUrl: address + BASE_PATH, apiKey: key });
  const params = { endpointId };
  await until(async () => (await orThrow.webhooks.getWebhookEndpoint({ params })).statusReason === "copied");
  await orThrow.webhooks.updateWebhookEndpoint({ params, body: { status: "active" } });
};

/**
 * Starts a service with a copy of the store.
 * @returns The requests of all samples in an order that works, with the ids and bodies of this store.
 */
export const startSampleStore = async ({ dataDir, variables }: Awaited<ReturnType<typeof makeSampleStore>>) => {
  const service = await startService(env, dataDir);
  await turnOnWebhooks(service, Number(variables["endpointId"]) - 1);
  const recorder = await startRecorder(service.address);
  const sent = readHttpFile(collection, { ...variables, baseUrl: recorder.address + BASE_PATH });
  const requests = sent.map((one) => {
    const request = sampleRequests.get(one.name);
    if (request === undefined) throw new Error(`There is no sample of ${one.name}.`);
    return withValues(request, one);
  });
  return {
    requests,
    recorder,
    env: { API: recorder.address + BASE_PATH, KEY: service.key },
    stop: async () => {
      recorder.close();
      await service.stop();
    },
  };
};

export type SampleStore = Awaited<ReturnType<typeof startSampleStore>>;
