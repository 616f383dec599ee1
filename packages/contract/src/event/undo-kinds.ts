import type { Scope } from "../http/metadata.js";
import type { WhyNoUndo } from "./action.js";
import type { AuditAction, historyKinds } from "./audit-kinds.js";

/** The action of an event in the history: a kind of subject and a verb. */
type HistoryActionName = Extract<AuditAction, `${(typeof historyKinds)[number]}.${string}`>;

type Kind =
  /** Anyone can put it back who has the scope that is required by the operations which put it back. */
  | { readonly scope: Exclude<Scope, "read"> }
  /** It is created or deleted together with a pet of the same action, and cannot be undone by itself. */
  | { readonly isWithPet: true }
  | { readonly whyNot: WhyNoUndo };

const byStaff: Kind = { scope: "write" };
const byManagers: Kind = { scope: "admin" };

/** Says how an undo puts back each kind of event. A new kind does not compile until it has an entry. */
export const undoKinds: Readonly<Record<HistoryActionName, Kind>> = {
  "pet.create": byStaff,
  "pet.update": byStaff,
  "pet.delete": byStaff,
  "pet.restore": byStaff,
  // A category that was created for a pet of the same action is kept.
  "category.create": byStaff,
  "category.update": byStaff,
  "category.delete": byStaff,
  // No event says which pets the merged category had.
  "category.merge": { whyNot: "merged" },
  // The status of an order only moves forward. An open order can be cancelled instead.
  "order.create": { whyNot: "order" },
  // Only a change of the customer can be undone. The status only moves forward, and the audit trail does not contain
  // the notes of orders.
  "order.update": byStaff,
  // The undo of an import changes and deletes pets.
  "catalogue.import": byStaff,
  "attribute.create": byManagers,
  "attribute.update": byManagers,
  "attribute.delete": byManagers,
  "attribute.restore": byManagers,
  "profile.update": byStaff,
  // The profile is restored together with its pet.
  "profile.delete": { isWithPet: true },
  "photo.create": byStaff,
  "photo.update": byStaff,
  "photo.delete": byStaff,
  "photo.restore": byStaff,
  // The files of the photo no longer exist.
  "photo.erase": { whyNot: "erased" },
  "note.create": byStaff,
  "note.update": byStaff,
  "note.delete": byStaff,
  "note.restore": byStaff,
  "store.update": byManagers,
};

/** Returns undefined for a kind that a later version of the service recorded. */
const kindOf = (action: string): Kind | undefined =>
  Object.hasOwn(undoKinds, action) ? undoKinds[action as HistoryActionName] : undefined;

/**
 * The kinds of events that an undo puts back one by one. An import is not among them, because it has one event for all
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

/** Says why an event of an order cannot be undone; undefined if it can. It depends on what the event has changed. */
const whyNotOfOrder = (before: OrderState, after: OrderState): WhyNoUndo | undefined => {
  if (before?.["status"] !== after?.["status"]) return "order";
  return before?.["customerId"] === after?.["customerId"] ? "other" : undefined;
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
