import { type Order, restoredOfOrder } from "@petstore/contract/routes";
import { lockRows } from "../database/lock-row.js";
import { updateOf } from "../operation/audit-trail.js";
import { judgePast, type Outcome, type PastChange, type PutBack, type PutBackContext } from "../operation/put-back.js";
import { moneyColumns, recordedOrder, toOrder } from "./order-row.js";

type Restored = Pick<Order, (typeof restoredOfOrder)[number]>;

const restoredFrom = (order: Partial<Order> | null): Restored | null =>
  order && { customerId: order.customerId ?? null, price: order.price ?? null, payment: order.payment ?? null };

/**
 * The erasure of a former customer also erases the note, so the row of the order contains the customers that the order
 * had with this note.
 */
const formerWith = (former: readonly number[], left: number | null) =>
  left === null ? [...former] : [...former.filter((id) => id !== left), left];

const putBackOne = async (
  { tx, record }: PutBackContext,
  past: PastChange<Order>,
  lockedAt: Date | undefined,
): Promise<Outcome> => {
  const { id } = past;
  const row = await tx.order.findUnique({ where: { id } });
  const now = row === null ? undefined : toOrder(row);
  const change = { before: restoredFrom(past.before), after: restoredFrom(past.after) };
  const verdict = judgePast(change, restoredFrom(now ?? null) ?? undefined, restoredOfOrder);
  if (typeof verdict === "string") return verdict;
  if (row === null || now === undefined || lockedAt === undefined || !("to" in verdict)) return "gone";
  const to = { ...restoredFrom(now), ...verdict.to } as Restored;
  const { customerId } = to;
  // The price was paid since.
  if (to.price === null && to.payment !== null) return "changed";
  const isKnown = customerId === null || (await tx.customer.findUnique({ where: { id: customerId } })) !== null;
  // The person was erased, so the order must not name them again.
  if (!isKnown) return "gone";
  const updatedAt = new Date(Math.max(lockedAt.getTime(), Date.parse(row.updatedAt) + 1));
  const data = {
    customerId,
    ...moneyColumns(to),
    updatedAt,
    publicUpdatedAt: null,
    ...(row.note !== null &&
      customerId !== row.customerId && { formerCustomerIds: formerWith(row.formerCustomerIds, row.customerId) }),
  };
  const after = toOrder(await tx.order.update({ where: { id }, data }));
  record(updateOf("order", recordedOrder(now), recordedOrder(after)));
  return "done";
};

/**
 * Restores the customers, prices and payments of orders. Statuses only move forward, and the audit trail has no notes of
 * orders.
 */
export const putBackOrders: PutBack = async (context, past) => {
  const orders = past as readonly PastChange<Order>[];
  const customers = orders.flatMap(({ before }) => before?.customerId ?? []);
  // The order of locks requires customers before orders.
  await lockRows(context.tx, "customer", customers, "reference");
  const ids = orders.map(({ id }) => id);
  const locked = await lockRows(context.tx, "order", ids, "deletion");
  const outcomes: Outcome[] = [];
  for (const one of orders) outcomes.push(await putBackOne(context, one, locked.get(one.id)));
  return outcomes;
};
