import { identityOf } from "../http/text-identity.js";
import type { ErrorCode } from "../http/errors.js";
import type { ProblemConflict } from "../http/problem.js";
import { routeMetadata } from "../http/routes.js";
import { Failure } from "./failure.js";
import type { Item, Memory, Params } from "./memory.js";
import type { Checked } from "./request.js";
import {
  type Collection,
  collectionOfKind,
  collections,
  fill,
  isTime,
  type Single,
  singleOfItem,
  singles,
} from "./resources.js";

type Values = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Values =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Applies a JSON Merge Patch (RFC 7396). @param kept - The fields that become null when they are cleared. */
const mergePatch = (before: Values, patch: Values, kept: (name: string) => boolean): Values => {
  const after: Record<string, unknown> = { ...before };
  for (const [name, value] of Object.entries(patch)) {
    const known = before[name];
    if (isObject(value) && isObject(known)) after[name] = mergePatch(known, value, () => name === "statusNames");
    else if (value === null && !kept(name)) delete after[name];
    else if (value !== undefined) after[name] = value;
  }
  return after;
};

/** Sets `updatedAt` to the present time, unless nothing has changed. */
const changed = (before: Values, patch: Values, fields: Collection["fields"], now: string): Values => {
  const after = mergePatch(before, patch, (name) => fields[name]?.safeParse(null).success === true);
  if (JSON.stringify(after) === JSON.stringify(before)) return before;
  return { ...after, ...(fields["updatedAt"] !== undefined && isTime(fields["updatedAt"]) && { updatedAt: now }) };
};

const has = ({ one: { route } }: Checked, code: ErrorCode): boolean => {
  const { codes = {}, beta } = routeMetadata(route);
  return [codes, beta?.codes ?? {}].some((some) => Object.values(some).flat().includes(code));
};

type Refusal = {
  readonly rule: string;
  readonly problem: string;
  /** Returns the part of the message after the problem. */
  readonly remedy?: string;
  readonly conflict?: ProblemConflict;
};

const refuse = (code: ErrorCode, field: string, { rule, problem, remedy = "", conflict }: Refusal) => {
  const detail = `body.${field} ${problem}`;
  return new Failure(code, {
    message: detail + remedy,
    problems: [{ pointer: `/${field.replaceAll(".", "/")}`, rule, detail }],
    ...(conflict && { conflict }),
  });
};

/** Refuses a body that names something that does not exist. Only an unknown category is created instead. */
const checkReferences = (memory: Memory, checked: Checked, body: Values): void => {
  for (const [name, id] of Object.entries(body)) {
    const [, kind] = /^(\w+)Id$/.exec(name) ?? [];
    const other = kind === undefined ? undefined : collectionOfKind(kind);
    if (other === undefined || typeof id !== "number" || memory.find(other, { [other.idName]: id })) continue;
    if (kind === "category") memory.put(other, fill(other.fields, { id }, other.example, memory.now) as Item);
    else if (has(checked, `${kind}_not_found` as ErrorCode))
      throw refuse(`${kind}_not_found` as ErrorCode, name, {
        rule: "exists",
        problem: `refers to ${kind} ${id}, which does not exist`,
      });
  }
};

const isSameText = (one: unknown, other: unknown) =>
  typeof one === "string" && typeof other === "string" && identityOf(one) === identityOf(other);

/** A name must be unique if the operation can return `name_taken`. The address of a customer must always be unique. */
const checkUnique = (memory: Memory, collection: Collection, checked: Checked, body: Values, own?: number): void => {
  const others = memory.list(collection).filter(({ id }) => id !== own);
  const ownerOf = (field: string) => others.find((item) => isSameText(item[field], body[field]));
  const { kind, noun } = collection;
  const named = has(checked, "name_taken") ? ownerOf("name") : undefined;
  if (named !== undefined) {
    const problem = `is taken by ${noun} ${named.id}; choose another name`;
    throw refuse("name_taken", "name", { rule: "unique", problem, conflict: { kind, id: named.id } });
  }
  for (const field of ["email", "phone"].filter((name) => name in collection.fields)) {
    const owner = ownerOf(field);
    if (owner === undefined) continue;
    const problem = `belongs to ${noun} ${owner.id}`;
    const remedy = `; choose this ${noun} if it is the same person, or send different contact details`;
    throw refuse("conflict", field, { rule: "unique", problem, remedy, conflict: { kind, id: owner.id } });
  }
};

/**
 * Changes a single resource, such as the profile of a pet.
 * @param place - Where the change is in the body, such as `profile.`.
 * @throws {Failure} 409 if its `externalId` is taken
 */
