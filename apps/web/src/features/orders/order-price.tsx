import type { Order, OrderChange as Change } from "@petstore/contract/client";
import { OrderChange, PaymentMeans } from "@petstore/contract/schemas";
import { useState } from "react";
import { Button } from "../../components/button";
import { ContractForm } from "../../components/contract-form";
import { Data } from "../../components/data";
import { DrawerSection } from "../../components/drawer-section";
import { SelectField, TextField } from "../../components/field";
import { useOrderPriceProposal } from "./price-proposal";
import { priceInput } from "../../lib/orders/price";
import { notifyFailure } from "../../lib/page/notices";
import { useWrite } from "../../lib/service/use-write";
import { formatMoney } from "../../lib/store/money";
import { formatDate } from "../../lib/text/format";
import { dayOf, firstMomentOf } from "../../lib/text/local-days";
import { t } from "../../texts";
import { sale } from "../../texts/sale";
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

type FormProps = { readonly order: Order; readonly onClose: () => void };

const Buttons = ({ isBusy, onClose }: { readonly isBusy: boolean; readonly onClose: () => void }) => (
  <div className="flex justify-end gap-2">
    <Button onClick={onClose}>{t.common.cancel}</Button>
    <Button type="submit" variant="primary" isBusy={isBusy}>
      {t.common.save}
    </Button>
  </div>
);

const useChange = (order: Order, onSuccess: () => void) =>
  useWrite({ send: (body: Change) => changeOrder(order, body), onSuccess });

const PriceForm = ({ order, onClose }: FormProps) => {
  const write = useChange(order, onClose);
  const proposed = useOrderPriceProposal(order);
  if (proposed === undefined) return null;
  return (
    <ContractForm
      schema={OrderChange}
      toInput={(values) => ({ price: priceInput(values["price.amount"], values["price.currency"]) ?? null })}
      onSubmit={(body) => write.mutate(body as Change)}
      error={write.error}
    >
      <PriceFields initial={proposed} isReadOnly={write.isPending} />
      <Buttons isBusy={write.isPending} onClose={onClose} />
    </ContractForm>
  );
};

const PaymentForm = ({ order, onClose }: FormProps) => {
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
    >
      <div className="grid grid-cols-[1fr_1fr] items-start gap-3">
        <TextField name="payment.paidAt" label={sale.date} type="date" defaultValue={today} max={today} />
        <SelectField
          name="payment.means"
          label={sale.means}
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
  const [form, setForm] = useState<"price" | "payment">();
  const close = () => setForm(undefined);
  const reopen = useWrite({
    send: (one: Order) => changeOrder(one, { payment: null }),
    onError: (error, one) => notifyFailure(error, () => reopen.mutate(one)),
  });
  const { price, payment } = order;
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
      {form === "price" && <PriceForm order={order} onClose={close} />}
      {form === "payment" && <PaymentForm order={order} onClose={close} />}
      {form === undefined && <Shown order={order} />}
    </DrawerSection>
  );
};
