import * as z from "zod";
import { growing, oneOf } from "../http/rules.js";

/** The verbs of a resource that `resource()` creates. */
export const usualVerbs = ["create", "update", "delete"] as const;

/**
 * The kinds of the catalogue and what can be done to each. `GET /history` lists these events, and the feed derives the
 * types of its events from them. `undo` is the scope that an undo requires, which is the scope of the operations that
 * put the subject back. `undo-kinds.ts` lists the verbs that have no undo.
 */
const catalogueKinds = {
  pet: { verbs: [...usualVerbs, "restore"], undo: "write" },
  category: { verbs: [...usualVerbs, "merge"], undo: "write" },
  order: { verbs: ["create", "update"], undo: "write" },
  catalogue: { verbs: ["import"], undo: "write" },
  attribute: { verbs: [...usualVerbs, "restore"], undo: "admin" },
  profile: { verbs: ["update", "delete"], undo: "write" },
  photo: { verbs: [...usualVerbs, "restore", "erase"], undo: "write" },
  note: { verbs: [...usualVerbs, "restore"], undo: "write" },
  store: { verbs: ["update"], undo: "admin" },
} as const;

type CatalogueKinds = typeof catalogueKinds;
const mapKinds = <Field extends "verbs" | "undo">(field: Field) =>
  Object.fromEntries(Object.entries(catalogueKinds).map(([kind, one]) => [kind, one[field]])) as {
    readonly [Kind in keyof CatalogueKinds]: CatalogueKinds[Kind][Field];
  };

/** The verbs for each kind of the catalogue. */
export const catalogueVerbs = mapKinds("verbs");

/** The scope that the undo of each kind of the catalogue requires. */
export const undoScopes = mapKinds("undo");

/**
 * The participle of each verb, with which the feed names the type of an event. A restored subject counts as created, and
 * an erased one as deleted.
 */
const past = {
  create: "created",
  restore: "created",
  update: "updated",
  delete: "deleted",
  erase: "deleted",
  merge: "merged",
  import: "imported",
} as const satisfies Readonly<Record<CatalogueKinds[keyof CatalogueKinds]["verbs"][number], string>>;

type Verbs = Readonly<Record<string, readonly string[]>>;
type ActionOf<Given extends Verbs> = {
  [Kind in keyof Given & string]: `${Kind}.${Given[Kind][number]}`;
}[keyof Given & string];

/** Returns each kind with each of its verbs: `pet.update`. */
export const actionsOf = <Given extends Verbs>(given: Given) =>
  Object.entries(given).flatMap(([kind, some]) => some.map((verb) => `${kind}.${verb}`)) as ActionOf<Given>[];

/** One of {@link historyKinds}. */
export type HistoryKind = keyof CatalogueKinds;

/** The kinds of subjects whose events `GET /history` lists: neither API keys, nor accounts, nor the trail itself. */
export const historyKinds = Object.keys(catalogueVerbs) as readonly HistoryKind[];

/** The values of {@link HistoryAction}. */
export const historyActions = actionsOf(catalogueVerbs);

/** A kind of event of the history, such as `pet.update`. */
export type HistoryActionName = (typeof historyActions)[number];

type TypeOf<Action extends string> = Action extends `${infer Kind}.${infer Verb extends keyof typeof past}`
  ? `${Kind}.${(typeof past)[Verb]}`
  : never;

/** Returns the type that an action of the history has in the feed: `pet.updated` for `pet.update`. */
export const eventTypeOf = <Action extends HistoryActionName>(action: Action): TypeOf<Action> => {
  const [kind, verb] = action.split(".") as [string, keyof typeof past];
  return `${kind}.${past[verb]}` as TypeOf<Action>;
};

const types = [...new Set(historyActions.map(eventTypeOf))];
const description = "The kind of the subject of an event, and what happened to it.";

/** The types of events. */
export const EventType = oneOf(types).meta({
  id: "EventType",
  description: `${description} More types may be added.`,
});
/** See the schema of the same name. */
export type EventType = z.infer<typeof EventType>;

/** An {@link EventType} in a response. Later versions may add values. */
export const SentEventType = growing(z.enum(types)).meta({ id: "SentEventType", description });
