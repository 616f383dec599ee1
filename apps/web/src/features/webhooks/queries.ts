import type { WebhookDelivery, WebhookEndpoint } from "@petstore/contract/client";
import { MAX_PAGE_SIZE } from "@petstore/contract/schemas";
import { queryOptions } from "@tanstack/react-query";
import { ApiError, ask } from "../../lib/service/api";
import { pageQuery } from "../../lib/service/page-query";
import { queryClient, refreshEvery } from "../../lib/service/query-client";

const PAGE_SIZE = 20;

/** No event tells of deliveries, and after a test or a redelivery one waits for what comes of it. */
const often = refreshEvery(5_000);

/** All endpoints: a store has few. */
export const endpointsQuery = queryOptions({
  queryKey: ["webhooks", "list"],
  queryFn: async ({ signal }): Promise<readonly WebhookEndpoint[]> => {
    const query = { limit: MAX_PAGE_SIZE };
    return (await ask((api, options) => api.webhooks.listWebhookEndpoints({ query, ...options }), { signal })).body;
  },
  ...often,
});

/** null if there is no such endpoint. */
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
    // None comes back.
    enabled: ({ state: { data } }) => data !== null,
    ...often,
  });

export type DeliveryState = "waiting" | "delivered" | "failed";

type Deliveries = { readonly state?: DeliveryState | undefined; readonly cursor?: string | undefined };

const deliveriesKey = (endpointId: number) => ["webhooks", "deliveries", endpointId];

/** What was sent to an endpoint, the newest first. */
export const deliveriesQuery = (endpointId: number, { state, cursor }: Deliveries) =>
  pageQuery<WebhookDelivery>(
    [...deliveriesKey(endpointId), state, cursor],
    (given) => {
      const query = { limit: PAGE_SIZE, sort: "-id", state, cursor } as const;
      const call = { params: { endpointId }, query };
      return ask((api, options) => api.webhooks.listWebhookDeliveries({ ...call, ...options }), given);
    },
    often,
  );

/** A drawer that still shows a deleted endpoint asks for nothing of it. */
export const forgetEndpoint = async (id: number): Promise<void> => {
  const { queryKey } = endpointQuery(id);
  await queryClient.cancelQueries({ queryKey });
  await queryClient.cancelQueries({ queryKey: deliveriesKey(id) });
  queryClient.setQueryData(queryKey, null);
  queryClient.removeQueries({ queryKey: deliveriesKey(id) });
};
