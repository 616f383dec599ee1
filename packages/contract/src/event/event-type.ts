import * as z from "zod";
import { type HistoryAction, historyActions } from "./audit-kinds.js";

/** What has become of a subject, for each verb: what is restored is created again, and what is erased is deleted. */
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

/** The event that an action of the history is to those who follow: `pet.updated` for `pet.update`. */
export const eventTypeOf = <Action extends z.infer<typeof HistoryAction>>(action: Action): TypeOf<Action> => {
  const [kind, verb] = action.split(".") as [string, keyof typeof past];
  return `${kind}.${past[verb]}` as TypeOf<Action>;
};

/** The types of events. */
export const EventType = z.enum([...new Set(historyActions.map(eventTypeOf))]);
/** See the schema of the same name. */
export type EventType = z.infer<typeof EventType>;
