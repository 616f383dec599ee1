import type { Event } from "@petstore/contract/client";
import type { historyKinds } from "@petstore/contract/schemas";

/** Tells whether an event may change what a query shows. */
export type Concern = (event: Event) => boolean;

declare module "@tanstack/react-query" {
  interface Register {
    queryMeta: { readonly concerns?: Concern };
  }
}

/** The kinds of subjects that events of the feed can have. */
type Kind = (typeof historyKinds)[number];

const isOf = ({ subject }: Event, kinds: readonly Kind[]) => kinds.some((kind) => kind === subject.kind);

/** Tells whether the event is an import or a merge. No other event says what these did to animals. */
const isResync = (event: Event) => "resync" in event && event.resync === true;
const isResynced = (kinds: readonly Kind[]) => kinds.includes("pet") || kinds.includes("profile");

/** Returns the animal of an event: its subject, or the animal of a profile, a photo, a note or an order. */
const petOf = ({ subject, before, after }: Event): unknown => {
  if (subject.kind === "pet" || subject.kind === "profile") return subject.id;
  const state = after ?? before;
  return state !== null && "petId" in state ? state.petId : undefined;
};

/**
 * Marks a query that is fetched again after such events. Events that came while the page was hidden are handled when it
 * shows again.
 */
export const concernedBy = (concerns: Concern) =>
  ({ meta: { concerns }, refetchOnWindowFocus: false, refetchOnReconnect: false }) as const;

/** Matches events of these kinds. */
export const about =
  (...kinds: readonly Kind[]): Concern =>
  (event) =>
    isOf(event, kinds) || (isResync(event) && isResynced(kinds));

/** Matches events of these kinds that are about some animals. */
export const aboutPets =
  (ids: readonly number[], ...kinds: readonly Kind[]): Concern =>
  (event) =>
    isResync(event) ? isResynced(kinds) : isOf(event, kinds) && ids.some((id) => id === petOf(event));

/** Matches events of one subject. */
export const aboutOne =
  (kind: Kind, id: number | undefined): Concern =>
  ({ subject }) =>
    subject.kind === kind && subject.id === id;

/** Matches events that can change counts by these fields. */
export const aboutCounts =
  (...fields: readonly string[]): Concern =>
  (event) =>
    isResync(event) ||
    (event.subject.kind === "pet" &&
      (event.type !== "pet.updated" || event.changed.some((field) => fields.includes(field))));

/** Matches events that any of the concerns matches. */
export const anyOf =
  (...some: readonly Concern[]): Concern =>
  (event) =>
    some.some((concerns) => concerns(event));

/**
 * Matches events that change what a history shows.
 * @param subject - The subject as the filter names it: `pet:7`, or only a kind.
 */
export const aboutHistory = (subject: string | undefined): Concern => {
  const [kind, id] = subject?.split(":") ?? [];
  return (event) =>
    (kind === undefined || event.subject.kind === kind) && (id === undefined || String(event.subject.id) === id);
};
