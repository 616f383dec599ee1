import { initContract } from "@ts-rest/core";
import { type AuditEvent, AuditEvents } from "./audit-event.js";
import { HistoryQuery } from "./audit-queries.js";
import { notModified, readHeaders, validators } from "./conditional-requests.js";
import { commonErrors, errorResponses } from "./errors.js";
import type { RouteMetadata } from "./metadata.js";
import { pageLinks } from "./paging.js";

const c = initContract();

const dogs = { id: 2, name: "Dogs", petCount: 12 };
const renamed: AuditEvent = {
  id: 42,
  at: "2026-11-21T09:45:00.000Z",
  actor: { kind: "account", id: 3, name: "Jane" },
  action: "category.update",
  subject: { kind: "category", id: 2 },
  before: dogs,
  after: { ...dogs, name: "Hounds" },
};

/** The route of the history of the catalogue. */
export const history = c.router(
  {
    listHistory: {
      method: "GET",
      path: "/history",
      summary: "List the history of the catalogue",
      description:
        "Returns a page of the audit events about pets, categories, orders and imports, newest first, for staff who work with them. Events about API keys and accounts are only in `GET /audit-events`, which requires the scope `admin`; there, an account is named by the address that it signs in with, here by its name. An event appears when its transaction commits, which may be shortly after its `at`.",
      headers: readHeaders,
      query: HistoryQuery,
      responses: { 200: AuditEvents, ...notModified, ...errorResponses(400, 403, ...commonErrors) },
      metadata: {
        stability: "beta",
        scope: "write",
        statusMeanings: {
          200: "A page of audit events.",
          304: "The page is unchanged.",
          400: "A query parameter is unknown, or a query parameter or header is invalid, for example an action on an account.",
        },
        headers: { 200: { Link: pageLinks("/v1/history"), ...validators }, 304: validators },
        examples: { 200: { page: [renamed] } },
      } as const satisfies RouteMetadata,
    },
  },
  { strictStatusCodes: true },
);
