import type { contract, Order, OrderStatus, Pet } from "@petstore/contract";
import { orderNotFound, orderTransitionRefused } from "../errors.js";
import type { Operation, Transaction } from "../operation/operation.js";
import { lockPet, movePet } from "./lock-pet.js";
import { orderColumns, type OrderRow, toOrder } from "./order-row.js";
import { stepsFrom } from "./order-status.js";

/** Locks the order's animal, then the order. The animal of an order that is done may be gone: no step needs it then. */
const holdOrder = async (
  tx: Transaction,
  orderId: number,
): Promise<{ readonly pet: Pet | undefined; readonly order: Order }> => {
  const order = await tx.order.findUnique({ where: { id: orderId }, select: { petId: true } });
  if (order === null) throw orderNotFound(orderId);
  const pet = await lockPet(tx, order.petId);
  const [held] = await tx.$queryRaw<[OrderRow]>`
    SELECT ${orderColumns} FROM store_order WHERE id = ${orderId}::bigint FOR UPDATE`;
  return { pet, order: toOrder(held) };
};

/** Each step has a later time than the one before, should both come within a millisecond or the clock be set back. */
const moveOrder = async (tx: Transaction, orderId: number, status: OrderStatus) => {
  const [row] = await tx.$queryRaw<[OrderRow]>`
    UPDATE store_order SET status = ${status}::order_status,
      updated_at = greatest(clock_timestamp(), updated_at + interval '1 millisecond')
    WHERE id = ${orderId}::bigint RETURNING ${orderColumns}`;
  return toOrder(row);
};

/** Takes an order a step further, and its animal with it. Of two steps at the same instant, the second starts from the first. */
export const updateOrder =
  (): Operation<typeof contract.orders.updateOrder> =>
  async ({ params: { orderId }, body: { status } }, change) => {
    const { tx, record } = change;
    const { pet, order: before } = await holdOrder(tx, orderId);
    const steps = stepsFrom(before.status);
    if (!steps.includes(status)) throw orderTransitionRefused(orderId, before.status, steps);
    const order = await moveOrder(tx, orderId, status);
    record({ action: "order.update", subject: { kind: "order", id: orderId }, before, after: order });
    if (pet !== undefined) await movePet(change, pet, status);
    return { status: 200, body: order };
  };
