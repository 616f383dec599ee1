import type { Action, AuditEvent } from "@petstore/contract/client";
import { historyKinds, RESTORE_DAYS, scopeToUndo, whyNotByNature } from "@petstore/contract/schemas";
import { actions } from "../../texts/actions";
import { DAY_MS } from "../text/local-days";
import { t } from "../../texts";
import { actionIdOf } from "./action-undo";

/** The person who is looking at the history. */
export type Viewer = { readonly id: number; readonly isManager: boolean };

const isOfHistory = ({ subject: { kind } }: AuditEvent): boolean => historyKinds.some((one) => one === kind);

/**
 * Says why the viewer cannot undo an event; undefined if they can. The service makes the final decision.
 * @param action - The action, if the event is an action by itself and the action is known.
 */
export const whyNoUndo = (event: AuditEvent, viewer: Viewer, action?: Action): string | undefined => {
  if (action !== undefined) return action.undo.reason ?? undefined;
  if (!isOfHistory(event)) return "other";
  const nature = whyNotByNature({ actions: [event.action], event, isByOrder: event.orderId !== null });
  if (nature !== undefined) return nature;
  if (Date.now() - Date.parse(event.at) > RESTORE_DAYS * DAY_MS) return "expired";
  const isOwn = event.actor.kind === "account" && event.actor.id === viewer.id;
  if (!viewer.isManager && !isOwn) return "not_yours";
  return !viewer.isManager && scopeToUndo([event.action]) === "admin" ? "scope" : undefined;
};

/** Says why an event cannot be undone. For accounts and keys it says nothing, because nobody expects an undo there. */
export const tellWhyNoUndo = (event: AuditEvent, reason: string | undefined): string | undefined => {
  const { noUndo, noUndoByOrder } = t.history;
  const { action, orderId, subject } = event;
  if (orderId !== null) return noUndoByOrder(orderId);
  if (reason === undefined || reason === "undone" || subject.kind === "account" || subject.kind === "api_key")
    return undefined;
  if (reason in actions.whyNot) return actions.whyNot[reason as keyof typeof actions.whyNot];
  return action in noUndo ? noUndo[action as keyof typeof noUndo] : noUndo.other;
};

/** What is needed to undo an event: its action and, if the action has changed other subjects too, the subject. */
export type UndoTarget = { readonly actionId: string; readonly subject: string | undefined };

const targetOf = (event: AuditEvent): UndoTarget => {
  const { actionId, subject } = event;
  const isPart = actionId !== null && subject.id !== null;
  return { actionId: actionIdOf(event), subject: isPart ? `${subject.kind}:${subject.id}` : undefined };
};

/**
 * Returns the targets of several events, the newest first. Two changes of one subject in the same action are one
 * target.
 */
export const targetsOf = (events: readonly AuditEvent[]): readonly UndoTarget[] => {
  const targets = events.toSorted((one, other) => other.id - one.id).map(targetOf);
  return [...new Map(targets.map((one) => [JSON.stringify(one), one])).values()];
};
