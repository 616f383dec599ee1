import * as z from "zod";
import { personal } from "../http/personal.js";
import { AuditAction, HistoryAction } from "./audit-kinds.js";
import { ActorFilter, eventFilters, HistorySubjectFilter, SubjectFilter } from "./audit-filters.js";
import { actionId } from "../examples.js";
import { ActionId } from "../http/identifiers.js";
import { NameFilter } from "../http/names.js";
import { Cursor, limitOf } from "../http/paging.js";

const eventLimit = limitOf("events").meta({
  description: "Maximum number of events returned. A page of more than a megabyte ends early: follow its `Link`.",
});

/** The query of `GET /audit-events`. */
export const AuditQuery = z.strictObject({
  limit: eventLimit,
  ...eventFilters(AuditAction, SubjectFilter),
  cursor: Cursor.optional(),
});

/** The query of `GET /history`. */
export const HistoryQuery = z.strictObject({
  limit: eventLimit,
  ...eventFilters(HistoryAction, HistorySubjectFilter),
  actionId: ActionId.optional().meta({
    description: "Only the events of one action of `GET /actions`.",
    examples: [actionId],
  }),
  cursor: Cursor.optional(),
});

/** The query of `GET /history/actors`. */
export const HistoryActorQuery = z.strictObject({
  limit: limitOf("actors"),
  name: personal(NameFilter, "kept")
    .optional()
    .meta({
      description: "Filters by a substring of the name, ignoring case.",
      examples: ["shop"],
    }),
  actor: ActorFilter.optional().meta({
    description: "Filters by actor: an account (`account:3`) or an API key (`key:5`). The `system` is not listed.",
    examples: ["account:3"],
  }),
});
