import type { AuditEvent } from "@petstore/contract/client";
import type { subjectKinds } from "@petstore/contract/schemas";
import { t } from "../../texts";
import type { AttributeOf } from "../pets/attributes";
import { firstWords } from "../text/first-words";
import { describeFields, type FieldRow } from "./event-fields";
import { dataValue, textValue, type Value } from "../text/value";

/** A change in words: `actor verb subject`, then what became of it. */
export type EventDescription = {
  readonly actor: Value;
  readonly verb: string;
  readonly subject: Value;
  /** What differs, of a subject that was there before and after. */
  readonly changes: readonly FieldRow[];
  /** `word value`: "into Dogs", "from animals.csv". */
  readonly phrases: readonly { readonly word: string; readonly value: Value }[];
  readonly notes: readonly string[];
};

export type DescribeOptions = {
  /** Leads from the id of a category to what staff call it. */
  readonly nameOf: (categoryId: number) => string;
  /** Leads from the name of a field that the store defines to what it is. */
  readonly attributeOf?: AttributeOf | undefined;
  /** The account that looks at it is called "You". */
  readonly ownId?: number | undefined;
};

type State = AuditEvent["before"];

const MAX_SHOWN = 100;

/** A text may have thousands of characters: the details have the rest. */
const shorten = (value: Value | null): Value | null =>
  value !== null && value.text.length > MAX_SHOWN ? { ...value, text: `${value.text.slice(0, MAX_SHOWN)}…` } : value;

const textOf = (state: State, name: string): string | undefined => {
  const value = state?.[name];
  return typeof value === "string" && value !== "" ? value : undefined;
};
const numberOf = (state: State, name: string): number | undefined => {
  const value = state?.[name];
  return typeof value === "number" ? value : undefined;
};

/** @returns "You", the service, or the name that the event holds */
export const describeActor = ({ actor }: Pick<AuditEvent, "actor">, ownId?: number): Value => {
  if (actor.kind === "account" && actor.id === ownId) return textValue(t.history.you);
  return actor.name === "" ? textValue(t.history.system) : dataValue(actor.name);
};

/** What an undone action was: "Animal changed". A later version may have others. */
const actionLabel = (action = ""): string => {
  const labels: Readonly<Record<string, string | undefined>> = t.history.actions;
  return labels[action] ?? action;
};

type NameOf = (event: AuditEvent) => Value | undefined;

/** The text of a field, which a subject that is gone had before. */
const byField =
  (field: string): NameOf =>
  ({ subject, before, after }) => {
    const name = textOf(after, field) ?? textOf(before, field);
    return subject.id === null || name === undefined ? undefined : dataValue(name);
  };

/** An event of a photo is told by its animal. */
const nameOfPhoto: NameOf = ({ subject: { id }, before, after }) => {
  const petId = numberOf(after, "petId") ?? numberOf(before, "petId") ?? id;
  return petId === null ? undefined : textValue(t.history.animal(petId));
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

/** A renamed category is told by its old name: the new one follows. */
const nameOfCategory: NameOf = (event) =>
  event.action === "category.update" ? byField("name")({ ...event, after: null }) : byField("name")(event);

const byId =
  (toText: (id: number) => string): NameOf =>
  ({ subject: { id } }) =>
    id === null ? undefined : textValue(toText(id));

/** How each kind of subject is named. A new kind does not compile without an entry. */
const names: Readonly<Record<(typeof subjectKinds)[number], NameOf>> = {
  pet: byField("name"),
  category: nameOfCategory,
  order: byId((id) => t.history.order(id)),
  catalogue: nameOfImport,
  attribute: byField("label"),
  profile: byId((id) => t.history.animal(id)),
  photo: nameOfPhoto,
  note: nameOfNote,
  store: byId(() => t.history.statusNames),
  api_key: byField("name"),
  account: byField("email"),
  webhook_endpoint: byField("url"),
  customer: byField("name"),
  action: ({ after }) => textValue(actionLabel(textOf(after, "action"))),
  audit_trail: ({ after }) => textValue(t.history.changes(numberOf(after, "removed") ?? 0)),
  job: nameOfJob,
};

/** What the event is about: its name, or its number. A later version of the service may have more kinds. */
export const describeSubject = (event: AuditEvent): Value => {
  const { kind, id } = event.subject;
  const name = (Object.hasOwn(names, kind) ? names[kind as keyof typeof names] : byField("name"))(event);
  return name ?? (id === null ? textValue(t.history.unknownAccount) : dataValue(String(id)));
};

const describePhrases = ({ action, before, after }: AuditEvent, { nameOf }: DescribeOptions) => {
  const into = numberOf(after, "into");
  const source = textOf(after, "source");
  const petId = numberOf(after, "petId");
  const animalOfNote = petId ?? numberOf(before, "petId");
  const reference = textOf(after, "reference");
  const newName = textOf(after, "name");
  if (action === "category.update" && newName !== undefined && newName !== textOf(before, "name")) {
    return [{ word: t.history.became, value: dataValue(newName) }];
  }
  if (action === "category.merge" && into !== undefined) {
    return [{ word: t.history.into, value: dataValue(nameOf(into)) }];
  }
  if (action === "catalogue.import" && source !== undefined) {
    // A path of the server says nothing to staff but its last part.
    return [{ word: t.history.from, value: dataValue(source.split(/[/\\]/).at(-1) ?? source) }];
  }
  if (action.startsWith("note.") && animalOfNote !== undefined) {
    return [{ word: t.history.of, value: textValue(t.history.animal(animalOfNote)) }];
  }
  if (action === "order.create" && petId !== undefined) {
    const animal = textValue(t.history.animal(petId));
    return [{ word: t.history.for, value: reference === undefined ? animal : dataValue(reference) }];
  }
  return [];
};

const describeNotes = ({ action, after, orderId }: AuditEvent): readonly string[] => {
  if (orderId !== undefined) return [t.history.byOrder(orderId)];
  const moved = numberOf(after, "moved");
  const [updated, leftOut] = [numberOf(after, "updated") ?? 0, numberOf(after, "leftOut") ?? 0];
  if (action === "category.merge" && moved !== undefined) return [t.history.animalsMoved(moved)];
  if (action !== "catalogue.import") return [];
  return [...(updated > 0 ? [t.history.updated(updated)] : []), ...(leftOut > 0 ? [t.history.leftOut(leftOut)] : [])];
};

/** A new name of a category is in the sentence already. */
const hasChanges = (action: string) => action.endsWith(".update") && action !== "category.update";

/** A later version of the service may record more actions: those are told by their names. */
const verbOf = ({ action, before, after }: AuditEvent): string => {
  // Another customer or note of an order moves it nowhere.
  if (action === "order.update" && before?.["status"] === after?.["status"]) return t.history.orderChanged;
  return (t.history.verbs as Readonly<Record<string, string>>)[action] ?? action;
};

export const describeEvent = (event: AuditEvent, options: DescribeOptions): EventDescription => ({
  actor: describeActor(event, options.ownId),
  verb: verbOf(event),
  subject: describeSubject(event),
  changes: hasChanges(event.action)
    ? describeFields(event, options)
        .filter(({ differs }) => differs)
        .map((row) => ({ ...row, before: shorten(row.before), after: shorten(row.after) }))
    : [],
  phrases: describePhrases(event, options),
  notes: describeNotes(event),
});
