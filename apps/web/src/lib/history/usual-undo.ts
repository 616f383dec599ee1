import type { AuditEvent } from "@petstore/contract/client";
import { HistoryAction } from "@petstore/contract/schemas";
import { ApiError, ask } from "../service/api";
import type { AnyResponse } from "../service/api-error";
import { t } from "../../texts";
import { hasProfileUndo } from "./profile-undo";

// Undoes what is done to a resource with the usual operations: `createKennel`, `getKennel`, `updateKennel`, `deleteKennel`.

type Verb = "create" | "get" | "update" | "delete" | "restore";
type Fields = Readonly<Record<string, unknown>>;
type Change = Pick<AuditEvent, "subject"> & { readonly before: object | null; readonly after: object | null };
type Call = (request: object) => Promise<AnyResponse>;

/** Nobody writes these fields. */
const computed = new Set(["id", "petCount", "author", "createdAt", "updatedAt"]);

/** The fields that are parameters of the path of one. */
const parents: Readonly<Record<string, readonly string[]>> = { note: ["petId"], photo: ["petId"] };

/** What is restored by its path; others are by a body. */
const restoredByPath = new Set(["photo"]);

const hasAction = (kind: string, verb: string): boolean =>
  HistoryAction.options.some((one) => one === `${kind}.${verb}`);

const hasUsualActions = (kind: string): boolean =>
  ["create", "update", "delete"].every((verb) => hasAction(kind, verb));

/** A category without a name cannot be written as one; what else is null is cleared by it. */
const written = (state: object): Fields =>
  Object.fromEntries(
    Object.entries(state).filter(([name, value]) => !computed.has(name) && !(name === "name" && value === null)),
  );

const differing = (one: object, other: object): readonly string[] =>
  Object.entries(written(one)).flatMap(([name, value]) =>
    JSON.stringify(value) === JSON.stringify(Reflect.get(other, name)) ? [] : [name],
  );

/** Whether an event of another kind than animals can be undone: by the opposite of what it says. */
export const hasUsualUndo = ({ subject, action, before, after }: AuditEvent): boolean => {
  const isUsual = subject.kind !== "pet" && subject.id !== null && hasUsualActions(subject.kind);
  if (!isUsual || !/\.(create|update|delete|restore)$/.test(action)) return false;
  // A state without a name, as of a new category, cannot be written.
  return before === null || after === null || differing(before, after).length > 0;
};

/** Whether an event of another kind than animals can be undone by itself. */
export const hasOwnUndo = (event: AuditEvent): boolean => hasUsualUndo(event) || hasProfileUndo(event);

/** What `after` was before these fields of it were changed: somebody else's change of another field is no part of it. */
export const beforeChange = <State extends object>(after: State, known: State, change: object): State => ({
  ...after,
  ...Object.fromEntries(Object.keys(change).map((name) => [name, Reflect.get(known, name)])),
});

const callOf = (api: object, verb: Verb, kind: string): Call => {
  const name = `${verb}${kind.charAt(0).toUpperCase()}${kind.slice(1)}`;
  const group = Object.values(api).find((one: object) => name in one) as Readonly<Record<string, Call>> | undefined;
  const call = group?.[name];
  if (call === undefined) throw new ApiError("unexpected", t.common.unexpected);
  return call;
};

/** @throws {ApiError} also if it has changed since */
export const undoUsual = async (change: Change): Promise<void> => {
  const { kind, id } = change.subject;
  const [before, after] = [change.before as Fields | null, change.after as Fields | null];
  const send = async (verb: Verb, request: object) =>
    (await ask((api, options) => callOf(api, verb, kind)({ ...request, ...options }))) as AnyResponse;
  const path = (parents[kind] ?? []).map((field) => [field, (after ?? before)?.[field]]);
  const params = { ...Object.fromEntries(path), [`${kind}Id`]: id };
  if (after === null) {
    if (restoredByPath.has(kind)) await send("restore", { params });
    else if (hasAction(kind, "restore")) await send("restore", { body: { id } });
    else await send("create", { body: written(before ?? {}) });
    return;
  }
  const now = await send("get", { params });
  const changed = before === null ? Object.keys(written(after)) : differing(before, after);
  if (differing(after, now.body as object).some((name) => changed.includes(name))) {
    throw new ApiError("conflict", t.history.changedSince);
  }
  const headers = { "if-match": now.headers.get("etag") ?? "*" };
  if (before === null) await send("delete", { params, headers });
  else
    await send("update", {
      params,
      headers,
      body: Object.fromEntries(changed.map((name) => [name, Reflect.get(before, name)])),
    });
};

/** Undoes changes one after the other. After a failure, the next try begins with the one that failed. */
export const undoInTurn = (changes: readonly Change[]) => {
  let left = changes;
  return async (report: (done: number) => void): Promise<void> => {
    for (const change of left) {
      // oxlint-disable-next-line no-await-in-loop
      await undoUsual(change);
      left = left.slice(1);
      report(changes.length - left.length);
    }
  };
};
