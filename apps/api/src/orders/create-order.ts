import { BASE_PATH, type contract, type Order, type Pet } from "@petstore/contract/routes";
import { orderedPetNotFound, petNotAvailable } from "../errors.js";
import { bodyTag } from "../operation/etag.js";
import type { AuditEntry } from "../operation/audit-trail.js";
import type { Operation, Transaction } from "../operation/operation.js";
import { lockPet, updatePetStatus } from "./lock-pet.js";
import { orderColumns, type OrderRow, toOrder } from "./order-row.js";

/** clock_timestamp() under the pet's lock: the orders of one pet never overlap, whichever replica writes them. */
const insertOrder = async (tx: Transaction, petId: number, reference: string | undefined) => {
  const [row] = await tx.$queryRaw<[OrderRow]>`
    INSERT INTO store_order (pet_id, reference, created_at, updated_at)
    SELECT ${petId}::bigint, ${reference ?? null}::text, moment, moment FROM clock_timestamp() AS moment
    RETURNING ${orderColumns}`;
  return toOrder(row);
};

export const isOrderable = ({ status }: Pet): boolean => status === "available";

export const orderCreation = (order: Order): AuditEntry => ({
  action: "order.create",
  subject: { kind: "order", id: order.id },
  before: null,
  after: order,
});

export const orderPlaced = (order: Order) =>
  ({
    status: 201,
    body: order,
    headers: { Location: `${BASE_PATH}/orders/${order.id}`, ETag: bodyTag(order) },
  }) as const;

export const createOrder =
  (): Operation<typeof contract.orders.createOrder> =>
  async ({ body: { petId, reference } }, change) => {
    const { tx, record } = change;
    const pet = await lockPet(tx, petId);
    if (pet === undefined) throw orderedPetNotFound(petId);
    if (!isOrderable(pet)) throw petNotAvailable(petId, pet.status);
    const order = await insertOrder(tx, petId, reference);
    record(orderCreation(order));
    await updatePetStatus(change, pet, order.status);
    return orderPlaced(order);
  };
