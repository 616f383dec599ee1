import type { Inventory } from "@petstore/contract/client";
import { petStatuses } from "@petstore/contract/schemas";

/** A category with the number of its animals by status. */
export type CategoryCounts = Inventory["byCategory"][number];

/** Adds up the counts of all statuses. */
export const totalOf = (counts: Inventory["byStatus"]): number =>
  petStatuses.reduce((sum, status) => sum + counts[status], 0);
