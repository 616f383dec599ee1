import * as z from "zod";
import { BASE_PATH } from "../contract.js";
import { routeMetadata } from "../http/routes.js";
import { DEFAULT_PET_STATUS } from "../pet/pet-status.js";
import { changeItem, changeSingle, createItem, deleteItem } from "./change-items.js";
import { Failure, failureOf, nounOf } from "./failure.js";
import { expanded, listItems, shown } from "./list-items.js";
import type { Item, Memory } from "./memory.js";
import { checkOrdered, checkPayment, checkReserved, checkTransition, followOrder } from "./order-rules.js";
import type { Checked } from "./request.js";
import { type Collection, collectionAt, collections, singles } from "./resources.js";

/** The answer of the test service. If `body` is undefined, the response has no body. */
export type Answer = {
  readonly status: number;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
};

type Body = Readonly<Record<string, unknown>>;

/** A strong entity tag of a body. */
export const tagOf = (body: unknown): string => {
  let hash = 0xcbf29ce484222325n;
  for (const byte of new TextEncoder().encode(JSON.stringify(body)))
    hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n);
  return `"${hash.toString(36)}"`;
};

const checkMatch = ({ one, headers }: Checked, body: unknown): void => {
  const tags = headers.get("if-match");
  if (tags === null || tags === "*" || tags.includes(tagOf(body))) return;
  throw failureOf(one, "precondition_failed", {
    message: `If-Match does not match the current ETag; fetch the ${nounOf(one)} again`,
  });
};

const bodyOf = ({ body }: Checked): Body =>
  typeof body === "object" && body !== null && !(body instanceof Blob) && !Array.isArray(body) ? (body as Body) : {};

const create = (memory: Memory, collection: Collection, checked: Checked): Answer => {
  const { params } = checked;
  memory.requireParents(collection.path, params);
  const body = bodyOf(checked);
  const isOrder = collection.kind === "order";
  if (isOrder) checkOrdered(memory, body["petId"]);
  const { item, isNew } = createItem(memory, collection, checked, body, params);
  if (isOrder) followOrder(memory, item);
  // The response that creates the item may contain more than a read of it, such as a secret.
  const { route } = checked.one;
  const [example] = Object.values(routeMetadata(route).examples?.["201"] ?? {}) as Body[];
  const full = (route.responses[201] as z.ZodObject).shape as Body;
  const secrets = Object.entries(example ?? {}).filter(([name]) => name in full && !(name in collection.fields));
  const now = { ...shown(memory, collection, item), ...Object.fromEntries(secrets) };
  if (!isNew) return { status: 200, body: now };
  return { status: 201, body: now, headers: { location: `${BASE_PATH}${checked.path}/${item.id}` } };
};

/** Answers the operations at the path of one item, and the restoration of a deleted one. */
const ofOne = (memory: Memory, collection: Collection, checked: Checked, item: Item): Answer => {
  const { method } = checked.one.route;
  if (method === "GET") return { status: 200, body: expanded(memory, collection, item, checked.query) };
  checkMatch(checked, shown(memory, collection, item));
  const body = bodyOf(checked);
  const isPet = collection.kind === "pet";
  if (method === "DELETE") {
    if (isPet) checkReserved(memory, item.id);
    deleteItem(memory, collection, checked, item);
    return { status: 204, body: undefined };
  }
  if (isPet && body["status"] !== undefined && body["status"] !== item["status"]) checkReserved(memory, item.id);
  if (collection.kind === "order") {
    checkTransition(item, body["status"]);
    checkPayment(item, body);
  }
  const after = changeItem(memory, collection, checked, item, body);
  if (collection.kind === "order" && body["status"] !== undefined) followOrder(memory, after);
  return { status: 200, body: shown(memory, collection, after) };
};

