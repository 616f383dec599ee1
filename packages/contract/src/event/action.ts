import * as z from "zod";
import { ActorFilter, OneSubject } from "./audit-filters.js";
import { AuditEvent } from "./audit-event.js";
import { RecordedAction, subjectKinds } from "./audit-kinds.js";
import { actionId, bulkSale } from "../examples.js";
import { ActionKey } from "../http/action-key.js";
import { ActionId, Id } from "../http/identifiers.js";
import { CreatedAt, createdFilters, moment } from "../http/moments.js";
import { Cursor, Limit } from "../http/paging.js";
import { personal } from "../http/personal.js";
import { growing } from "../http/rules.js";

/** The maximum number of subjects that an undo lists as not restored. It only counts the others. */
export const MAX_LISTED_LEFT = 1_000;

const count = (description: string, example: number) =>
  z
    .int()
    .min(0)
    .meta({ description, examples: [example] });

const Part = z
  .strictObject({
    action: RecordedAction,
    count: count("The number of its events.", 200),
    to: personal(z.record(z.string(), z.unknown()))
      .nullable()
      .meta({
        description:
          "The fields that all of these events changed to the same value, with that value; fields of a profile as `attributes.NAME`. Null if there are none.",
        examples: [{ status: "sold" }],
      }),
  })
  .meta({ id: "ActionPart", description: "The events of one kind in an action." });
/** The events of one kind in an action. */
export type ActionPart = z.infer<typeof Part>;

const impossible = ["undone", "expired", "not_yours", "scope", "order", "merged", "erased", "other"] as const;
/** Why an action cannot be undone. */
export type WhyNoUndo = (typeof impossible)[number];

const Subject = z
  .strictObject({
    kind: growing(z.enum(subjectKinds)).meta({ description: "The kind of the subject." }),
    id: Id.meta({ description: "Its identifier.", examples: [123] }),
  })
  .meta({ id: "ActionSubject", description: "What an action has changed, or one part of it." });

const Left = z
  .strictObject({
    subject: Subject.meta({ description: "What was left." }),
    name: z
      .string()
      .nullable()
      .meta({
        description: "Its present name, if it is known. Profiles, photos, notes and orders have the name of their pet.",
        examples: ["Frank"],
      }),
    reason: growing(z.enum(["changed", "reserved", "gone", "unfit"])).meta({
      description:
        "`changed`: it has been changed since, or something has come to depend on it. `reserved`: an open order reserves the pet. `gone`: it has been deleted since, or it was deleted so long ago that the service no longer has it. `unfit`: its earlier state is no longer allowed, because an attribute was deleted or no longer accepts the value; because another pet, or another note of the pet, has the external id; because another category or attribute has the name; because the pet has no room for another photo or note; or because its notes and values are too large for one request.",
    }),
  })
  .meta({ id: "LeftByUndo", description: "What an undo left as it is, and why." });
/** A subject that an undo did not restore, and why. */
export type LeftByUndo = z.infer<typeof Left>;

const Job = z
  .strictObject({
    subject: Subject.nullable().meta({
      description: "The only subject that it puts back; null if it puts back everything that the action has changed.",
    }),
    status: growing(z.enum(["running", "waiting", "stopped", "done"])).meta({
      description: "The state of the undo. `waiting`: it failed three times in a row, and waits for a person.",
    }),
    done: count("The number of changes put back until now.", 120),
    leftCount: count("The number of changes left as they are.", 2),
    total: count("The number of changes to put back.", 200),
    startedAt: moment.meta({ description: "When the undo started, in UTC.", examples: ["2026-11-21T09:45:00.000Z"] }),
    finishedAt: moment
      .nullable()
      .meta({ description: "When it ended, in UTC; null while it is running.", examples: [null] }),
    actionId: ActionId.nullable().meta({
      description: "The undo itself as an action, which can be undone too; null if it has changed nothing.",
      examples: ["1795254300000-260"],
    }),
    left: z
      .array(Left)
      .nullable()
      .meta({
        description: `What was left as it is, the first ${MAX_LISTED_LEFT.toLocaleString("en")} subjects; null in a list of actions.`,
      }),
  })
  .meta({ id: "UndoJob", description: "The undo of an action." });
/** The undo of an action. */
export type UndoJob = z.infer<typeof Job>;

/** What a person did in one step, with all its events. */
export const Action = z
  .strictObject({
    id: ActionId.meta({ description: "Unique identifier, made by the service.", examples: [actionId] }),
    event: AuditEvent.meta({ description: "The event that represents the action, usually its first one." }),
    events: count("The number of its events, as `GET /history?actionId=` lists them.", 200),
    parts: z.array(Part).meta({ description: "Its events, grouped by what they did; the most frequent first." }),
    status: growing(z.enum(["done", "undoing", "waiting", "undone", "partly_undone"])).meta({
      description:
        "`done`: it has not been undone. `undoing`: its undo is running. `waiting`: its undo failed three times in a row; `undoAction` resumes it, and `stopUndo` drops it. `undone`: everything was put back. `partly_undone`: the undo was stopped, or has left something as it is.",
    }),
    undo: z
      .strictObject({
        isPossible: z.boolean().meta({ description: "Whether the caller can undo it.", examples: [true] }),
        reason: growing(z.enum(impossible)).nullable().meta({
          description:
            "Why the caller cannot undo it; null if they can. `undone`: it is already undone. `expired`: it was done too long ago. `not_yours`: somebody else did it, and the caller is not a manager. `scope`: the key lacks the scope that its operations require. `order`: it is a step of an order. `merged`: categories were merged. `erased`: a photo was erased. `other`: use the resource's own operations to put it back.",
        }),
        until: moment.meta({
          description: "Until when it can be undone, in UTC.",
          examples: ["2026-12-21T09:30:00.000Z"],
        }),
      })
      .meta({ description: "Whether it can be undone." }),
    undoes: ActionId.nullable().meta({
      description: "The action that it put back, if it is the last undo of one; otherwise null.",
      examples: [null],
    }),
    createdAt: CreatedAt.meta({ description: "When it was done, in UTC: the time of its `event`." }),
    job: Job.nullable().meta({ description: "Its last undo; null if there was none." }),
  })
  .meta({ id: "Action", description: "What a person did in one step, and its undo.", examples: [bulkSale] });
/** See the schema of the same name. */
export type Action = z.infer<typeof Action>;

/** A page of actions. */
export const Actions = z.array(Action).meta({ id: "Actions", description: "A page of actions, newest first." });

/** Path parameters of one action. */
export const ActionPath = z.strictObject({
  actionId: ActionId.meta({ description: "Identifier of the action.", examples: [actionId] }),
});

/** The query of the undo of an action. */
export const UndoQuery = z.strictObject({
  subject: OneSubject.optional().meta({
    description: "Only what the action has changed of this subject; everything by default.",
    examples: ["pet:123"],
  }),
});

/** The query of `GET /actions`. */
export const ActionQuery = z.strictObject({
  limit: Limit,
  actor: ActorFilter.optional().meta({
    description:
      "Filters by actor: an account (`account:3`) and what its API keys did, one API key (`key:5`), or the `system`.",
    examples: ["account:3"],
  }),
  key: ActionKey.meta({
    description: "The action of your own requests with this `Action-Key`.",
    examples: ["6f1c2a9e-3b0d-4c55-9a54-0f6f1de2a7b2"],
  }),
  ...createdFilters,
  cursor: Cursor.optional(),
});
