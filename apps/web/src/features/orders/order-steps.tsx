import type { Order, OrderStatus } from "@petstore/contract/client";
import { createContext, type ReactNode, useContext, useState } from "react";
import { ConfirmDialog } from "../../components/dialog";
import { ApiError, ask } from "../../lib/service/api";
import { notify, notifyFailure } from "../../lib/page/notices";
import { readOrder } from "../../lib/orders/read-order";
import { announce } from "../../lib/history/undo";
import { useWrite } from "../../lib/service/use-write";
import { refresh } from "../../lib/service/refresh";
import { t } from "../../texts";

type StepTarget = Exclude<OrderStatus, "placed">;

type Step = {
  readonly id: number;
  readonly from: OrderStatus;
  readonly to: StepTarget;
  /** True if the answer to the previous attempt was lost, so that the step may already have been done. */
  readonly isRepeat?: boolean;
};

type Ask = { readonly order: Order; readonly to: "delivered" | "cancelled"; readonly animal: string };

type Steps = {
  /** Approves at once. */
  readonly approve: (order: Order) => void;
  /** Asks for a confirmation first, because the step cannot be undone. */
  readonly confirm: (ask: Ask) => void;
  /** Returns true while a step of the order is being sent. */
  readonly isBusy: (order: Order) => boolean;
};

const StepsContext = createContext<Steps | null>(null);

export const useOrderSteps = (): Steps => {
  const steps = useContext(StepsContext);
  if (steps === null) throw new Error("useOrderSteps is for pages inside OrderSteps");
  return steps;
};

const wordsOf = ({ order: { id }, to, animal }: Ask) =>
  to === "delivered"
    ? { title: t.orders.confirm.deliverTitle(id), description: t.orders.confirm.deliver(animal) }
    : { title: t.orders.confirm.cancelTitle(id), description: t.orders.confirm.cancel(animal) };

/** Provides the steps of the orders on a page, and the dialog that asks before a step that cannot be undone. */
export const OrderSteps = ({ children }: { readonly children: ReactNode }) => {
  const [sent, setSent] = useState<ReadonlyMap<number, OrderStatus>>(new Map());
  const [asked, setAsked] = useState<Ask>();
  const [isAsking, setIsAsking] = useState(false);

  const succeeded = ({ id, to }: Step) =>
    announce({ title: t.orders.moved[to](id), whyNot: t.history.noUndo["order.update"] });

  const refused = async (step: Step) => {
    try {
      const { status } = await readOrder(step.id);
      if (step.isRepeat === true && status === step.to) succeeded(step);
      else {
        notify({
          kind: "error",
          title: t.orders.fasterTitle(step.id, t.common.orderStatus[status]),
          detail: t.common.faster,
        });
      }
    } catch (error) {
      notifyFailure(error);
    }
    void refresh();
  };

  const write = useWrite({
    send: ({ id, to }: Step) =>
      ask((api, options) => api.orders.updateOrder({ params: { orderId: id }, body: { status: to }, ...options })),
    onSuccess: (_, step) => succeeded(step),
    onError: (error, step) => {
      setSent((before) => new Map([...before].filter(([id]) => id !== step.id)));
      if (error instanceof ApiError && error.status === 409) void refused(step);
      else notifyFailure(error, () => send({ ...step, isRepeat: true }));
    },
  });

  const send = (step: Step) => {
    setSent((before) => new Map(before).set(step.id, step.from));
    write.mutate(step);
  };

  const steps: Steps = {
    approve: ({ id, status }) => send({ id, from: status, to: "approved" }),
    confirm: (next) => {
      setAsked(next);
      setIsAsking(true);
    },
    // An order counts as busy until the list shows its new status, so that a second click does nothing.
    isBusy: ({ id, status }) => sent.get(id) === status,
  };

  return (
    <StepsContext value={steps}>
      {children}
      {asked !== undefined && (
        <ConfirmDialog
          {...wordsOf(asked)}
          isOpen={isAsking}
          onClose={() => setIsAsking(false)}
          onConfirm={() => {
            // The dialog closes first, so that the focus is back in the list when the order leaves it.
            setIsAsking(false);
            send({ id: asked.order.id, from: asked.order.status, to: asked.to });
          }}
          confirmLabel={t.orders.steps[asked.to]}
          cancelLabel={asked.to === "cancelled" ? t.orders.confirm.keep : t.orders.confirm.notYet}
          isDanger={asked.to === "cancelled"}
        />
      )}
    </StepsContext>
  );
};
