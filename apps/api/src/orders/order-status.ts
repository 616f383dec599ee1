import type { OrderStatus, PetStatus } from "@petstore/contract/routes";

const transitions: Readonly<Record<OrderStatus, readonly OrderStatus[]>> = {
  placed: ["approved", "cancelled"],
  approved: ["delivered", "cancelled"],
  delivered: [],
  cancelled: [],
};

export const transitionsFrom = (status: OrderStatus): readonly OrderStatus[] => transitions[status];

const petStatuses: Readonly<Record<OrderStatus, PetStatus | undefined>> = {
  placed: "pending",
  approved: undefined,
  delivered: "sold",
  cancelled: "available",
};

export const petStatusFor = (status: OrderStatus): PetStatus | undefined => petStatuses[status];
