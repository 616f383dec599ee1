import type { Inventory, PetStatus } from "@petstore/contract/client";

/** A category with the number of its animals by status. */
export type CategoryCounts = Inventory["byCategory"][number];

export const statuses = ["available", "pending", "sold"] as const satisfies readonly PetStatus[];

export const totalOf = ({ available, pending, sold }: CategoryCounts): number => available + pending + sold;
