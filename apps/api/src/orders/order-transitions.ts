import type { OrderStatus, Pet, PetStatus } from "@petstore/contract/routes";

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

/** @returns the same object if the order does not change the pet */
export const petUnder = (orderStatus: OrderStatus, pet: Pet): Pet => {
  const status = petStatuses[orderStatus];
  return status === undefined || status === pet.status ? pet : { ...pet, status };
};
