import { initContract } from "@ts-rest/core";
import { z } from "zod";
import { AuditAction, type AuditEvent, AuditEvents } from "./audit-event.js";
import { ActorFilter, MomentFilter, SubjectFilter } from "./audit-filters.js";
import { notModified, readHeaders, validators } from "./conditional-requests.js";
import { commonErrors, errorResponses } from "./errors.js";
import type { RouteMetadata } from "./metadata.js";
import { Cursor, limitOf, pageLinks } from "./paging.js";

const c = initContract();

const frank = { id: 123, name: "Frank", categoryId: 1, status: "available" };
const sold: AuditEvent = {
  id: 41,
  at: "2026-11-21T09:30:00.000Z",
  actor: { kind: "key", id: 5, name: "Shop front" },
  action: "pet.update",
  subject: { kind: "pet", id: 123 },
  before: frank,
  after: { ...frank, status: "sold" },
};

/** The route of the audit trail. */
export const auditEvents = c.router(
  {
    listAuditEvents: {
      method: "GET",
      path: "/audit-events",
      summary: "List audit events",
      description:
        "Answers a page of the changes that were made, the newest first: who, when, what, before and after. Each was written in the transaction of its change, and none is ever changed or deleted. A change that left everything as it was has none. An event is listed once its change is committed, which may be a moment after its `at`: a client that fetches what is new over and over asks with a `from` a minute before the newest event it has, and leaves out the ids it knows.",
      headers: readHeaders,
      query: z.strictObject({
        limit: limitOf("events"),
        actor: ActorFilter.optional().meta({
          description: "Only changes by this account (`account:3`) or API key (`key:5`), or by the `system`.",
          examples: ["key:5"],
        }),
        action: AuditAction.optional().meta({ description: "Only changes of this kind." }),
        subject: SubjectFilter.optional().meta({
          description: "Only changes of one thing (`pet:123`), or of all of a kind (`pet`, `catalogue`).",
          examples: ["pet:123"],
        }),
        from: MomentFilter.optional().meta({
          description: "Only changes made then or later: a date-time with its offset (RFC 3339).",
          examples: ["2026-11-01T00:00:00Z"],
        }),
        to: MomentFilter.optional().meta({
          description: "Only changes made before then: a date-time with its offset (RFC 3339).",
          examples: ["2026-12-01T00:00:00Z"],
        }),
        cursor: Cursor.optional(),
      }),
      responses: { 200: AuditEvents, ...notModified, ...errorResponses(400, 403, ...commonErrors) },
      metadata: {
        stability: "beta",
        scope: "admin",
        statusMeanings: {
          200: "A page of audit events.",
          304: "The page is as the client knows it.",
          400: "A query parameter is unknown, or it or a header field breaks a rule.",
        },
        headers: { 200: { Link: pageLinks("/v1/audit-events"), ...validators }, 304: validators },
        examples: { 200: { page: [sold] } },
      } as const satisfies RouteMetadata,
    },
  },
  { strictStatusCodes: true },
);
