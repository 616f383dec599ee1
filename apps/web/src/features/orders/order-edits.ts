import type { Order, OrderChange } from "@petstore/contract/client";
import { ApiError, ask } from "../../lib/service/api";
import { findByEvent, undoOfAction } from "../../lib/history/action-undo";
import { announce } from "../../lib/history/undo";
import type { Undo } from "../../lib/history/undo-queue";
import { t } from "../../texts";
import { sale } from "../../texts/sale";

const send = async (orderId: number, body: OrderChange, headers: { readonly "if-match"?: string } = {}) =>
  ask((api, options) => api.orders.updateOrder({ params: { orderId }, headers, body, ...options }));

/**
 * Finds the action of the change by its time, which the event and the answer share, because `updateOrder` accepts no
 * `Action-Key`.
 */
const undoOfChange = ({ id, updatedAt }: Order): Undo =>
  undoOfAction({
    size: 1,
    find: () => findByEvent(`order:${id}`, ({ after }) => after?.["updatedAt"] === updatedAt),
    describe: () => t.orders.drawer.undone(id),
  });

/**
 * The page restores the old note, because only the page knows it: the history is never erased, so it contains no notes
 * of orders. If the order has changed since, it is left as it is.
 */
const undoOfNote = (id: number, note: string | undefined, etag: string): Undo => ({
  size: 1,
  run: async () => {
    await send(id, { note: note ?? null }, { "if-match": etag }).catch((error: unknown) => {
      if (error instanceof ApiError && error.status === 412) throw new ApiError("conflict", t.history.changedSince);
      throw error;
    });
    return t.orders.drawer.undone(id);
  },
});

const savedText = (id: number, { price, payment }: OrderChange): string => {
  if (payment !== undefined) return payment === null ? sale.openSaved(id) : sale.paidSaved(id);
  return price === undefined ? t.orders.drawer.customerSaved(id) : sale.priceSaved(id);
};

/** Changes the customer, the price, the payment or the note of an order, and offers to undo it. */
export const changeOrder = async (order: Order, body: OrderChange): Promise<void> => {
  const { id, note } = order;
  const { body: after, headers } = await send(id, body);
  const texts = t.orders.drawer;
  if (body.note === undefined) announce({ title: savedText(id, body), undo: undoOfChange(after) });
  else announce({ title: texts.noteSaved(id), undo: undoOfNote(id, note ?? undefined, headers.get("etag") ?? "*") });
};
