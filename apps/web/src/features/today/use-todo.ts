import { useQuery } from "@tanstack/react-query";
import { totalOf } from "../../lib/category-counts";
import { useHasRole } from "../../lib/roles";
import {
  importsQuery,
  inventoryQuery,
  openOrdersQuery,
  pausedWebhooksQuery,
  statisticsQuery,
  watchedKeysQuery,
} from "./queries";

/** All that waits for somebody. What only managers may see is not asked for by others. */
export const useTodo = () => {
  const isManager = useHasRole("manager");
  const inventory = useQuery(inventoryQuery);
  const orders = useQuery(openOrdersQuery);
  const statistics = useQuery(statisticsQuery);
  // What shows further down can wait: the browser sends six requests at a time.
  const enabled = isManager && !orders.isPending;
  const keys = useQuery({ ...watchedKeysQuery, enabled });
  const webhooks = useQuery({ ...pausedWebhooksQuery, enabled });
  const imports = useQuery({ ...importsQuery, enabled });
  const used = [orders, ...(isManager ? [keys, webhooks, imports] : [])];
  const byCategory = inventory.data?.byCategory ?? [];
  const todo = {
    orders: orders.data?.oldest ?? [],
    pending: statistics.data?.longPending ?? [],
    keys: (isManager && keys.data) || [],
    webhooks: (isManager && webhooks.data) || [],
    imports: (isManager && imports.data) || [],
    categories: byCategory
      .filter(({ name }) => name === null)
      .map((counts) => ({ id: counts.categoryId, animals: totalOf(counts) }))
      .toSorted((a, b) => b.animals - a.animals),
  };
  // The counts and the chart tell of the others; one sentence is enough of these.
  const failed = used.filter(({ error }) => error !== null);
  return {
    ...todo,
    openOrders: orders.data,
    /** The lists that have loaded have nothing to do. */
    isEmpty: Object.values(todo).every(({ length }) => length === 0),
    isEmptyStore: inventory.data !== undefined && totalOf(inventory.data.byStatus) === 0,
    isLoading: [...used, inventory, statistics].some(({ data, error }) => data === undefined && error === null),
    failed: failed[0] && {
      ...failed[0],
      refetch: () => {
        for (const query of failed) void query.refetch();
      },
    },
  };
};

export type Todo = ReturnType<typeof useTodo>;
