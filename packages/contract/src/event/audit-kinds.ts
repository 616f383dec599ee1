import * as z from "zod";
import { growing, oneOf } from "../http/rules.js";
import { actionsOf, catalogueVerbs, historyActions, historyKinds, usualVerbs } from "./event-type.js";

/** The verbs for each kind of subject. Those of the catalogue are declared in `event-type.ts`. */
const verbs = {
  ...catalogueVerbs,
  api_key: ["create", "rotate", "revoke"],
  account: [
    "create",
    "update",
    "disable",
    "enable",
    "invite",
    "set_password",
    "enable_second_factor",
    "disable_second_factor",
    "renew_recovery_codes",
    "add_passkey",
    "rename_passkey",
    "remove_passkey",
    "sign_in",
    "sign_in_failed",
    "sign_out",
    "revoke_sessions",
    "change_password_failed",
    "reauthenticate_failed",
  ],
  webhook_endpoint: [...usualVerbs, "rotate_secret", "test", "redeliver", "replay", "disable"],
  customer: [...usualVerbs, "merge", "export"],
  action: ["undo", "stop_undo"],
  audit_trail: ["prune"],
  job: ["resume", "drop"],
  setting: ["forget"],
} as const;

const actions = actionsOf(verbs);

const described =
  "The kind of subject and what was done to it. Merging a category and importing a file are one event each, with the number of pets. Failed sign-ins and wrong current passwords are sampled: if there are many within a quarter of an hour, only some of them have an event.";

/** A kind of subject and a verb, as a filter. */
export const AuditAction = oneOf(actions).meta({
  id: "AuditAction",
  description: `${described} More actions may be added.`,
});
/** See the schema of the same name. */
export type AuditAction = z.infer<typeof AuditAction>;

/** An {@link AuditAction} as it is recorded in an event. Later versions may add values. */
export const RecordedAction = growing(z.enum(actions)).meta({ id: "RecordedAction", description: described });

/** The kinds of subjects. The catalogue and the audit trail as a whole have no id. */
export const subjectKinds = Object.keys(verbs) as readonly (keyof typeof verbs)[];
/** One of {@link subjectKinds}. */
export type SubjectKind = (typeof subjectKinds)[number];

/** The kinds of which a store has exactly one subject. */
const single: readonly string[] = ["catalogue", "store"];

/** Returns the kind with its article: `a pet`, `an order`, `the store`. */
const withArticle = (kind: string) => `${single.includes(kind) ? "the" : /^[aeiou]/.test(kind) ? "an" : "a"} ${kind}`;

/** An {@link AuditAction} whose subject is one of {@link historyKinds}. */
export const HistoryAction = oneOf(historyActions).meta({
  id: "HistoryAction",
  description: `An action on ${historyKinds
    .map(withArticle)
    .join(", ")
    .replace(/, ([^,]+)$/, " or $1")}. More actions may be added.`,
});

/** The kinds of actors: a signed-in account, an API key, or the service and its command line. */
export const actorKinds = ["account", "key", "system"] as const;
/** One of {@link actorKinds}. */
export type ActorKind = (typeof actorKinds)[number];
