import type { OrderStatus, PetStatus } from "@petstore/contract";

const transitions: Readonly<Record<OrderStatus, readonly OrderStatus[]>> = {
  placed: ["approved", "cancelled"],
  approved: ["delivered", "cancelled"],
  delivered: [],
  cancelled: [],
};

/** The statuses that an order can change to; empty for a final status. */
export const transitionsFrom = (status: OrderStatus): readonly OrderStatus[] => transitions[status];

const petStatuses: Readonly<Record<OrderStatus, PetStatus | undefined>> = {
  placed: "pending",
  approved: undefined,
  delivered: "sold",
  cancelled: "available",
};

/** The status of the pet once its order has this status; undefined if it does not change. */
export const petStatusFor = (status: OrderStatus): PetStatus | undefined => petStatuses[status];
