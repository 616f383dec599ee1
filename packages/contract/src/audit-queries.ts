import * as z from "zod";
import { AuditAction, HistoryAction } from "./audit-kinds.js";
import { eventFilters, HistorySubjectFilter, SubjectFilter } from "./audit-filters.js";
import { Cursor, limitOf } from "./paging.js";

/** The query of `GET /audit-events`. */
export const AuditQuery = z.strictObject({
  limit: limitOf("events"),
  ...eventFilters(AuditAction, SubjectFilter),
  cursor: Cursor.optional(),
});

/** The query of `GET /history`. */
export const HistoryQuery = z.strictObject({
  limit: limitOf("events"),
  ...eventFilters(HistoryAction, HistorySubjectFilter),
  cursor: Cursor.optional(),
});
