import type { Customer, NewCustomer as NewCustomerBody } from "@petstore/contract/client";
import { NewCustomer } from "@petstore/contract/schemas";
import { useId } from "react";
import { Button } from "../../components/button";
import { ContractForm } from "../../components/contract-form";
import { CustomerFields } from "../../components/customer-fields";
import { Dialog } from "../../components/dialog";
import { announce } from "../../lib/history/undo";
import { useOwnClose } from "../../lib/page/use-own-close";
import { ApiError, ask } from "../../lib/service/api";
import { useWrite } from "../../lib/service/use-write";
import { t } from "../../texts";
import { customerPage } from "../../texts/customer-page";
import { useNewCustomerDraft } from "./drafts";

const texts = customerPage.create;

const given = (value: unknown) => (value === "" ? undefined : value);

type NewCustomerDialogProps = {
  readonly onClose: () => void;
  /** Shows a customer instead of this dialog. */
  readonly onOpen: (id: number) => void;
};

/** The form for a customer who has no order yet. */
export const NewCustomerDialog = ({ onClose, onOpen }: NewCustomerDialogProps) => {
  const form = useId();
  const { draft, set, now, sayKept } = useNewCustomerDraft("new");
  const close = useOwnClose(onClose);
  const write = useWrite({
    send: (body: NewCustomerBody, idempotencyKey) =>
      ask((api, options) =>
        api.customers.createCustomer({ body, headers: { "idempotency-key": idempotencyKey }, ...options }),
      ),
    onSuccess: ({ body }: { readonly body: Customer }) => {
      set(undefined);
      announce({ title: texts.done(body.name), open: () => onOpen(body.id), whyNot: texts.noUndo });
      close();
    },
  });
  const leave = () => {
    if (now() !== undefined && !write.isPending) sayKept(t.common.draftKept);
    onClose();
  };
  const discard = () => {
    set(undefined);
    onClose();
  };
  const open = (id: number) => {
    set(undefined);
    onOpen(id);
  };
  const owner = write.error instanceof ApiError ? write.error.conflictId : undefined;
  return (
    <Dialog
      isOpen
      onClose={leave}
      title={customerPage.new}
      description={texts.description}
      actions={
        <>
          <Button onClick={discard}>{draft === undefined ? t.common.cancel : t.petDrawer.discard}</Button>
          <Button variant="primary" type="submit" form={form} isBusy={write.isPending}>
            {t.common.add}
          </Button>
        </>
      }
    >
      <ContractForm
        id={form}
        schema={NewCustomer}
        toInput={({ name, email, phone, address }) => ({
          name,
          email: given(email),
          phone: given(phone),
          address: given(address),
        })}
        onSubmit={(body) => write.mutate(body)}
        error={write.error}
        onTyped={(typed) => set(Object.values(typed).every((text) => text === "") ? undefined : { texts: typed })}
      >
        <CustomerFields name="" texts={draft?.texts} same={{ label: texts.openOther, onPick: ({ id }) => open(id) }} />
        {owner !== undefined && (
          <span>
            <Button onClick={() => open(owner)}>{texts.openTaken}</Button>
          </span>
        )}
      </ContractForm>
    </Dialog>
  );
};
