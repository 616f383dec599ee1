import type { Order, OrderChange } from "@petstore/contract/client";
import { OrderChange as Schema } from "@petstore/contract/schemas";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { Button } from "../../components/button";
import { ContractForm } from "../../components/contract-form";
import { Data } from "../../components/data";
import { DrawerSection } from "../../components/drawer-section";
import { LoadError } from "../../components/states";
import { contactOf, customerQuery } from "../../lib/customers/customers";
import { notifyFailure } from "../../lib/page/notices";
import { useWrite } from "../../lib/service/use-write";
import { t } from "../../texts";
import { customers } from "../../texts/customers";
import { CustomerChooser, customerInput } from "./customer-chooser";
import { keptCustomer, useDraftCustomer, useOrderCustomerDraft } from "./drafts";
import { changeOrder } from "./order-edits";

const ChangeForm = ({ order, onClose }: { readonly order: Order; readonly onClose: () => void }) => {
  const { draft, set } = useOrderCustomerDraft(order.id);
  const chosen = useDraftCustomer(draft?.customer);
  const end = () => {
    set(undefined);
    onClose();
  };
  const write = useWrite({ send: (body: OrderChange) => changeOrder(order, body), onSuccess: end });
  return (
    <ContractForm
      schema={Schema}
      toInput={(values) => customerInput(chosen, values)}
      onSubmit={(body) => write.mutate(body as OrderChange)}
      error={write.error}
      onTyped={(texts) => chosen !== undefined && set({ ...draft, texts })}
    >
      <CustomerChooser
        chosen={chosen}
        onChoose={(next) => set(next === undefined ? undefined : { customer: keptCustomer(next) })}
        texts={draft?.texts}
      />
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={end}>{t.common.cancel}</Button>
        {chosen !== undefined && (
          <Button type="submit" variant="primary" isBusy={write.isPending}>
            {t.common.save}
          </Button>
        )}
      </div>
    </ContractForm>
  );
};

/** Shows the customer of an order and how to reach them. */
export const OrderCustomerSection = ({ order }: { readonly order: Order }) => {
  const { draft } = useOrderCustomerDraft(order.id);
  // If there is a draft, the form opens again.
  const [isChanging, setIsChanging] = useState(draft !== undefined);
  const query = useQuery(customerQuery(order.customerId ?? undefined));
  const customer = query.data ?? undefined;
  const remove = useWrite({
    send: (one: Order) => changeOrder(one, { customerId: null }),
    onError: (error, one) => notifyFailure(error, () => remove.mutate(one)),
  });
  if (isChanging)
    return (
      <DrawerSection title={customers.label}>
        <ChangeForm order={order} onClose={() => setIsChanging(false)} />
      </DrawerSection>
    );
  const isKnown = order.customerId !== null;
  return (
    <DrawerSection
      title={customers.label}
      links={
        <>
          <Button variant="quiet" onClick={() => setIsChanging(true)}>
            {isKnown ? customers.change : customers.add}
          </Button>
          {isKnown && (
            <Button variant="quiet" isBusy={remove.isPending} onClick={() => remove.mutate(order)}>
              {t.common.remove}
            </Button>
          )}
        </>
      }
    >
      <LoadError query={query} isInline />
      {!isKnown && <p className="text-sm text-muted">{customers.none}</p>}
      {customer !== undefined && isKnown && (
        <div className="flex flex-col gap-1 text-sm wrap-anywhere">
          <Link
            to="/customers"
            search={{ open: customer.id }}
            className="font-medium text-accent underline-offset-2 hover:underline"
          >
            <Data>{customer.name}</Data>
          </Link>
          <Data>{contactOf(customer)}</Data>
          {customer.address !== null && <Data className="whitespace-pre-wrap">{customer.address}</Data>}
        </div>
      )}
    </DrawerSection>
  );
};
