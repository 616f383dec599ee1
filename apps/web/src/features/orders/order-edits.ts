import type { Order, OrderUpdate } from "@petstore/contract/client";
import { ApiError, ask } from "../../lib/service/api";
import { findByEvent, undoOfAction } from "../../lib/history/action-undo";
import { announce } from "../../lib/history/undo";
import type { Undo } from "../../lib/history/undo-queue";
import { t } from "../../texts";

type OrderEdit = Pick<OrderUpdate, "customerId" | "customer" | "note">;

const send = async (orderId: number, body: OrderUpdate, headers: { readonly "if-match"?: string } = {}) =>
  ask((api, options) => api.orders.updateOrder({ params: { orderId }, headers, body, ...options }));

/**
 * `updateOrder` takes no `Action-Key`. The action is found by the time of the change, which the event and the
 * answer share.
 */
const undoOfCustomer = ({ id, updatedAt }: Order): Undo =>
  undoOfAction({
    size: 1,
    find: () => findByEvent(`order:${id}`, ({ after }) => after?.["updatedAt"] === updatedAt),
    describe: () => t.orders.drawer.undone(id),
  });

/**
 * Only this page knows the old note, because the history is never erased and so holds no notes of orders. The order is
 * left as it is if anything of it has changed since.
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

/** Changes the customer or the note of an order, and offers to undo it. */
export const changeOrder = async (order: Order, body: OrderEdit): Promise<void> => {
  const { id, note } = order;
  const { body: after, headers } = await send(id, body);
  const texts = t.orders.drawer;
  if (body.note === undefined) announce({ title: texts.customerSaved(id), undo: undoOfCustomer(after) });
  else announce({ title: texts.noteSaved(id), undo: undoOfNote(id, note, headers.get("etag") ?? "*") });
};
