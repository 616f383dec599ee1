import type { WebhookDelivery, WebhookEndpoint } from "@petstore/contract/client";
import { MAX_PAGE_SIZE } from "@petstore/contract/schemas";
import { queryOptions } from "@tanstack/react-query";
import { ApiError, ask } from "../../lib/service/api";
import { forget } from "../../lib/service/forget";
import { pageQuery } from "../../lib/service/page-query";
import { refreshEvery } from "../../lib/service/query-client";

const PAGE_SIZE = 20;

/**
 * Deliveries are polled, because no event reports them, and after a test or a redelivery a person waits for the
 * outcome.
 */
const often = refreshEvery(5_000);

/** Reads all endpoints on one page, because a store has few. */
export const endpointsQuery = queryOptions({
  queryKey: ["webhooks", "list"],
  queryFn: async ({ signal }): Promise<readonly WebhookEndpoint[]> => {
    const query = { limit: MAX_PAGE_SIZE };
    return (await ask((api, options) => api.webhooks.listWebhookEndpoints({ query, ...options }), { signal })).body;
  },
  ...often,
});

/** Reads an endpoint. It is null if the endpoint does not exist. */
export const endpointQuery = (endpointId: number) =>
  queryOptions({
    queryKey: ["webhooks", "one", endpointId],
    queryFn: async ({ signal }): Promise<WebhookEndpoint | null> => {
      const call = { params: { endpointId } };
      try {
        return (await ask((api, options) => api.webhooks.getWebhookEndpoint({ ...call, ...options }), { signal })).body;
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) return null;
        throw error;
      }
    },
    // A deleted endpoint never comes back, so it is not polled any more.
    enabled: ({ state: { data } }) => data !== null,
    ...often,
  });

export type DeliveryState = "waiting" | "delivered" | "failed";

type Deliveries = { readonly status?: DeliveryState | undefined; readonly cursor?: string | undefined };

const deliveriesKey = (endpointId: number) => ["webhooks", "deliveries", endpointId];

/** Reads what was sent to an endpoint, the newest first. */
export const deliveriesQuery = (endpointId: number, { status, cursor }: Deliveries) =>
  pageQuery<WebhookDelivery>(
    [...deliveriesKey(endpointId), status, cursor],
    (given) => {
      const query = { limit: PAGE_SIZE, sort: "-id", status, cursor } as const;
      const call = { params: { endpointId }, query };
      return ask((api, options) => api.webhooks.listWebhookDeliveries({ ...call, ...options }), given);
    },
    often,
  );

/** Clears the cache of a deleted endpoint. */
export const forgetEndpoint = (id: number): Promise<void> => forget(endpointQuery(id).queryKey, deliveriesKey(id));
