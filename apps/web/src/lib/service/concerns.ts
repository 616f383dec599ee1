import type { Event } from "@petstore/contract/client";
import type { historyKinds } from "@petstore/contract/schemas";

/** Whether an event may change what a query shows. */
export type Concern = (event: Event) => boolean;

declare module "@tanstack/react-query" {
  interface Register {
    queryMeta: { readonly concerns?: Concern };
  }
}

/** The kinds of subjects that the feed has events of. */
type Kind = (typeof historyKinds)[number];

const isOf = ({ subject }: Event, kinds: readonly Kind[]) => kinds.some((kind) => kind === subject.kind);

/** An import or a merge: no other event tells what it did to animals. */
const isResync = ({ resync }: Event) => resync === true;
const isResynced = (kinds: readonly Kind[]) => kinds.includes("pet") || kinds.includes("profile");

/** The animal of an event: its subject, or that of a profile, a photo, a note or an order. */
const petOf = ({ subject, before, after }: Event): unknown =>
  subject.kind === "pet" || subject.kind === "profile" ? subject.id : (after ?? before)?.["petId"];

/**
 * Marks a query that is fetched again after such events. Events that came while the page was hidden are handled when it
 * shows again.
 */
export const concernedBy = (concerns: Concern) =>
  ({ meta: { concerns }, refetchOnWindowFocus: false, refetchOnReconnect: false }) as const;

/** Events of these kinds. */
export const about =
  (...kinds: readonly Kind[]): Concern =>
  (event) =>
    isOf(event, kinds) || (isResync(event) && isResynced(kinds));

/** Events of these kinds that are about some animals. */
export const aboutPets =
  (ids: readonly number[], ...kinds: readonly Kind[]): Concern =>
  (event) =>
    isResync(event) ? isResynced(kinds) : isOf(event, kinds) && ids.some((id) => id === petOf(event));

/** Events of one subject. */
export const aboutOne =
  (kind: Kind, id: number | undefined): Concern =>
  ({ subject }) =>
    subject.kind === kind && subject.id === id;

/** Events that move animals between what is counted by these fields. */
export const aboutCounts =
  (...fields: readonly string[]): Concern =>
  (event) =>
    isResync(event) ||
    (event.subject.kind === "pet" &&
      (event.type !== "pet.updated" || event.changed.some((field) => fields.includes(field))));

/** @returns whether one of them holds */
export const anyOf =
  (...some: readonly Concern[]): Concern =>
  (event) =>
    some.some((concerns) => concerns(event));

/** The changes that a history shows. @param subject - As its filter names it: `pet:7`, or a kind. */
export const aboutHistory = (subject: string | undefined): Concern => {
  const [kind, id] = subject?.split(":") ?? [];
  return (event) =>
    (kind === undefined || event.subject.kind === kind) && (id === undefined || String(event.subject.id) === id);
};
