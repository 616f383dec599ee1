import { initContract } from "@ts-rest/core";
import { AuditEvents } from "./audit-event.js";
import { AuditQuery } from "./audit-queries.js";
import { notModified, readHeaders, validators } from "../http/conditional-requests.js";
import { commonErrors, errorResponses } from "../http/errors.js";
import { sale } from "../examples.js";
import type { RouteMetadata } from "../http/metadata.js";
import { pageLinks } from "../http/paging.js";

const c = initContract();

/** The route of the audit trail. */
export const auditEvents = c.router(
  {
    listAuditEvents: {
      method: "GET",
      path: "/audit-events",
      summary: "List audit events",
      description:
        "Returns a page of the recorded changes, newest first: who, when, what, before and after. Each event is written in the transaction of its change and is never changed or deleted. A request that changes nothing has no event. An event appears when its transaction commits, which may be shortly after its `at`: a client that polls should set `from` to a minute before the newest event it has, and skip the ids it already knows.",
      headers: readHeaders,
      query: AuditQuery,
      responses: { 200: AuditEvents, ...notModified, ...errorResponses(400, 403, ...commonErrors) },
      metadata: {
        stability: "beta",
        scope: "admin",
        statusMeanings: {
          200: "A page of audit events.",
          400: "A query parameter is unknown, or a query parameter or header is invalid.",
        },
        headers: { 200: { Link: pageLinks, ...validators }, 304: validators },
        examples: { 200: { page: [sale] } },
      } as const satisfies RouteMetadata,
    },
  },
  { strictStatusCodes: true },
);
