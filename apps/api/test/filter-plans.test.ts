import { existsSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { routesWithFilters } from "./support/list-parameters.js";

const pets = {
  status: "query-plans.test.ts",
  categoryId: "query-plans.test.ts",
  q: "LATERAL and OFFSET in pets/search/search-listing.ts leave the planner no choice; a walk and the index are bounded by the counts of words",
  name: "query-plans.test.ts",
  id: "query-plans.test.ts",
  externalId: "attribute-query-plans.test.ts",
  createdFrom: "query-plans.test.ts",
  createdTo: "query-plans.test.ts",
  attributes: "attribute-query-plans.test.ts",
};

const trail = {
  actor: "audit-query-plans.test.ts",
  action: "audit-query-plans.test.ts",
  subject: "audit-query-plans.test.ts",
  counted: "it selects an action, and the operation is in the lane of searches",
  createdFrom: "audit-query-plans.test.ts",
  createdTo: "audit-query-plans.test.ts",
};

/** The file that tests the plan of each filter, or the reason why it needs no index. */
const plans: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  listPets: pets,
  exportPets: pets,
  listNotes: {
    petId: "an index of the notes of a pet, which are 1,000 at most",
    externalId: "note-query-plans.test.ts",
    isWarning: "note-query-plans.test.ts",
  },
  listOrders: {
    status: "order-query-plans.test.ts",
    petId: "order-query-plans.test.ts",
    reference: "order-query-plans.test.ts",
    customerId: "order-query-plans.test.ts",
    q: "order-query-plans.test.ts",
  },
  listCustomers: { q: "the operation is in the lane of searches", sameAs: "customer-query-plans.test.ts" },
  listAuditEvents: trail,
  listHistory: { ...trail, actionId: "the index of the events of an action: few rows" },
  listHistoryActors: { q: "a store has few accounts and keys", actor: "a store has few accounts and keys" },
  listActions: {
    actor: "the walk of the audit trail, in the lane of searches",
    key: "the primary key of one event",
    createdFrom: "a bound of the index of actions",
    createdTo: "a bound of the index of actions",
  },
  listEvents: { types: "a condition on the events of a page", subject: "a condition on the events of a page" },
  listApiKeys: { status: "a store has few keys" },
  listWebhookDeliveries: { status: "a condition on the deliveries of one endpoint" },
  listViews: { page: "an account has few views" },
  getView: { page: "an account has few views" },
  getStatistics: {
    days: "statistics-query-plans.test.ts",
    lastDay: "the end of the days, which is a bound of the same indexes",
    timeZone: "not a filter of rows",
  },
  getToday: { timeZone: "not a filter of rows" },
  listSuggestions: { q: "the same plans as of the lists that it asks" },
  getOpenApiDocument: { stability: "reads no table", version: "reads no table" },
};

it("each filter of a list has a test of its query plan, or a reason to need no index", () => {
  const filters = routesWithFilters.map(({ one, filters: some }) => [
    one.operationId,
    some.map(({ name }) => name).toSorted(),
  ]);
  const known = Object.entries(plans).map(([operationId, some]) => [operationId, Object.keys(some).toSorted()]);
  expect(Object.fromEntries(filters)).toEqual(Object.fromEntries(known));
});

it("the file that is listed as the test of a filter's plan names the filter", () => {
  const missing = Object.entries(plans).flatMap(([operationId, some]) =>
    Object.entries(some).flatMap(([name, place]) => {
      if (!place.endsWith(".test.ts")) return [];
      const file = new URL(place, import.meta.url);
      const isNamed = existsSync(file) && new RegExp(`\\b${name}\\b`).test(readFileSync(file, "utf8"));
      return isNamed ? [] : [`${operationId}?${name}: ${place}`];
    }),
  );
  expect(missing).toEqual([]);
});
