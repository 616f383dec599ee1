import type { AuditEvent, Order, OrderStatus } from "@petstore/contract/client";
import { OrderStatus as Schema } from "@petstore/contract/schemas";

export type OrderTime = { readonly status: OrderStatus; readonly at: string };

/**
 * Returns when the order got each of its statuses. The history may be incomplete, because it is kept only for a limited
 * time.
 */
export const timesOf = (order: Order, events: readonly AuditEvent[]): readonly OrderTime[] => {
  const times = new Map<OrderStatus, string>([["placed", order.createdAt]]);
  if (order.status !== "placed") times.set(order.status, order.updatedAt);
  for (const { before, after, at } of events) {
    const { data } = Schema.safeParse(after?.["status"]);
    if (data !== undefined && data !== before?.["status"]) times.set(data, at);
  }
  return Schema.options.flatMap((status) => {
    const at = times.get(status);
    return at === undefined ? [] : [{ status, at }];
  });
};
