import type { AuditEvent } from "@petstore/contract/client";
import { t } from "../../texts";
import type { AttributeOf } from "../pets/attributes";
import { describeSubject, nameOfPet, numberOf, petIdOf, type PetNameOf, textOf } from "./describe-subject";
import { describeFields, type FieldRow } from "./event-fields";
import { dataValue, textValue, type Value } from "../text/value";

/** A change in words: `actor verb subject`, followed by details. */
export type EventDescription = {
  readonly actor: Value;
  readonly verb: string;
  readonly subject: Value;
  /** The changed fields, if the subject existed before and after. */
  readonly changes: readonly FieldRow[];
  /** Phrases of the form `word value`, such as "into Dogs" or "from animals.csv". */
  readonly phrases: readonly { readonly word: string; readonly value: Value }[];
  readonly notes: readonly string[];
};

export type DescribeOptions = {
  /** Returns the name of a category by its id. */
  readonly nameOf: (categoryId: number) => string;
  /** Returns the definition of a field by its name. */
  readonly attributeOf?: AttributeOf | undefined;
  /** Names the animals of events that contain only their numbers. */
  readonly petNameOf?: PetNameOf | undefined;
  /** Whether the event put back an earlier change. */
  readonly isUndo?: boolean | undefined;
  /** The account of the viewer, which is called "You". */
  readonly ownId?: number | undefined;
};

const MAX_SHOWN = 100;

/** A text may have thousands of characters. The details show all of it. */
const shorten = (value: Value | null): Value | null =>
  value !== null && value.text.length > MAX_SHOWN ? { ...value, text: `${value.text.slice(0, MAX_SHOWN)}…` } : value;

/** @returns "You", the name of the service, or the name in the event */
export const describeActor = ({ actor }: Pick<AuditEvent, "actor">, ownId?: number): Value => {
  if (actor.kind === "account" && actor.id === ownId) return textValue(t.history.you);
  return actor.name === "" ? textValue(t.history.system) : dataValue(actor.name);
};

const describePhrases = (event: AuditEvent, { nameOf, petNameOf }: DescribeOptions) => {
  const { action, before, after } = event;
  const into = numberOf(after, "into");
  const source = textOf(after, "source");
  const petId = petIdOf(event);
  const reference = textOf(after, "reference");
  const newName = textOf(after, "name");
  if (action === "category.update" && newName !== undefined && newName !== textOf(before, "name")) {
    return [{ word: t.history.became, value: dataValue(newName) }];
  }
  if (action === "category.merge" && into !== undefined) {
    return [{ word: t.history.into, value: dataValue(nameOf(into)) }];
  }
  if (action === "catalogue.import" && source !== undefined) {
    // If the source is a path on the server, only its last part means something to staff.
    return [{ word: t.history.from, value: dataValue(source.split(/[/\\]/).at(-1) ?? source) }];
  }
  if (action.startsWith("note.") && petId !== undefined) {
    return [{ word: t.history.of, value: nameOfPet(petId, petNameOf) }];
  }
  if (action === "order.create" && petId !== undefined) {
    return [
      { word: t.history.for, value: reference === undefined ? nameOfPet(petId, petNameOf) : dataValue(reference) },
    ];
  }
  return [];
};

const describeNotes = ({ action, after, orderId }: AuditEvent, { isUndo }: DescribeOptions): readonly string[] => {
  if (isUndo === true) return [t.history.isUndo];
  if (orderId !== null) return [t.history.byOrder(orderId)];
  const moved = numberOf(after, "moved");
  const [updated, leftOut] = [numberOf(after, "updated") ?? 0, numberOf(after, "leftCount") ?? 0];
  if (action === "category.merge" && moved !== undefined) return [t.history.animalsMoved(moved)];
  if (action !== "catalogue.import") return [];
  return [...(updated > 0 ? [t.history.updated(updated)] : []), ...(leftOut > 0 ? [t.history.leftOut(leftOut)] : [])];
};

/**
 * Tells whether the changed fields are listed. For a category they are not, because the sentence already has the new
 * name.
 */
const hasChanges = (action: string) => action.endsWith(".update") && action !== "category.update";

/** A later version of the service may record more actions, which are shown by their names. */
const verbOf = ({ action, before, after }: AuditEvent): string => {
  // A change of the customer or the note is not a step of the order.
  if (action === "order.update" && before?.["status"] === after?.["status"]) return t.history.orderChanged;
  return (t.history.verbs as Readonly<Record<string, string>>)[action] ?? action;
};

export const describeEvent = (event: AuditEvent, options: DescribeOptions): EventDescription => ({
  actor: describeActor(event, options.ownId),
  verb: verbOf(event),
  subject: describeSubject(event, options.petNameOf),
  changes: hasChanges(event.action)
    ? describeFields(event, options)
        .filter(({ differs }) => differs)
        .map((row) => ({ ...row, before: shorten(row.before), after: shorten(row.after) }))
    : [],
  phrases: describePhrases(event, options),
  notes: describeNotes(event, options),
});
