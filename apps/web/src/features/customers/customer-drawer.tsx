import type { Customer, CustomerChange as Change } from "@petstore/contract/client";
import { CustomerChange } from "@petstore/contract/schemas";
import { useQuery } from "@tanstack/react-query";
import { Download, Pencil, Trash2 } from "lucide-react";
import { useState } from "react";
import { Button, IconButton } from "../../components/button";
import { ContractForm, type FormTexts } from "../../components/contract-form";
import { CustomerFields } from "../../components/customer-fields";
import { Data, Moment } from "../../components/data";
import { ConfirmDialog, Drawer } from "../../components/dialog";
import { EmptyState, LoadError, SkeletonRows } from "../../components/states";
import { customerQuery } from "../../lib/customers/customers";
import { ask } from "../../lib/service/api";
import { saveFile } from "../../lib/service/download";
import { notifyFailure } from "../../lib/page/notices";
import { useHasRole } from "../../lib/session/roles";
import { announce } from "../../lib/history/undo";
import { useWrite } from "../../lib/service/use-write";
import { t } from "../../texts";
import { customers } from "../../texts/customers";
import { CustomerOrders } from "./customer-orders";
import { useCustomerDraft } from "./drafts";
import { customerOrdersQuery, forgetCustomer } from "./queries";
import { SameCustomers } from "./same-customers";

const orNull = (value: unknown) => (value === "" ? null : value);

/** Tells whether the texts in the form equal the saved customer. In that case there is no draft to keep. */
const isAsSaved = (texts: FormTexts, customer: Customer): boolean =>
  (["name", "email", "phone", "address"] as const).every((name) => texts[name] === (customer[name] ?? ""));

const EditForm = ({ customer, onClose }: { readonly customer: Customer; readonly onClose: () => void }) => {
  const params = { customerId: customer.id };
  const { draft, set } = useCustomerDraft(customer.id);
  const end = () => {
    set(undefined);
    onClose();
  };
  const write = useWrite({
    send: (body: Change) => ask((api, options) => api.customers.updateCustomer({ params, body, ...options })),
    onSuccess: ({ body }) => {
      announce({ title: customers.saved(body.name) });
      end();
    },
  });
  return (
    <ContractForm
      schema={CustomerChange}
      toInput={({ name, email, phone, address }) => ({
        name,
        email: orNull(email),
        phone: orNull(phone),
        address: orNull(address),
      })}
      onSubmit={(body) => write.mutate(body)}
      error={write.error}
      onTyped={(texts) => set(isAsSaved(texts, customer) ? undefined : { texts })}
    >
      <CustomerFields name={customer.name} customer={customer} texts={draft?.texts} />
      <div className="flex justify-end gap-2">
        <Button onClick={end}>{t.common.cancel}</Button>
        <Button type="submit" variant="primary" isBusy={write.isPending}>
          {t.common.save}
        </Button>
      </div>
    </ContractForm>
  );
};

const contactLink = "inline-flex min-h-6 items-center underline underline-offset-2 pointer-coarse:min-h-11";

const Facts = ({ customer: { email, phone, address, createdAt } }: { readonly customer: Customer }) => (
  <div className="flex flex-col items-start gap-1 text-sm wrap-anywhere">
    {email !== null && (
      <a href={`mailto:${email}`} className={contactLink}>
        <Data>{email}</Data>
      </a>
    )}
    {phone !== null && (
      <a href={`tel:${phone.replaceAll(/[^0-9+]/g, "")}`} className={contactLink}>
        <Data>{phone}</Data>
      </a>
    )}
    {address !== null && <Data className="whitespace-pre-wrap">{address}</Data>}
    <span className="text-muted">
      {customers.since} <Moment at={createdAt} />
    </span>
  </div>
);

/** Lets owners and managers export or erase a customer. */
const useErasure = (customer: Customer | null | undefined, onClose: () => void) => {
  const [isAsking, setIsAsking] = useState(false);
  const orders = useQuery({ ...customerOrdersQuery(customer?.id ?? 0), enabled: isAsking });
  const erase = useWrite({
    send: async ({ id }: Customer) => {
      await ask((api, options) => api.customers.deleteCustomer({ params: { customerId: id }, ...options }));
      await forgetCustomer(id);
    },
    onSuccess: (_, { name }) => {
      announce({ title: customers.erased(name), whyNot: customers.noUndo });
      onClose();
    },
    onError: (error, one) => notifyFailure(error, () => erase.mutate(one)),
  });
  const save = useWrite({
    send: async ({ id }: Customer) => {
      const params = { customerId: id };
      const { body } = await ask((api, options) => api.customers.exportCustomer({ params, ...options }));
      saveFile(new Blob([JSON.stringify(body, null, 2)], { type: "application/json" }), customers.exportFile(id));
    },
    onError: (error, one) => notifyFailure(error, () => save.mutate(one)),
  });
  const count = orders.data?.rows.length ?? 0;
  const dialog = customer && (
    <ConfirmDialog
      isOpen={isAsking}
      onClose={() => setIsAsking(false)}
      onConfirm={() => {
        setIsAsking(false);
        erase.mutate(customer);
      }}
      title={customers.eraseTitle(customer.name)}
      description={customers.eraseDetail(customers.eraseOrders(count, orders.data?.cursors.next !== undefined))}
      confirmLabel={customers.eraseSubmit}
      isDanger
    />
  );
  const actions = customer && (
    <>
      <Button isBusy={save.isPending} icon={<Download aria-hidden size={16} />} onClick={() => save.mutate(customer)}>
        {customers.export}
      </Button>
      <Button isBusy={erase.isPending} icon={<Trash2 aria-hidden size={16} />} onClick={() => setIsAsking(true)}>
        {customers.erase}
      </Button>
    </>
  );
  return { dialog, actions };
};

type CustomerDrawerProps = {
  readonly id: number;
  readonly onClose: () => void;
  /** Shows another customer instead of this one. */
  readonly onOpen: (id: number) => void;
};

/** Shows the data of a customer, and what they have ordered. */
export const CustomerDrawer = ({ id, onClose, onOpen }: CustomerDrawerProps) => {
  const query = useQuery(customerQuery(id));
  const customer = query.data;
  const { draft, now, sayKept } = useCustomerDraft(id);
  // If there is a draft, the form opens again.
  const [isEditing, setIsEditing] = useState(draft !== undefined);
  const canErase = useHasRole("manager");
  const { dialog, actions } = useErasure(customer, onClose);
  return (
    <>
      <Drawer
        isOpen
        onClose={() => {
          if (now() !== undefined) sayKept(customer ? t.petDrawer.draftKept(customer.name) : t.common.draftKept);
          onClose();
        }}
        name={customer?.name}
        title={customer ? <Data>{customer.name}</Data> : customers.label}
        {...(customer &&
          !isEditing && {
            tools: (
              <IconButton label={t.common.edit} onClick={() => setIsEditing(true)}>
                <Pencil aria-hidden size={18} />
              </IconButton>
            ),
          })}
        {...(canErase && customer && { actions })}
      >
        <div className="flex flex-col gap-4">
          <LoadError query={query} />
          {customer === undefined && query.error === null && <SkeletonRows count={4} className="h-9" />}
          {customer === null && <EmptyState title={customers.gone} detail={customers.goneDetail} />}
          {customer && isEditing && <EditForm customer={customer} onClose={() => setIsEditing(false)} />}
          {customer && !isEditing && <Facts customer={customer} />}
          {customer && <SameCustomers customer={customer} onMerged={onOpen} />}
          {customer && <CustomerOrders id={id} />}
        </div>
      </Drawer>
      {dialog}
    </>
  );
};
