import { Failure } from "./failure.js";
import type { Item, Memory } from "./memory.js";
import { type Collection, collectionOfKind } from "./resources.js";

// The contract describes these rules only in words.

/** The statuses to which an order can change from each status, and the status that its pet has then. */
const next: Readonly<Record<string, readonly string[]>> = {
  placed: ["approved", "cancelled"],
  approved: ["delivered", "cancelled"],
};
const petStatus: Readonly<Record<string, string>> = {
  placed: "pending",
  approved: "pending",
  delivered: "sold",
  cancelled: "available",
};

const pets = () => collectionOfKind("pet") as Collection;
const orders = () => collectionOfKind("order") as Collection;

/** @throws {Failure} 409 if the pet that an order wants is not available */
export const checkOrdered = (memory: Memory, petId: unknown): void => {
  const pet = memory.list(pets()).find(({ id }) => id === petId);
  if (pet === undefined || pet["status"] === "available") return;
  const detail = `body.petId refers to pet ${pet.id}, which is ${String(pet["status"])}; GET /v1/pets?status=available lists the pets that can be ordered`;
  throw new Failure("pet_not_available", {
    problems: [{ pointer: "/petId", rule: "invalid", detail }],
    conflict: { kind: "pet", id: pet.id },
  });
};

/** @throws {Failure} 409 if an order cannot change as the body requests */
export const checkTransition = (order: Item, status: unknown): void => {
  const from = String(order["status"]);
  if (typeof status !== "string" || status === from || next[from]?.includes(status) === true) return;
  const possible = next[from] ?? [];
  const rest = possible.length === 0 ? "this status is final" : `it can only become ${possible.join(" or ")}`;
  throw new Failure("conflict", { message: `order ${order.id} is ${from}; ${rest}` });
};

/** @throws {Failure} 409 if the order would have a payment without a price */
export const checkPayment = (
  order: Item,
  { price = order["price"], payment = order["payment"] }: Partial<Item>,
): void => {
  if (price !== null || payment === null) return;
  const isPaid = order["payment"] !== null;
  const rest = isPaid ? "is paid; send payment: null as well" : "has no price; send price as well";
  throw new Failure("conflict", { message: `order ${order.id} ${rest}` });
};

/** Gives the pet of an order the status that belongs to the status of the order. */
export const followOrder = (memory: Memory, order: Item): void => {
  const pet = memory.list(pets()).find(({ id }) => id === order["petId"]);
  if (pet !== undefined) memory.put(pets(), { ...pet, status: petStatus[String(order["status"])] });
};

/** @throws {Failure} 409 if an open order reserves the pet */
export const checkReserved = (memory: Memory, petId: number): void => {
  const order = memory.list(orders()).find((one) => one["petId"] === petId && String(one["status"]) in next);
  if (order === undefined) return;
  throw new Failure("pet_reserved", {
    message: `order ${order.id} reserves pet ${petId}; complete or cancel the order with PATCH /v1/orders/${order.id}`,
    conflict: { kind: "order", id: order.id },
  });
};
