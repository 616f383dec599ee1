import { isDeepStrictEqual } from "node:util";
import { type Actor, type Event, eventTypeOf, type HistoryAction, type Scope } from "@petstore/contract/routes";
import type { z } from "zod";

type State = Event["before"];

/** An event as the audit trail has it. */
export type StoredEvent = {
  readonly at: Date;
  readonly action: z.infer<typeof HistoryAction>;
  readonly subject: Event["subject"];
  readonly before: State;
  readonly after: State;
  readonly actor: Actor;
};

/** An event as a reader may see it, without its place in the feed. */
export type ShownEvent = Omit<Event, "id">;

/** Those that keys of scope `read` may not read at all. */
const staffKinds: readonly string[] = ["note"];

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;

/** Their `updatedAt` is also that of changes which keys of scope `read` do not see. */
const partlyPublicKinds: readonly string[] = ["profile", "order"];

const publicProfile = (state: State, isPublic: (attribute: string) => boolean): State => {
  const attributes = state?.["attributes"];
  if (!isObject(attributes)) return state;
  return { ...state, attributes: Object.fromEntries(Object.entries(attributes).filter(([name]) => isPublic(name))) };
};

/** What keys of scope `read` see of a state: nothing of a private attribute. */
const publicState = (kind: string, state: State, isPublic: (attribute: string) => boolean): State => {
  if (kind === "profile") return publicProfile(state, isPublic);
  return kind === "attribute" && state?.["isPublic"] === false ? null : state;
};

/** The time of the change before may be that of one which this reader has not seen; that of this change is `at`. */
const publicBefore = (kind: string, state: State): State => {
  if (state === null || !partlyPublicKinds.includes(kind)) return state;
  const { updatedAt: _, ...before } = state;
  return before;
};

const fieldsOf = (before: Record<string, unknown>, after: Record<string, unknown>, prefix = ""): string[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((name) => {
    const [was, is] = [before[name], after[name]];
    if (isDeepStrictEqual(was, is)) return [];
    return name === "attributes" && isObject(was) && isObject(is) ? fieldsOf(was, is, `${name}.`) : [prefix + name];
  });

/** What is updated may be created or deleted to one who does not see the other state. */
const typeOf = ({ action, subject: { kind } }: StoredEvent, before: State, after: State): Event["type"] => {
  const type = eventTypeOf(action);
  if (!type.endsWith(".updated") || (before !== null && after !== null)) return type;
  return `${kind}.${before === null ? "created" : "deleted"}`;
};

const idIn = (state: State, name: string) => {
  const id = state?.[name];
  return typeof id === "number" ? { id } : undefined;
};

/** What no other event tells: a merge moves pets, an import adds them. */
const resyncOf = ({ action }: StoredEvent, after: State): Pick<Event, "resync" | "range"> => {
  if (action === "category.merge") {
    const into = idIn(after, "into");
    return { resync: true, ...(into !== undefined && { range: { categoryId: into.id } }) };
  }
  if (action !== "catalogue.import") return {};
  const [first, last] = [idIn(after, "firstPetId"), idIn(after, "lastPetId")];
  const isKnown = first !== undefined && last !== undefined;
  if (isKnown) return { resync: true, range: { firstPetId: first.id, lastPetId: last.id } };
  // The pets that an import has changed have events of their own.
  return after?.["imported"] === 0 ? {} : { resync: true };
};

/**
 * @param isPublic - Whether an attribute may be seen by keys of scope `read`.
 * @returns undefined if a key of this scope may not know of it
 */
export const showEvent = (
  stored: StoredEvent,
  scope: Scope,
  isPublic: (attribute: string) => boolean,
): ShownEvent | undefined => {
  const { subject, actor } = stored;
  const isReader = scope === "read";
  if (isReader && staffKinds.includes(subject.kind)) return undefined;
  const seen = (state: State) => (isReader ? publicState(subject.kind, state, isPublic) : state);
  const [was, after] = [seen(stored.before), seen(stored.after)];
  const before = isReader ? publicBefore(subject.kind, was) : was;
  const changed = was === null || after === null ? [] : fieldsOf(was, after);
  // What differs in private attributes alone did not happen to this reader, nor the time of such a change.
  const isSeen = changed.some((name) => name !== "updatedAt") || (before === null) !== (after === null);
  if (isReader && (stored.before ?? stored.after) !== null && !isSeen) return undefined;
  return {
    type: typeOf(stored, before, after),
    at: stored.at.toISOString(),
    subject,
    changed,
    before,
    after,
    ...resyncOf(stored, after),
    ...(scope === "admin" && { actor }),
  };
};