/** Answers the operations whose path names a pet by its `externalId`. */
const ofExternalId = (memory: Memory, collection: Collection, checked: Checked): Answer => {
  const { externalId } = checked.params;
  const item = memory.list(collection).find((one) => memory.valueOf(collection, one, "externalId") === externalId);
  if (checked.one.route.method === "DELETE") {
    const detail = "path.externalId refers to no pet";
    if (item === undefined)
      throw new Failure("not_found", { problems: [{ parameter: "externalId", rule: "exists", detail }] });
    return ofOne(memory, collection, checked, item);
  }
  const { profile, ...fields } = bodyOf(checked) as { readonly profile?: { readonly attributes?: Body } };
  if (item === undefined && checked.headers.has("if-match")) checkMatch(checked, undefined);
  const whole: Checked = { ...checked, body: { ...fields, profile: { ...profile, externalId } } };
  if (item === undefined) return create(memory, collection, { ...whole, path: collection.path, params: {} });
  // The request replaces the pet, and also the profile if the body has one. A field that the body lacks gets its
  // default, or no value.
  const { body } = ofOne(memory, collection, { ...checked, body: { status: DEFAULT_PET_STATUS, ...fields } }, item);
  const single = singles.find(({ path }) => path === "/pets/:petId/profile");
  if (single === undefined || profile === undefined) return { status: 200, body };
  const params = { petId: item.id };
  const { attributes: known } = memory.single(single, params) as { readonly attributes?: Body };
  const cleared = Object.fromEntries(Object.keys(known ?? {}).map((name) => [name, null]));
  changeSingle(memory, single, params, { ...profile, attributes: { ...cleared, ...profile.attributes } }, "profile.");
  return { status: 200, body };
};

const elementOf = (schema: unknown): Body | undefined =>
  schema instanceof z.ZodArray && schema.element instanceof z.ZodObject ? schema.element.shape : undefined;

/** Finds the collection whose items a route lists, by the schema of the items. */
const listed = ({ one: { route } }: Checked): Collection | undefined => {
  const element = route.method === "GET" ? elementOf(route.responses[200]) : undefined;
  return element && collections.find(({ fields }) => fields["id"] === element["id"]);
};

/** The operations for which an example would mislead: a reader of the feed would get the same event again and again. */
const withoutExample = new Set(["listEvents"]);

const unanswered = ({ one: { operationId } }: Checked): Answer => ({
  status: 501,
  body: {
    code: "not_implemented",
    message: `createTestFetch does not answer ${operationId}; give it an answer with answers: { ${operationId}: … }`,
    status: 501,
  },
});

/** Answers a request by the conventions that all resources follow. @throws {Failure} */
export const answerOf = (memory: Memory, checked: Checked, search: URLSearchParams): Answer => {
  const { one, params } = checked;
  const { route, operationId } = one;
  const list = listed(checked);
  if (list !== undefined) return { status: 200, ...listItems(memory, list, checked, search) };
  const single = singles.find(({ path }) => path === route.path);
  if (single !== undefined) {
    memory.requireParents(route.path, params);
    const before = memory.single(single, params);
    if (route.method === "GET") return { status: 200, body: before };
    checkMatch(checked, before);
    return { status: 200, body: changeSingle(memory, single, params, bodyOf(checked)) };
  }
  const added = route.method === "POST" ? collectionAt(route.path) : undefined;
  if (added !== undefined) return create(memory, added, checked);
  const at = (path: string) => collections.find((one) => `${one.path}/:${one.idName}` === path);
  const owner = at(route.path);
  if (owner !== undefined) return ofOne(memory, owner, checked, memory.get(owner, params));
  const deleted = at(route.path.replace(/\/restore$/, ""));
  if (deleted !== undefined) return { status: 200, body: memory.restore(deleted, params) };
  const named = /^(.*)\/by-external-id\/:externalId$/.exec(route.path)?.[1];
  const pets = named === undefined ? undefined : collectionAt(named);
  if (pets !== undefined) return ofExternalId(memory, pets, checked);
  const [example] = Object.values(routeMetadata(route).examples?.[200] ?? {});
  if (route.method === "GET" && example !== undefined && !withoutExample.has(operationId)) {
    memory.requireParents(route.path, params);
    return { status: 200, body: example };
  }
  return unanswered(checked);
};
