import { initContract } from "@ts-rest/core";
import { type AuditEvent, AuditEvents, HistoryActors } from "./audit-event.js";
import { HistoryActorQuery, HistoryQuery } from "./audit-queries.js";
import { notModified, readHeaders, validators } from "../http/conditional-requests.js";
import { commonErrors, errorResponses } from "../http/errors.js";
import { dogs, jane, sale } from "../examples.js";
import type { RouteMetadata } from "../http/metadata.js";
import { pageLinks } from "../http/paging.js";

const c = initContract();

const twelveDogs = { ...dogs, petCount: 12 };
const renamed: AuditEvent = {
  id: 42,
  at: "2026-11-21T09:45:00.000Z",
  actor: { kind: "account", ...jane },
  action: "category.update",
  subject: { kind: "category", id: dogs.id },
  before: twelveDogs,
  after: { ...twelveDogs, name: "Hounds" },
  orderId: null,
  actionId: null,
};

/** The routes of the history of the catalogue. */
export const history = c.router(
  {
    listHistory: {
      method: "GET",
      path: "/history",
      summary: "List the history of the catalogue",
      description:
        "Returns a page of the audit events about pets, categories, attributes, profiles, notes, orders and imports, newest first, for staff who work with them. Events about API keys and accounts are only in `GET /audit-events`, which requires the scope `admin`. That operation names an account by the address that it signs in with, and this one by its name. An event appears when its transaction commits, which may be shortly after its `at`.",
      headers: readHeaders,
      query: HistoryQuery,
      responses: { 200: AuditEvents, ...notModified, ...errorResponses(400, 403, ...commonErrors) },
      metadata: {
        stability: "beta",
        scope: "write",
        statusMeanings: {
          200: "A page of audit events.",
          400: "A query parameter is unknown, or a query parameter or header is invalid, for example an action on an account.",
        },
        headers: { 200: { Link: pageLinks, ...validators }, 304: validators },
        examples: { 200: { page: [renamed] } },
      } as const satisfies RouteMetadata,
    },
    listHistoryActors: {
      method: "GET",
      path: "/history/actors",
      summary: "List who may have changed the catalogue",
      description:
        "Returns a page of accounts and API keys by name, for the filter `actor` of `GET /history`. Accounts and keys that are disabled, expired or revoked are included, because their changes stay. A name that equals the filter comes first, then those that start with it. It returns only names, and no address, role or part of a key.",
      headers: readHeaders,
      query: HistoryActorQuery,
      responses: { 200: HistoryActors, ...notModified, ...errorResponses(400, 403, ...commonErrors) },
      metadata: {
        stability: "beta",
        scope: "write",
        statusMeanings: {
          200: "A page of accounts and API keys.",
          400: "A query parameter is unknown, or a query parameter or header is invalid.",
        },
        headers: { 200: { Link: pageLinks, ...validators }, 304: validators },
        examples: {
          200: {
            page: [{ kind: "account", ...jane }, sale.actor],
          },
        },
      } as const satisfies RouteMetadata,
    },
  },
  { strictStatusCodes: true },
);
