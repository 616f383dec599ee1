import * as z from "zod";
import { personal } from "../http/personal.js";
import { AuditAction, HistoryAction } from "./audit-kinds.js";
import { ActorFilter, eventFilters, HistorySubjectFilter, SubjectFilter } from "./audit-filters.js";
import { actionId } from "../examples.js";
import { ActionId } from "../http/identifiers.js";
import { NameFilter, searchIn } from "../http/names.js";
import { Cursor, Limit } from "../http/paging.js";

/** The query of `GET /audit-events`. */
export const AuditQuery = z.strictObject({
  limit: Limit,
  ...eventFilters(AuditAction, SubjectFilter),
  cursor: Cursor.optional(),
});

/** The query of `GET /history`. */
export const HistoryQuery = z.strictObject({
  limit: Limit,
  ...eventFilters(HistoryAction, HistorySubjectFilter),
  actionId: ActionId.optional().meta({
    description: "Only the events of one action of `GET /actions`.",
    examples: [actionId],
  }),
  cursor: Cursor.optional(),
});

/** The query of `GET /history/actors`. */
export const HistoryActorQuery = z.strictObject({
  limit: Limit,
  q: searchIn(personal(NameFilter, "kept"), "shop", "the name"),
  actor: ActorFilter.optional().meta({
    description: "Filters by actor: an account (`account:3`) or an API key (`key:5`). The `system` is not listed.",
    examples: ["account:3"],
  }),
  // If a link would be too long, the cursor contains its filters. The filters may search for a person, so the cursor
  // counts as personal data too.
  cursor: personal(Cursor, "kept").optional(),
});
