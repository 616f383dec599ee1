import { z } from "zod";
import { Id } from "./identifiers.js";
import { moment } from "./moments.js";
import { rule } from "./rules.js";

const actions = [
  "pet.create",
  "pet.update",
  "pet.delete",
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
  "account.set_password",
  "account.sign_in",
  "account.sign_in_failed",
  "audit_trail.prune",
] as const;

const actionsRule = (allowed: readonly string[]) => rule(`must be one of ${allowed.join(", ")}`);

/** The kind of subject and what was done to it. */
export const AuditAction = z.enum(actions, actionsRule(actions)).meta({
  id: "AuditAction",
  description:
    "The kind of subject and what was done to it. Merging a category and importing a file are one event each, with the number of pets. Failed sign-ins are sampled: of many within a quarter of an hour, only some have an event. More actions may be added.",
});
/** See the schema of the same name. */
export type AuditAction = z.infer<typeof AuditAction>;

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

/** Who made a change. */
export const Actor = z
  .strictObject({
    kind: z.enum(actorKinds).meta({
      description: "`account`: a signed-in account; `key`: an API key; `system`: the service or its command line.",
    }),
    id: Id.nullable().meta({
      description: "Identifier of the account or API key; null for the system.",
      examples: [3],
    }),
    name: z.string().meta({ description: "The actor's name at that time.", examples: ["Shop front"] }),
  })
  .meta({ id: "Actor", description: "Who made a change." });
/** See the schema of the same name. */
export type Actor = z.infer<typeof Actor>;

// z.json() would add a recursive schema to the document.
const state = z.record(z.string(), z.unknown()).nullable();

const frank = { id: 123, name: "Frank", categoryId: 1, status: "available" };

/** A change, recorded in the transaction that made it. */
export const AuditEvent = z
  .strictObject({
    id: Id.meta({ description: "Unique identifier, assigned by the service.", examples: [41] }),
    at: moment.meta({ description: "When the change was made, in UTC.", examples: ["2026-11-21T09:30:00.000Z"] }),
    actor: Actor,
    action: AuditAction,
    subject: z
      .strictObject({
        kind: z.enum(subjectKinds).meta({ description: "The kind of the subject." }),
        id: Id.nullable().meta({
          description:
            "Null for the catalogue and for the audit trail as a whole, and for a failed sign-in to an account that does not exist.",
          examples: [123],
        }),
      })
      .meta({ description: "The subject of the change." }),
    before: state.meta({
      description: "The subject before the change, as the interface represents it; null if it did not exist.",
      examples: [frank],
    }),
    after: state.meta({
      description:
        "The subject after the change; null if it was deleted. For a category merge: `{into, moved}`, the category that received the pets and their number. For an import: `{source, imported, leftOut, categories: {all, new}}`, the file and the numbers of imported pets, skipped rows and categories. For a sign-in: `{address, userAgent, knownDevice}`, the client and whether its browser had signed in before; for a failed one also `leftOut`, the number of earlier failures without an event. When events were deleted from the trail: `{removed, from, until, before}`, their number, the times of the first and the last of them, and the time before which all are gone.",
      examples: [{ ...frank, status: "sold" }],
    }),
  })
  .meta({ id: "AuditEvent", description: "A change, recorded in the transaction that made it." });
/** See the schema of the same name. */
export type AuditEvent = z.infer<typeof AuditEvent>;

/** A page of audit events. */
export const AuditEvents = z
  .array(AuditEvent)
  .meta({ id: "AuditEvents", description: "A page of audit events, newest first." });
