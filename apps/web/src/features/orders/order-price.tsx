import type { Order, OrderChange as Change } from "@petstore/contract/client";
import { OrderChange, PaymentMeans } from "@petstore/contract/schemas";
import { useState } from "react";
import { Button } from "../../components/button";
import { ContractForm, type FormTexts } from "../../components/contract-form";
import { Data } from "../../components/data";
import { DrawerSection } from "../../components/drawer-section";
import { SelectField, TextField } from "../../components/field";
import { SkeletonRows } from "../../components/states";
import { useOrderPriceProposal } from "./price-proposal";
import { priceInput, type TypedPrice } from "../../lib/orders/price";
import { notifyFailure } from "../../lib/page/notices";
import { useWrite } from "../../lib/service/use-write";
import { formatMoney } from "../../lib/store/money";
import { formatDate } from "../../lib/text/format";
import { dayOf, firstMomentOf } from "../../lib/text/local-days";
import { t } from "../../texts";
import { sale } from "../../texts/sale";
import { type OrderSaleDraft, useOrderSaleDraft } from "./drafts";
import { changeOrder } from "./order-edits";
import { PriceFields } from "./price-fields";

const HALF_DAY_MS = 43_200_000;

/** Returns the time of a payment: now if it was today, otherwise the noon of its day. */
const momentOn = (day: string): string => {
  const now = new Date().toISOString();
  if (day === dayOf(now)) return now;
  const start = firstMomentOf(day);
  return start === undefined ? day : new Date(Date.parse(start) + HALF_DAY_MS).toISOString();
};

type FormProps = {
  readonly order: Order;
  readonly onClose: () => void;
  /** What was typed in the form before. */
  readonly typed: FormTexts;
  readonly onTyped: (texts: FormTexts) => void;
};

const Buttons = ({ isBusy, onClose }: Pick<FormProps, "onClose"> & { readonly isBusy: boolean }) => (
  <div className="flex justify-end gap-2">
    <Button onClick={onClose}>{t.common.cancel}</Button>
    <Button type="submit" variant="primary" isBusy={isBusy}>
      {t.common.save}
    </Button>
  </div>
);

const useChange = (order: Order, onSuccess: () => void) =>
  useWrite({ send: (body: Change) => changeOrder(order, body), onSuccess });

const proposedTexts = ({ amount, currency }: TypedPrice) => ({ "price.amount": amount, "price.currency": currency });

const PriceForm = ({ order, onClose, typed, onTyped }: FormProps) => {
  const write = useChange(order, onClose);
  const proposed = useOrderPriceProposal(order);
  if (proposed === undefined) return <SkeletonRows count={1} className="h-16" />;
  const { "price.amount": amount, "price.currency": currency } = { ...proposedTexts(proposed), ...typed };
  return (
    <ContractForm
      schema={OrderChange}
      toInput={(values) => ({ price: priceInput(values["price.amount"], values["price.currency"]) ?? null })}
      onSubmit={(body) => write.mutate(body as Change)}
      error={write.error}
      onTyped={onTyped}
    >
      <PriceFields initial={{ amount, currency }} isReadOnly={write.isPending} />
      <Buttons isBusy={write.isPending} onClose={onClose} />
    </ContractForm>
  );
};

const PaymentForm = ({ order, onClose, typed, onTyped }: FormProps) => {
  const write = useChange(order, onClose);
  const [today] = useState(() => dayOf(new Date().toISOString()));
  return (
    <ContractForm
      schema={OrderChange}
      toInput={(values) => ({
        payment: { paidAt: momentOn(String(values["payment.paidAt"])), means: values["payment.means"] },
      })}
      onSubmit={(body) => write.mutate(body as Change)}
      error={write.error}
      onTyped={onTyped}
    >
      <div className="grid grid-cols-[1fr_1fr] items-start gap-3">
        <TextField
          name="payment.paidAt"
          label={sale.date}
          type="date"
          defaultValue={typed["payment.paidAt"] ?? today}
          max={today}
        />
        <SelectField
          name="payment.means"
          label={sale.means}
          defaultValue={typed["payment.means"] ?? PaymentMeans.options[0]}
          options={PaymentMeans.options.map((means) => ({ value: means, label: t.history.paymentMeans[means] }))}
        />
      </div>
      <Buttons isBusy={write.isPending} onClose={onClose} />
    </ContractForm>
  );
};

/** Says when and how an order was paid, or that the payment is open. */
export const paymentText = ({ payment }: Pick<Order, "payment">): string =>
  payment === null ? sale.open : sale.paidOn(formatDate(payment.paidAt), t.history.paymentMeans[payment.means]);

const Shown = ({ order }: { readonly order: Order }) =>
  order.price === null ? (
    <p className="text-sm text-muted">{sale.noPrice}</p>
  ) : (
    <p className="flex flex-wrap items-baseline gap-x-3 text-sm">
      <Data className="text-base font-semibold tabular-nums">
        {formatMoney(order.price.amount, order.price.currency)}
      </Data>
      <span className={order.payment === null ? "text-muted" : ""}>{paymentText(order)}</span>
    </p>
  );

/** Shows the price of an order and its payment, and changes both. */
export const OrderPriceSection = ({ order }: { readonly order: Order }) => {
  const { draft, set } = useOrderSaleDraft(order.id);
  // If there is a draft, its form opens again.
  const [chosen, setForm] = useState(draft?.form);
  const close = () => {
    set(undefined);
    setForm(undefined);
  };
  const reopen = useWrite({
    send: (one: Order) => changeOrder(one, { payment: null }),
    onError: (error, one) => notifyFailure(error, () => reopen.mutate(one)),
  });
  const { price, payment } = order;
  // Somebody else may have changed the order since the form was opened.
  const isPossible = payment === null && (chosen === "price" || price !== null);
  const form = isPossible ? chosen : undefined;
  const typing = (of: OrderSaleDraft["form"]) => ({
    order,
    onClose: close,
    typed: draft?.form === of ? draft.texts : {},
    onTyped: (texts: FormTexts) => set({ form: of, texts }),
  });
  return (
    <DrawerSection
      title={sale.title}
      links={
        form === undefined && (
          <>
            {price !== null && payment === null && <Button onClick={() => setForm("payment")}>{sale.markPaid}</Button>}
            {payment !== null && (
              <Button variant="quiet" isBusy={reopen.isPending} onClick={() => reopen.mutate(order)}>
                {sale.reopen}
              </Button>
            )}
            {payment === null && (
              <Button variant="quiet" onClick={() => setForm("price")}>
                {price === null ? sale.add : t.common.edit}
              </Button>
            )}
          </>
        )
      }
    >
      {form === "price" && <PriceForm {...typing("price")} />}
      {form === "payment" && <PaymentForm {...typing("payment")} />}
      {form === undefined && <Shown order={order} />}
    </DrawerSection>
  );
};
