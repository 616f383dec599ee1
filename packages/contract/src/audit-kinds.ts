import * as z from "zod";
import { growing, rule } from "./rules.js";

const actions = [
  "pet.create",
  "pet.update",
  "pet.delete",
  "pet.restore",
  "category.create",
  "category.update",
  "category.delete",
  "category.merge",
  "order.create",
  "order.update",
  "catalogue.import",
  "api_key.create",
  "api_key.rotate",
  "api_key.revoke",
  "account.create",
  "account.update",
  "account.disable",
  "account.enable",
  "account.invite",
  "account.set_password",
  "account.enable_second_factor",
  "account.disable_second_factor",
  "account.renew_recovery_codes",
  "account.add_passkey",
  "account.remove_passkey",
  "account.sign_in",
  "account.sign_in_failed",
  "account.sign_out",
  "account.revoke_sessions",
  "account.change_password_failed",
  "account.reauthenticate_failed",
  "audit_trail.prune",
] as const;

const actionsRule = (allowed: readonly string[]) => rule(`must be one of ${allowed.join(", ")}`);

const described =
  "The kind of subject and what was done to it. Merging a category and importing a file are one event each, with the number of pets. Failed sign-ins and wrong current passwords are sampled: of many within a quarter of an hour, only some have an event.";

/** The kind of subject and what was done to it, as a filter. */
export const AuditAction = z
  .enum(actions, actionsRule(actions))
  .meta({ id: "AuditAction", description: `${described} More actions may be added.` });
/** See the schema of the same name. */
export type AuditAction = z.infer<typeof AuditAction>;

/** An {@link AuditAction} in an event: more may be added. */
export const RecordedAction = growing(z.enum(actions)).meta({ id: "RecordedAction", description: described });

/** The kinds of subjects. The catalogue and the audit trail as a whole have no id. */
export const subjectKinds = ["pet", "category", "order", "catalogue", "api_key", "account", "audit_trail"] as const;
/** One of {@link subjectKinds}. */
export type SubjectKind = (typeof subjectKinds)[number];

/** The kinds of subjects whose events `GET /history` lists: neither API keys, nor accounts, nor the trail itself. */
export const historyKinds = ["pet", "category", "order", "catalogue"] as const satisfies SubjectKind[];

type HistoryAction = Extract<AuditAction, `${(typeof historyKinds)[number]}.${string}`>;

const isHistoryAction = (action: AuditAction): action is HistoryAction =>
  historyKinds.some((kind) => action.startsWith(`${kind}.`));
const historyActions = actions.filter(isHistoryAction);

/** An {@link AuditAction} on one of {@link historyKinds}. */
export const HistoryAction = z.enum(historyActions, actionsRule(historyActions)).meta({
  id: "HistoryAction",
  description: "An action on a pet, a category, an order or the catalogue. More actions may be added.",
});

/** The kinds of actors: a signed-in account, an API key, or the service and its command line. */
export const actorKinds = ["account", "key", "system"] as const;
/** One of {@link actorKinds}. */
export type ActorKind = (typeof actorKinds)[number];
