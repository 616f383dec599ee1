import type { Order, OrderUpdate } from "@petstore/contract/client";
import { ask } from "../../lib/service/api";
import { announce } from "../../lib/history/undo";
import { beforeChange, undoUsual } from "../../lib/history/usual-undo";
import { t } from "../../texts";

type OrderEdit = Pick<OrderUpdate, "customerId" | "customer" | "note">;

/** What is absent is cleared by null. */
const stateOf = ({ customerId, note }: Order) => ({ customerId: customerId ?? null, note: note ?? null });

/** Changes the customer or the note of an order, and offers to undo it: somebody else's change of the other stays. */
export const changeOrder = async (order: Order, body: OrderEdit): Promise<void> => {
  const request = { params: { orderId: order.id }, body };
  const { body: after } = await ask((api, options) => api.orders.updateOrder({ ...request, ...options }));
  const texts = t.orders.drawer;
  const field = body.note === undefined ? "customerId" : "note";
  const before = beforeChange(stateOf(after), stateOf(order), { [field]: null });
  announce({
    title: field === "note" ? texts.noteSaved(order.id) : texts.customerSaved(order.id),
    undo: {
      size: 1,
      run: async () => {
        await undoUsual({ subject: { kind: "order", id: order.id }, before, after: { ...after, ...stateOf(after) } });
        return texts.undone(order.id);
      },
    },
  });
};
