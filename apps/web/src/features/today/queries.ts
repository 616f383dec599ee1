import type {
  ApiKey,
  AuditEvent,
  ExpandedOrder,
  ExpandedPet,
  Inventory,
  OrderStatus,
  Pet,
  Statistics,
  WebhookEndpoint,
} from "@petstore/contract/client";
import { MAX_PAGE_SIZE } from "@petstore/contract/schemas";
import { keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query";
import { ask } from "../../lib/api";
import { namesOf } from "../../lib/categories";
import { readPageCursors } from "../../lib/page-links";
import { readPetsById } from "../../lib/pets-by-id";
import { about, aboutCounts, aboutHistory, aboutPets, anyOf, concernedBy } from "../../lib/concerns";
import { refreshEvery } from "../../lib/query-client";
import { keysToWatch, type WatchedKey } from "./keys-to-watch";

const DAYS = 30;
const SHOWN_ORDERS = 6;
export const SHOWN_ADDED = 6;
const SHOWN_CHANGES = 8;

export const inventoryQuery = queryOptions({
  queryKey: ["today", "inventory"],
  queryFn: async ({ signal }): Promise<Inventory> =>
    (await ask((api, options) => api.inventory.getInventory(options), { signal })).body,
  ...concernedBy(anyOf(about("category"), aboutCounts("categoryId", "status"))),
});

/** The counts name their categories: Today does not ask for these again. */
export const useStockNames = (): ((id: number) => string) =>
  namesOf(useQuery(inventoryQuery).data?.byCategory.map(({ categoryId: id, name }) => ({ id, name })));

/** The history shows the days of the browser too: a number and its list have the same ones. */
const timeZone = () => new Intl.DateTimeFormat().resolvedOptions().timeZone;

export const statisticsQuery = queryOptions({
  queryKey: ["today", "statistics"],
  queryFn: async ({ signal }): Promise<Statistics> =>
    (
      await ask(
        (api, options) => api.statistics.getStatistics({ query: { days: DAYS, timeZone: timeZone() }, ...options }),
        { signal },
      )
    ).body,
  ...concernedBy(about("pet", "order")),
  // A page that is left open shows the new day.
  ...refreshEvery(900_000),
});

type Waiting = { readonly count: number; readonly hasMore: boolean };

export type OpenOrders = {
  readonly placed: Waiting;
  readonly approved: Waiting;
  /** The orders of both with their animals, the oldest first. */
  readonly oldest: readonly ExpandedOrder[];
};

const readOrders = async (status: OrderStatus, signal: AbortSignal) => {
  const query = { status, limit: MAX_PAGE_SIZE, expand: ["pet" as const] };
  const { body, headers } = await ask((api, options) => api.orders.listOrders({ query, ...options }), { signal });
  return { orders: body, waiting: { count: body.length, hasMore: readPageCursors(headers).next !== undefined } };
};

export const openOrdersQuery = queryOptions({
  queryKey: ["today", "orders"],
  queryFn: async ({ signal }): Promise<OpenOrders> => {
    const [placed, approved] = await Promise.all([readOrders("placed", signal), readOrders("approved", signal)]);
    const oldest = [...placed.orders, ...approved.orders].toSorted((a, b) => a.id - b.id).slice(0, SHOWN_ORDERS);
    return { placed: placed.waiting, approved: approved.waiting, oldest };
  },
  ...concernedBy(anyOf(about("order"), aboutCounts("name"))),
});

/** The animals that rows name by their numbers. */
export const namedPetsQuery = (ids: readonly number[]) =>
  queryOptions({
    queryKey: ["today", "pets", ids],
    enabled: ids.length > 0,
    staleTime: 60_000,
    ...concernedBy(aboutPets(ids, "pet")),
    placeholderData: keepPreviousData,
    queryFn: ({ signal }): Promise<ReadonlyMap<number, Pet>> => readPetsById(ids, { signal }),
  });

/** The newest animals, with their photos. */
export const addedQuery = queryOptions({
  queryKey: ["today", "added"],
  queryFn: async ({ signal }): Promise<readonly ExpandedPet[]> => {
    const query = { sort: "-id", limit: SHOWN_ADDED, expand: "profile" } as const;
    return (await ask((api, options) => api.pets.listPets({ query, ...options }), { signal })).body;
  },
  ...concernedBy(about("pet", "photo")),
});

export const recentChangesQuery = queryOptions({
  queryKey: ["today", "changes"],
  queryFn: async ({ signal }): Promise<readonly AuditEvent[]> =>
    (
      await ask((api, options) => api.history.listHistory({ query: { limit: SHOWN_CHANGES }, ...options }), {
        signal,
      })
    ).body,
  ...concernedBy(aboutHistory(undefined)),
});

/** A store has few keys; the newest are looked at if it has more. */
const MAX_KEY_PAGES = 10;

export const watchedKeysQuery = queryOptions({
  queryKey: ["today", "keys"],
  queryFn: async ({ signal }): Promise<readonly WatchedKey[]> => {
    const all: ApiKey[] = [];
    let cursor: string | undefined;
    for (let page = 0; page < MAX_KEY_PAGES; page += 1) {
      const query = { state: "active", sort: "-id", limit: MAX_PAGE_SIZE, cursor } as const;
      // Each page's cursor is in the one before.
      // oxlint-disable-next-line no-await-in-loop
      const { body, headers } = await ask((api, options) => api.apiKeys.listApiKeys({ query, ...options }), {
        signal,
      });
      all.push(...body);
      cursor = readPageCursors(headers).next;
      if (cursor === undefined) break;
    }
    return keysToWatch(all, Date.now());
  },
  ...refreshEvery(60_000),
});

/** Those that the service has turned off, or tries in vain; one that a person turned off is as it should be. */
export const pausedWebhooksQuery = queryOptions({
  queryKey: ["today", "webhooks"],
  queryFn: async ({ signal }): Promise<readonly WebhookEndpoint[]> => {
    const query = { limit: MAX_PAGE_SIZE };
    const { body } = await ask((api, options) => api.webhooks.listWebhookEndpoints({ query, ...options }), { signal });
    return body.filter(({ state, stateReason }) => state !== "active" && stateReason !== "request");
  },
  ...refreshEvery(60_000),
});

/** Rows that an import left out are looked after within a week, or not at all. */
const IMPORT_MS = 7 * 86_400_000;
const READ_IMPORTS = 20;

type RejectingImport = { readonly id: number; readonly at: string; readonly source: string; readonly leftOut: number };

export const importsQuery = queryOptions({
  queryKey: ["today", "imports"],
  queryFn: async ({ signal }): Promise<readonly RejectingImport[]> => {
    const query = { action: "catalogue.import", limit: READ_IMPORTS } as const;
    const { body } = await ask((api, options) => api.history.listHistory({ query, ...options }), { signal });
    const since = Date.now() - IMPORT_MS;
    return body
      .map(({ id, at, after }) => ({ id, at, source: String(after?.["source"]), leftOut: Number(after?.["leftOut"]) }))
      .filter(({ at, leftOut }) => leftOut > 0 && Date.parse(at) > since);
  },
  ...concernedBy(about("catalogue")),
});
