import type { Today } from "@petstore/contract/client";
import { totalOf } from "../../lib/pets/category-counts";

/** Collects everything that waits for somebody. */
export const todoOf = ({ inventory, statistics, orders, imports, apiKeys, webhookEndpoints }: Today) => {
  const lists = {
    orders: orders.oldest,
    pending: statistics.longPending,
    keys: apiKeys ?? [],
    webhooks: webhookEndpoints ?? [],
    imports: (imports ?? []).map(({ id, at, after }) => ({
      id,
      at,
      source: String(after?.["source"]),
      leftCount: Number(after?.["leftCount"]),
    })),
    categories: inventory.byCategory
      .filter(({ name }) => name === null)
      .map((counts) => ({ id: counts.categoryId, animals: totalOf(counts) }))
      .toSorted((a, b) => b.animals - a.animals),
  };
  return {
    ...lists,
    openOrders: orders,
    isEmpty: Object.values(lists).every(({ length }) => length === 0),
    petCount: totalOf(inventory.byStatus),
    isEmptyStore: totalOf(inventory.byStatus) === 0,
  };
};

export type Todo = ReturnType<typeof todoOf>;
