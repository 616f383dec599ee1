import type { Inventory, PetStatus } from "@petstore/contract";
import { queryOptions } from "@tanstack/react-query";
import { ask } from "../../lib/api";
import { live } from "../../lib/query-client";
import { t } from "../../texts";

/** A category with the number of its animals by status. */
export type CategoryCounts = Inventory["byCategory"][number];

export const statuses = ["available", "pending", "sold"] as const satisfies readonly PetStatus[];

export const totalOf = ({ available, pending, sold }: CategoryCounts): number => available + pending + sold;

/** What staff call it. */
export const nameOf = ({ name, categoryId }: CategoryCounts): string => name ?? t.categories.unnamed(categoryId);

/** Every category, also those without animals, by name; the unnamed last. */
export const countsQuery = queryOptions({
  queryKey: ["categories", "counts"],
  queryFn: async ({ signal }): Promise<readonly CategoryCounts[]> =>
    (await ask((api, fetchOptions) => api.inventory.getInventory({ fetchOptions }), { signal })).body.byCategory,
  ...live,
});
