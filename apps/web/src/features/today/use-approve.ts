import { useState } from "react";
import { ApiError, ask } from "../../lib/service/api";
import { notify, notifyFailure } from "../../lib/page/notices";
import { readOrder } from "../../lib/orders/read-order";
import { announce } from "../../lib/history/undo";
import { useWrite } from "../../lib/service/use-write";
import { refresh } from "../../lib/service/refresh";
import { t } from "../../texts";

const announceApproval = (id: number) =>
  announce({ title: t.today.orders.isApproved(id), whyNot: t.history.noUndo["order.update"] });

/** Approves an order with one click, without a question, because an approved order can still be cancelled. */
export const useApprove = () => {
  const [sent, setSent] = useState<ReadonlySet<number>>(new Set());

  // Explains a refusal. The order may have been approved already, by another person or by an earlier attempt whose
  // answer was lost.
  const explain = async (id: number) => {
    try {
      const { status } = await readOrder(id);
      if (status === "approved") announceApproval(id);
      else {
        const title = t.today.orders.nowIs(id, t.common.orderStatus[status]);
        notify({ kind: "error", title, detail: t.common.faster });
      }
    } catch (error) {
      notifyFailure(error);
    }
    void refresh();
  };

  const write = useWrite({
    send: (id: number) =>
      ask((api, options) =>
        api.orders.updateOrder({ params: { orderId: id }, body: { status: "approved" }, ...options }),
      ),
    onSuccess: (_, id) => announceApproval(id),
    onError: (error, id) => {
      setSent((before) => new Set([...before].filter((one) => one !== id)));
      if (error instanceof ApiError && error.status === 409) void explain(id);
      else notifyFailure(error, () => approve(id));
    },
  });

  const approve = (id: number) => {
    setSent((before) => new Set([...before, id]));
    write.mutate(id);
  };
  return { approve, isSent: (id: number) => sent.has(id) };
};
