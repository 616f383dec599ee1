import type { OrderStatus, PetStatus } from "@petstore/contract";

const steps: Readonly<Record<OrderStatus, readonly OrderStatus[]>> = {
  placed: ["approved", "cancelled"],
  approved: ["delivered", "cancelled"],
  delivered: [],
  cancelled: [],
};

/** Where an order may go from here: never to where it stands, and nowhere once it is done. */
export const stepsFrom = (status: OrderStatus): readonly OrderStatus[] => steps[status];

const petStatuses: Readonly<Record<OrderStatus, PetStatus | undefined>> = {
  placed: "pending",
  approved: undefined,
  delivered: "sold",
  cancelled: "available",
};

/** What becomes of the animal when its order gets there; undefined where nothing does. */
export const petStatusAt = (status: OrderStatus): PetStatus | undefined => petStatuses[status];
