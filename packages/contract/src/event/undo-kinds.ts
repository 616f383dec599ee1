import type { Scope } from "../http/metadata.js";
import type { WhyNoUndo } from "./action.js";
import { type HistoryActionName, historyActions, undoScopes } from "./event-type.js";

type Kind =
  /** A caller with this scope can undo it. The operations that restore the subject require the same scope. */
  | { readonly scope: Exclude<Scope, "read"> }
  /** It is created or deleted together with a pet of the same action, and cannot be undone by itself. */
  | { readonly isWithPet: true }
  | { readonly whyNot: WhyNoUndo };

/**
 * The kinds of events that cannot be undone at all, or not by themselves. The undo of every other kind requires the
 * scope of its subject.
 */
const exceptions: Readonly<Partial<Record<HistoryActionName, Kind>>> = {
  // It is not recorded which pets the merged category had.
  "category.merge": { whyNot: "merged" },
  // Orders only go forward: an order that is open can be cancelled. An undo of `order.update` changes only the customer,
  // the price and the payment, because the audit trail does not have the notes of orders.
  "order.create": { whyNot: "order" },
  // The profile is restored together with its pet.
  "profile.delete": { isWithPet: true },
  // The files of an erased photo no longer exist.
  "photo.erase": { whyNot: "erased" },
};

const kindOfAction = (action: HistoryActionName): Kind =>
  exceptions[action] ?? { scope: undoScopes[action.split(".", 1)[0] as keyof typeof undoScopes] };

/** How each kind of event is undone. */
export const undoKinds = Object.fromEntries(historyActions.map((action) => [action, kindOfAction(action)])) as Readonly<
  Record<HistoryActionName, Kind>
>;

/** Undefined for a kind that a later version has recorded. */
const kindOf = (action: string): Kind | undefined =>
  Object.hasOwn(undoKinds, action) ? undoKinds[action as HistoryActionName] : undefined;

/**
 * The kinds of events that an undo restores one by one. An import is not among them, because it has one event for all
 * its pets.
 */
export const undoneActions = Object.entries(undoKinds).flatMap(([action, kind]) =>
  "scope" in kind && action !== "catalogue.import" ? [action] : [],
);

/** Returns the scope that undoing these events requires, which is the strictest of their scopes. */
export const scopeToUndo = (actions: readonly string[]): Exclude<Scope, "read"> =>
  actions.some((action) => {
    const kind = kindOf(action);
    return kind !== undefined && "scope" in kind && kind.scope === "admin";
  })
    ? "admin"
    : "write";

type OrderState = Readonly<Record<string, unknown>> | null;

/** The fields of an order that an undo restores. */
export const restoredOfOrder = ["customerId", "price", "payment"] as const;

/** Says why an event of an order cannot be undone; undefined if it can. It depends on what the event has changed. */
const whyNotOfOrder = (before: OrderState, after: OrderState): WhyNoUndo | undefined => {
  if (before?.["status"] !== after?.["status"]) return "order";
  const isSame = (name: string) => JSON.stringify(before?.[name] ?? null) === JSON.stringify(after?.[name] ?? null);
  return restoredOfOrder.every(isSame) ? "other" : undefined;
};

type Nature = {
  /** The actions of all its events. */
  readonly actions: readonly string[];
  /** The event that represents the action. */
  readonly event: { readonly action: string; readonly before: OrderState; readonly after: OrderState };
  /** True if an order caused the action. */
  readonly isByOrder: boolean;
};

const reasonsByRank: readonly WhyNoUndo[] = ["merged", "order", "erased"];

/** Says why nobody can undo an action; undefined if it can be undone. */
export const whyNotByNature = ({ actions, event, isByOrder }: Nature): WhyNoUndo | undefined => {
  const kinds = actions.map(kindOf);
  const found = new Set(kinds.map((kind) => kind !== undefined && "whyNot" in kind && kind.whyNot));
  if (isByOrder) found.add("order");
  if (actions.includes("order.update")) {
    const why = actions.length === 1 ? whyNotOfOrder(event.before, event.after) : "order";
    if (why !== undefined) found.add(why);
  }
  const reason = reasonsByRank.find((one) => found.has(one));
  if (reason !== undefined || found.has("other")) return reason ?? "other";
  const isKnown = kinds.every((kind) => kind !== undefined) && kinds.some((kind) => kind && "scope" in kind);
  return isKnown ? undefined : "other";
};
