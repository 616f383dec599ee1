import * as z from "zod";
import { personal } from "../http/personal.js";
import { actorKinds, RecordedAction, subjectKinds } from "./audit-kinds.js";
import { actionId, sale } from "../examples.js";
import { ActionId, Id } from "../http/identifiers.js";
import { moment } from "../http/moments.js";
import { growing } from "../http/rules.js";

/** Who made a change. */
export const Actor = z
  .strictObject({
    kind: growing(z.enum(actorKinds)).meta({
      description: "`account`: a signed-in account; `key`: an API key; `system`: the service or its command line.",
    }),
    id: Id.nullable().meta({
      description: "Identifier of the account or API key; null for the system.",
      examples: [3],
    }),
    name: personal(z.string(), "kept").meta({
      description: "The actor's name at that time.",
      examples: ["Shop front"],
    }),
  })
  .meta({ id: "Actor", description: "Who made a change." });
/** See the schema of the same name. */
export type Actor = z.infer<typeof Actor>;

/** The actors that `GET /history` can be filtered by. */
export const HistoryActors = z
  .array(
    z
      .strictObject({
        kind: z.enum(["account", "key"]).meta({ description: "`account`: a member of staff; `key`: an API key." }),
        id: Id.meta({ description: "Identifier of the account or API key.", examples: [3] }),
        name: personal(z.string(), "kept").meta({ description: "The name that it has now.", examples: ["Jane"] }),
      })
      .meta({ id: "HistoryActor", description: "An account or an API key." }),
  )
  .meta({ id: "HistoryActors", description: "Accounts and API keys, by name." });

// z.json() would add a recursive schema to the document.
const state = personal(z.record(z.string(), z.unknown())).nullable();

/** A change, recorded in the transaction that made it. */
export const AuditEvent = z
  .strictObject({
    id: Id.meta({ description: "Unique identifier, assigned by the service.", examples: [41] }),
    at: moment.meta({ description: "When the change was made, in UTC.", examples: ["2026-11-21T09:30:00.000Z"] }),
    actor: Actor,
    action: RecordedAction,
    subject: z
      .strictObject({
        kind: growing(z.enum(subjectKinds)).meta({ description: "The kind of the subject." }),
        id: Id.nullable().meta({
          description:
            "Null for the catalogue and for the audit trail as a whole, and for a failed sign-in to an account that does not exist.",
          examples: [123],
        }),
      })
      .meta({ description: "The subject of the change." }),
    before: state.meta({
      description: "The subject before the change, as the interface represents it; null if it did not exist.",
      examples: [sale.before],
    }),
    after: state.meta({
      description:
        "The subject after the change; null if it was deleted. Here a customer has only the id and the times, and an order has no note, a profile no photos and a photo no placeholder. The subject of a profile has the id of its pet. For a category merge: `{into, moved}`, the category that received the pets and their number. For an import: `{source, imported, updated, leftCount, categories: {all, new}, firstPetId, lastPetId}`, the file, the numbers of new and of changed pets, of skipped rows and of categories, and the range of the new pets' ids. For a sign-in: `{address, userAgent, knownDevice}`, the client and whether its browser had signed in before; for a failed one also `leftCount`, the number of earlier failures without an event. When events were deleted from the trail: `{removed, from, until, before}`, their number, the times of the first and the last of them, and the time before which all are gone. When the store forgot a setting that all replicas share, `before` is `{name}`, the variable.",
      examples: [sale.after],
    }),
    orderId: Id.nullable().meta({
      description:
        "The order that changed the pet's status, when it was placed, delivered or cancelled; null in all other events.",
      examples: [7],
    }),
    actionId: ActionId.nullable().meta({
      description:
        "The action of `GET /actions` that the event is a part of; null if the event is an action by itself.",
      examples: [actionId],
    }),
  })
  .meta({
    id: "AuditEvent",
    description: "A change, recorded in the transaction that made it.",
    examples: [{ ...sale, actor: { ...sale.actor, id: 3 } }],
  });
/** See the schema of the same name. */
export type AuditEvent = z.infer<typeof AuditEvent>;

/** A page of audit events. */
export const AuditEvents = z
  .array(AuditEvent)
  .meta({ id: "AuditEvents", description: "A page of audit events, newest first." });
