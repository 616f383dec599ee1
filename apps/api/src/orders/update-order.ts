import type { contract, Order, OrderStatus, Pet } from "@petstore/contract/routes";
import { orderNotFound, orderTransitionRefused } from "../errors.js";
import { bodyTag, requireMatch } from "../operation/etag.js";
import type { AuditEntry } from "../operation/audit-trail.js";
import type { Operation, Transaction } from "../operation/operation.js";
import { lockPet, updatePetStatus } from "./lock-pet.js";
import { orderColumns, type OrderRow, toOrder } from "./order-row.js";
import { transitionsFrom } from "./order-status.js";

/** The pet of a delivered or cancelled order may be deleted; no transition needs it then. */
const lockOrder = async (
  tx: Transaction,
  orderId: number,
): Promise<{ readonly pet: Pet | undefined; readonly order: Order }> => {
  const order = await tx.order.findUnique({ where: { id: orderId }, select: { petId: true } });
  if (order === null) throw orderNotFound(orderId);
  const pet = await lockPet(tx, order.petId);
  const [locked] = await tx.$queryRaw<[OrderRow]>`
    SELECT ${orderColumns} FROM store_order WHERE id = ${orderId}::bigint FOR UPDATE`;
  return { pet, order: toOrder(locked) };
};

/** `updatedAt` always increases, even within a millisecond or when the clock is set back. */
const updateStatus = async (tx: Transaction, orderId: number, status: OrderStatus) => {
  const [row] = await tx.$queryRaw<[OrderRow]>`
    UPDATE store_order SET status = ${status}::order_status,
      updated_at = greatest(clock_timestamp(), updated_at + interval '1 millisecond')
    WHERE id = ${orderId}::bigint RETURNING ${orderColumns}`;
  return toOrder(row);
};

export const orderUpdate = (before: Order, after: Order): AuditEntry => ({
  action: "order.update",
  subject: { kind: "order", id: before.id },
  before,
  after,
});

export const orderUpdated = (order: Order) =>
  ({ status: 200, body: order, headers: { ETag: bodyTag(order) } }) as const;

export const updateOrder =
  (): Operation<typeof contract.orders.updateOrder> =>
  async ({ params: { orderId }, headers, body: { status } }, change) => {
    const { tx, record } = change;
    const { pet, order: before } = await lockOrder(tx, orderId);
    requireMatch(headers["if-match"], "order", before);
    const transitions = transitionsFrom(before.status);
    if (!transitions.includes(status)) throw orderTransitionRefused(orderId, before.status, transitions);
    const order = await updateStatus(tx, orderId, status);
    record(orderUpdate(before, order));
    if (pet !== undefined) await updatePetStatus(change, pet, status);
    return orderUpdated(order);
  };
