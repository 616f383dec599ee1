import { eventTypeOf, HistoryAction } from "@petstore/contract/schemas";
import { t } from "../../texts";

/** The type of the event with which a webhook is tried out. The feed has no such event. */
const TEST = "test";

/**
 * Says in the words of the history what an event reports: "Animal added, Animal brought back" for `pet.created`. A type
 * of a later version is returned as it is.
 */
export const eventWords = (type: string): string => {
  if (type === TEST) return t.history.actions["webhook_endpoint.test"];
  const reported = HistoryAction.options.filter((action) => eventTypeOf(action) === type);
  return reported.map((action) => t.history.actions[action]).join(", ") || type;
};
