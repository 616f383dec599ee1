import type { AuditEvent } from "@petstore/contract/client";
import type { subjectKinds } from "@petstore/contract/schemas";
import { t } from "../../texts";
import { firstWords } from "../text/first-words";
import { dataValue, textValue, type Value } from "../text/value";

type State = AuditEvent["before"];

export const textOf = (state: State, name: string): string | undefined => {
  const value = state?.[name];
  return typeof value === "string" && value !== "" ? value : undefined;
};
export const numberOf = (state: State, name: string): number | undefined => {
  const value = state?.[name];
  return typeof value === "number" ? value : undefined;
};

/**
 * Returns what an undone action was, such as "Animal changed". A later version of the service may have further actions.
 */
const actionLabel = (action = ""): string => {
  const labels: Readonly<Record<string, string | undefined>> = t.history.actions;
  return labels[action] ?? action;
};

/** Returns the name of an animal; undefined if it was deleted, or is not loaded yet. */
export type PetNameOf = (petId: number) => string | undefined;

type NameOf = (event: AuditEvent, petNameOf: PetNameOf) => Value | undefined;

const unnamed: PetNameOf = () => undefined;

/** Names an animal, or gives its number if its name is not known. */
export const nameOfPet = (petId: number, petNameOf: PetNameOf = unnamed): Value => {
  const name = petNameOf(petId);
  return name === undefined ? textValue(t.history.animal(petId)) : dataValue(name);
};

/** Returns the number of the animal if an event is about a part of it, or about its order, and does not name it. */
export const petIdOf = ({ subject: { kind, id }, before, after }: AuditEvent): number | undefined => {
  if (kind === "profile") return id ?? undefined;
  if (kind !== "photo" && kind !== "note" && kind !== "order") return undefined;
  return numberOf(after, "petId") ?? numberOf(before, "petId") ?? (kind === "photo" ? (id ?? undefined) : undefined);
};

/**
 * Returns a function that names a subject by the text of a field. If the subject no longer exists, the text is from
 * before the event.
 */
const byField =
  (field: string): NameOf =>
  ({ subject, before, after }) => {
    const name = textOf(after, field) ?? textOf(before, field);
    return subject.id === null || name === undefined ? undefined : dataValue(name);
  };

/** Names a photo or a profile after its animal. */
const nameOfPart: NameOf = (event, petNameOf) => {
  const petId = petIdOf(event);
  return petId === undefined ? undefined : nameOfPet(petId, petNameOf);
};

const nameOfNote: NameOf = ({ before, after }) => {
  const text = textOf(after, "text") ?? textOf(before, "text");
  return text === undefined ? undefined : dataValue(firstWords(text));
};

const nameOfImport: NameOf = ({ after }) =>
  textValue(
    textOf(after, "source") === undefined
      ? t.history.subjects.catalogue
      : t.history.animals(numberOf(after, "imported") ?? 0),
  );

const nameOfJob: NameOf = ({ subject: { id }, before }) => {
  const kind = textOf(before, "kind");
  return kind === undefined ? undefined : dataValue(`${kind} ${id}`);
};

/** Returns the old name of a category that was renamed, because the new name comes later in the sentence. */
const nameOfCategory: NameOf = (event) =>
  event.action === "category.update"
    ? byField("name")({ ...event, after: null }, unnamed)
    : byField("name")(event, unnamed);

const byId =
  (toText: (id: number) => string): NameOf =>
  ({ subject: { id } }) =>
    id === null ? undefined : textValue(toText(id));

/** The kinds of resources that have the usual page. */
type UsualKind = keyof typeof t.resources;

/** How each other kind of subject is named. A new kind does not compile without an entry. */
const names: Readonly<Record<Exclude<(typeof subjectKinds)[number], UsualKind>, NameOf>> = {
  pet: byField("name"),
  category: nameOfCategory,
  order: byId((id) => t.history.order(id)),
  catalogue: nameOfImport,
  attribute: byField("label"),
  profile: nameOfPart,
  photo: nameOfPart,
  note: nameOfNote,
  store: byId(() => t.history.store),
  api_key: byField("name"),
  account: byField("email"),
  webhook_endpoint: byField("url"),
  customer: byField("name"),
  action: ({ after }) => textValue(actionLabel(textOf(after, "action"))),
  audit_trail: ({ after }) => textValue(t.history.changes(numberOf(after, "removed") ?? 0)),
  job: nameOfJob,
  setting: byField("name"),
};

/** Returns the name or the number of the subject of an event. A later version of the service may know further kinds of subjects. */
export const describeSubject = (event: AuditEvent, petNameOf: PetNameOf = unnamed): Value => {
  const { kind, id } = event.subject;
  const name = (Object.hasOwn(names, kind) ? names[kind as keyof typeof names] : byField("name"))(event, petNameOf);
  return name ?? (id === null ? textValue(t.history.unknownAccount) : dataValue(String(id)));
};
