import * as z from "zod";
import { oneOf } from "../http/rules.js";
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

/** The types of events. */
export const EventType = oneOf([...new Set(historyActions.map(eventTypeOf))]);
/** See the schema of the same name. */
export type EventType = z.infer<typeof EventType>;
