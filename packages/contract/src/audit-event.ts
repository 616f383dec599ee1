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
] as const;

const actionRule = `must be one of ${actions.join(", ")}`;

/** What was done: the kind of what was changed, and the change. */
export const AuditAction = z.enum(actions, rule(actionRule)).meta({
  id: "AuditAction",
  description:
    "What was done: the kind of what was changed, and the change. Merging a category and importing a file are one change each, with the number of the animals. Failed sign-ins are sampled: of many in a quarter of an hour, not each has an event. The list may grow.",
});
/** See the schema of the same name. */
export type AuditAction = z.infer<typeof AuditAction>;

/** What can be changed. The catalogue as a whole has no id. */
export const subjectKinds = ["pet", "category", "order", "catalogue", "api_key", "account"] as const;
/** One of {@link subjectKinds}. */
export type SubjectKind = (typeof subjectKinds)[number];

/** Who can make a change: a signed-in account, an API key, or the service and its command line. */
export const actorKinds = ["account", "key", "system"] as const;
/** One of {@link actorKinds}. */
export type ActorKind = (typeof actorKinds)[number];

/** Who made a change. */
export const Actor = z
  .strictObject({
    kind: z.enum(actorKinds).meta({
      description:
        "`account`: signed in, through a browser; `key`: an API key; `system`: the service or its command line.",
    }),
    id: Id.nullable().meta({ description: "Of the account or the key; null for the system.", examples: [3] }),
    name: z.string().meta({ description: "What it was called then.", examples: ["Shop front"] }),
  })
  .meta({ id: "Actor", description: "Who made a change." });
/** See the schema of the same name. */
export type Actor = z.infer<typeof Actor>;

// Whatever shape the interface gives the subject; z.json() would be a recursive schema of its own in the document.
const state = z.record(z.string(), z.unknown()).nullable();

const frank = { id: 123, name: "Frank", categoryId: 1, status: "available" };

/** A change as it was written down, in the transaction that made it. */
export const AuditEvent = z
  .strictObject({
    id: Id.meta({ description: "Unique identifier, assigned by the service.", examples: [41] }),
    at: moment.meta({ description: "When, in UTC.", examples: ["2026-11-21T09:30:00.000Z"] }),
    actor: Actor,
    action: AuditAction,
    subject: z
      .strictObject({
        kind: z.enum(subjectKinds),
        id: Id.nullable().meta({
          description: "null for the catalogue as a whole, and for a failed sign-in to an account that does not exist.",
          examples: [123],
        }),
      })
      .meta({ description: "What was changed." }),
    before: state.meta({
      description: "As it was, in the shape that the interface gives it; null where it was not there.",
      examples: [frank],
    }),
    after: state.meta({
      description:
        "As it was from then on; null where it was gone. Of a category that was merged: `{into, moved}`, the category that took its animals, and how many; of an import: `{source, imported, leftOut, categories: {all, new}}`, the file, and the numbers of its animals, of its rows that were left out, and of its categories; of a sign-in: `{address, userAgent, knownDevice}`, the client, and whether its browser had signed in before; of a failed one also `leftOut`, how many failed before it without an event of their own.",
      examples: [{ ...frank, status: "sold" }],
    }),
  })
  .meta({ id: "AuditEvent", description: "A change, as it was written down in the transaction that made it." });
/** See the schema of the same name. */
export type AuditEvent = z.infer<typeof AuditEvent>;

/** A page of changes. */
export const AuditEvents = z
  .array(AuditEvent)
  .meta({ id: "AuditEvents", description: "A page of changes, the newest first." });
