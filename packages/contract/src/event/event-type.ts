import * as z from "zod";
import { growing, oneOf } from "../http/rules.js";
import { type HistoryAction, historyActions } from "./audit-kinds.js";

/** The participle of each verb in the history. A restored subject counts as created, and an erased one as deleted. */
const past = {
  create: "created",
  restore: "created",
  update: "updated",
  delete: "deleted",
  erase: "deleted",
  merge: "merged",
  import: "imported",
} as const;

type TypeOf<Action extends string> = Action extends `${infer Kind}.${infer Verb extends keyof typeof past}`
  ? `${Kind}.${(typeof past)[Verb]}`
  : never;

/** Returns the type that an action of the history has in the feed: `pet.updated` for `pet.update`. */
export const eventTypeOf = <Action extends z.infer<typeof HistoryAction>>(action: Action): TypeOf<Action> => {
  const [kind, verb] = action.split(".") as [string, keyof typeof past];
  return `${kind}.${past[verb]}` as TypeOf<Action>;
};

const types = [...new Set(historyActions.map(eventTypeOf))];
const description = "The kind of the subject of an event, and what has become of it.";

/** The types of events. */
export const EventType = oneOf(types).meta({
  id: "EventType",
  description: `${description} More types may be added.`,
});
/** See the schema of the same name. */
export type EventType = z.infer<typeof EventType>;

/** An {@link EventType} in a response. Later versions may add values. */
export const SentEventType = growing(z.enum(types)).meta({ id: "SentEventType", description });