export const changeSingle = (memory: Memory, single: Single, params: Params, patch: Values, place = ""): Values => {
  const before = memory.single(single, params);
  const owner = collections.find((one) => singleOfItem(one, single.name)?.path === single.path);
  if (owner !== undefined && typeof patch["externalId"] === "string") {
    const taken = memory
      .list(owner)
      .find(
        (item) => item.id !== params[owner.idName] && memory.valueOf(owner, item, "externalId") === patch["externalId"],
      );
    if (taken !== undefined) {
      const { kind } = owner;
      const problem = `is taken by ${kind} ${taken.id}`;
      const remedy = `; choose another external id, or clear the external id of that ${kind} first`;
      const conflict = { kind, id: taken.id };
      throw refuse("conflict", `${place}externalId`, { rule: "unique", problem, remedy, conflict });
    }
  }
  const after = changed(before, patch, single.fields, memory.now);
  memory.putSingle(single, params, after);
  return after;
};

/** Creates the item inside a body: the customer of a new order, unless the customer exists already. */
const takeNested = (memory: Memory, checked: Checked, collection: Collection, body: Values): Values => {
  const more: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(body)) {
    const other = collectionOfKind(name);
    if (other === undefined || name in collection.fields || !isObject(value)) continue;
    const known = memory
      .list(other)
      .find((item) =>
        Object.entries(value).every(([field, one]) => item[field] === one || isSameText(item[field], one)),
      );
    more[`${name}Id`] = (known ?? createItem(memory, other, checked, value).item).id;
  }
  return more;
};

/** Creates an item from a body. If an item with the same `externalId` exists and is equal, that item is returned. */
export const createItem = (
  memory: Memory,
  collection: Collection,
  checked: Checked,
  body: Values,
  params: Params = {},
): { readonly item: Item; readonly isNew: boolean } => {
  const { fields, example, kind } = collection;
  const known = { ...body, ...takeNested(memory, checked, collection, body), ...params };
  const siblings = memory.list(collection, params);
  const place = "position" in fields && body["position"] === undefined ? { position: siblings.length + 1 } : {};
  const item = fill(fields, { ...known, ...place, id: memory.nextId(collection) }, example, memory.now) as Item;
  const same = siblings.find(
    ({ externalId }) => externalId !== undefined && externalId !== null && externalId === item["externalId"],
  );
  if (same !== undefined) {
    const written = Object.keys(fields).filter(
      (name) => !["id", "author"].includes(name) && !isTime(fields[name] as never),
    );
    if (written.every((name) => same[name] === item[name])) return { item: same, isNew: false };
    const problem = `is taken by ${kind} ${same.id} of the pet, whose content differs; change that ${kind}, or choose another external id`;
    throw refuse("conflict", "externalId", { rule: "unique", problem, conflict: { kind, id: same.id } });
  }
  checkReferences(memory, checked, body);
  checkUnique(memory, collection, checked, body);
  memory.put(collection, item);
  for (const { name } of singles) {
    const single = singleOfItem(collection, name);
    const given = body[name];
    if (single === undefined || !isObject(given)) continue;
    try {
      changeSingle(memory, single, { [collection.idName]: item.id }, given, `${name}.`);
    } catch (error) {
      memory.remove(collection, item);
      throw error;
    }
  }
  return { item, isNew: true };
};

export const changeItem = (
  memory: Memory,
  collection: Collection,
  checked: Checked,
  before: Item,
  body: Values,
): Item => {
  checkReferences(memory, checked, body);
  checkUnique(memory, collection, checked, body, before.id);
  const inner = Object.fromEntries(Object.entries(body).filter(([name]) => name in collection.fields));
  const patch = { ...inner, ...takeNested(memory, checked, collection, body) };
  return memory.put(collection, changed(before, patch, collection.fields, memory.now) as Item);
};

/** @throws {Failure} 409 if something else names the item, and the operation says that this prevents the deletion */
export const deleteItem = (memory: Memory, collection: Collection, checked: Checked, item: Item): void => {
  const { kind, noun } = collection;
  const user = collections
    .flatMap((other) => memory.list(other).map((one) => ({ other, one })))
    .find(({ one }) => one[`${kind}Id`] === item.id);
  if (user !== undefined && has(checked, "in_use"))
    throw new Failure("in_use", {
      message: `${user.other.noun} ${user.one.id} uses ${noun} ${item.id}`,
      conflict: { kind: user.other.kind, id: user.one.id },
    });
  memory.remove(collection, item);
};
