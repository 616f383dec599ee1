import { isDeepStrictEqual } from "node:util";
import type { Actor, Event, EventOf, HistoryAction, HistoryKind, Scope } from "@petstore/contract/routes";
import { eventTypeOf } from "@petstore/contract/routes";
import type { z } from "zod";
import { readRecordedState } from "../operation/recorded-state.js";

/** A state of any kind of subject, as the audit trail has it. */
type State = Record<string, unknown> | null;

/** An event in the form of the audit trail. */
export type StoredEvent = {
  readonly at: Date;
  readonly action: z.infer<typeof HistoryAction>;
  readonly subject: { readonly kind: HistoryKind; readonly id: number | null };
  readonly before: State;
  readonly after: State;
  readonly actor: Actor;
};

/** An event as a reader may see it, without its position in the feed. */
export type ShownEvent = Pick<Event, "at" | "changed" | "actor"> &
  Pick<EventOf<"catalogue.imported">, "resync" | "range"> & {
    readonly type: string;
    readonly subject: StoredEvent["subject"] & { readonly petId?: unknown };
    readonly before: State;
    readonly after: State;
  };

/** An empty picture. The real placeholder shows the photo, and events remain after the photo was erased. */
export const NO_PICTURE = "data:,";

/** The kinds of events that keys of scope `read` do not get at all. */
const staffKinds: readonly string[] = ["note"];

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;

/** The kinds whose `updatedAt` also changes when only fields change that keys of scope `read` do not see. */
const partlyPublicKinds: readonly string[] = ["profile", "order"];

/** The kinds whose events may lack `createdAt` and `updatedAt`. */
const timedKinds: readonly string[] = ["category", "attribute", "photo"];

/** Completes a photo, whose picture the audit trail leaves out (`pets/store/photo-events.ts`). */
const wholeState = (kind: string, recorded: State, at: string): State => {
  const state = readRecordedState(kind, recorded);
  if (state === null) return null;
  // Older versions recorded these states without their times. The time of the event is the closest known time.
  const whole = timedKinds.includes(kind) && "id" in state ? { createdAt: at, updatedAt: at, ...state } : state;
  return kind === "photo" ? { ...whole, placeholder: NO_PICTURE } : whole;
};

const publicProfile = (state: State, isPublic: (attribute: string) => boolean): State => {
  const attributes = state?.["attributes"];
  if (!isObject(attributes)) return state;
  return { ...state, attributes: Object.fromEntries(Object.entries(attributes).filter(([name]) => isPublic(name))) };
};

/** Returns the part of a state that keys of scope `read` see, without the values of private attributes. */
const publicState = (kind: string, state: State, isPublic: (attribute: string) => boolean): State => {
  if (kind === "profile") return publicProfile(state, isPublic);
  return kind === "attribute" && state?.["isPublic"] === false ? null : state;
};

/**
 * Removes `updatedAt` from the state before, because it may be the time of a change that this reader has not seen. The
 * time of this change is in `at`.
 */
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

/** An update looks like a creation or a deletion to a reader who does not see one of the two states. */
const typeOf = ({ action, subject: { kind } }: StoredEvent, before: State, after: State): string => {
  const type = eventTypeOf(action);
  if (!type.endsWith(".updated") || (before !== null && after !== null)) return type;
  return `${kind}.${before === null ? "created" : "deleted"}`;
};

/** The kinds of subjects that belong to a pet. Their events name the pet even if the states are left out. */
const petPartKinds: readonly string[] = ["photo", "note"];

const subjectOf = ({ subject, before, after }: StoredEvent): ShownEvent["subject"] =>
  petPartKinds.includes(subject.kind) ? { ...subject, petId: (after ?? before)?.["petId"] } : subject;

const idIn = (state: State, name: string) => {
  const id = state?.[name];
  return typeof id === "number" ? { id } : undefined;
};

/** Marks changes that no other events report: a merge moves pets, and an import creates them. */
const resyncOf = ({ action }: StoredEvent, after: State): Pick<ShownEvent, "resync" | "range"> => {
  if (action === "category.merge") {
    const into = idIn(after, "into");
    return { resync: true, ...(into !== undefined && { range: { categoryId: into.id } }) };
  }
  if (action !== "catalogue.import") return {};
  const [first, last] = [idIn(after, "firstPetId"), idIn(after, "lastPetId")];
  const isKnown = first !== undefined && last !== undefined;
  if (isKnown) return { resync: true, range: { firstPetId: first.id, lastPetId: last.id } };
  // The pets that an import has changed have their own events.
  return after?.["imported"] === 0 ? {} : { resync: true };
};

/**
 * @param isPublic - Returns whether keys of scope `read` may see an attribute.
 * @returns Undefined if keys of this scope must not learn of the event.
 */
export const showEvent = (
  stored: StoredEvent,
  scope: Scope,
  isPublic: (attribute: string) => boolean,
): ShownEvent | undefined => {
  const { subject, actor } = stored;
  const isReader = scope === "read";
  if (isReader && staffKinds.includes(subject.kind)) return undefined;
  const at = stored.at.toISOString();
  const seen = (given: State) => {
    const state = wholeState(subject.kind, given, at);
    return isReader ? publicState(subject.kind, state, isPublic) : state;
  };
  const [was, after] = [seen(stored.before), seen(stored.after)];
  const before = isReader ? publicBefore(subject.kind, was) : was;
  const changed = was === null || after === null ? [] : fieldsOf(was, after);
  // If only private attributes differ, nothing has changed for this reader, who must not see the time of the change
  // either.
  const isSeen = changed.some((name) => name !== "updatedAt") || (before === null) !== (after === null);
  if (isReader && (stored.before ?? stored.after) !== null && !isSeen) return undefined;
  return {
    type: typeOf(stored, before, after),
    at,
    subject: subjectOf(stored),
    changed,
    before,
    after,
    ...resyncOf(stored, after),
    ...(scope === "admin" && { actor }),
  };
};
