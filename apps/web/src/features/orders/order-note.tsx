import type { Order } from "@petstore/contract/client";
import { OrderChange } from "@petstore/contract/schemas";
import { useState } from "react";
import { Button } from "../../components/button";
import { ContractForm } from "../../components/contract-form";
import { Data } from "../../components/data";
import { DrawerSection } from "../../components/drawer-section";
import { TextAreaField } from "../../components/field";
import { keepFromDrawer } from "../../lib/page/keep-from-drawer";
import { useWrite } from "../../lib/service/use-write";
import { t } from "../../texts";
import { useOrderNoteDraft } from "./drafts";
import { changeOrder } from "./order-edits";

const texts = t.orders.drawer;

const NoteForm = ({ order, onClose }: { readonly order: Order; readonly onClose: () => void }) => {
  const { draft, set, now, sayKept } = useOrderNoteDraft(order.id);
  const end = () => {
    set(undefined);
    onClose();
  };
  const write = useWrite({ send: (note: string | null) => changeOrder(order, { note }), onSuccess: end });
  return (
    <ContractForm
      schema={OrderChange}
      toInput={({ note }) => ({ note: note === "" ? null : note })}
      onSubmit={({ note = null }) => {
        if (note === order.note) end();
        else write.mutate(note);
      }}
      error={write.error}
    >
      <TextAreaField
        name="note"
        label={texts.note}
        rows={3}
        value={draft?.text ?? order.note ?? ""}
        onValueChange={(text) => set(text === (order.note ?? "") ? undefined : { text })}
        readOnly={write.isPending}
        onKeyDown={(event) => {
          if (event.key !== "Escape") return;
          keepFromDrawer(event);
          if (now() !== undefined) sayKept(t.common.draftKept);
          onClose();
        }}
      />
      <div className="flex justify-end gap-2">
        <Button onClick={end}>{t.common.cancel}</Button>
        <Button type="submit" isBusy={write.isPending}>
          {t.common.save}
        </Button>
      </div>
    </ContractForm>
  );
};

/** Shows the note of staff about an order. */
export const OrderNote = ({ order }: { readonly order: Order }) => {
  const { draft } = useOrderNoteDraft(order.id);
  // If there is a draft, the form opens again.
  const [isEditing, setIsEditing] = useState(draft !== undefined);
  const { note } = order;
  return (
    <DrawerSection
      title={texts.note}
      links={
        !isEditing && (
          <Button variant="quiet" onClick={() => setIsEditing(true)}>
            {note === null ? texts.addNote : t.common.edit}
          </Button>
        )
      }
    >
      {isEditing && <NoteForm order={order} onClose={() => setIsEditing(false)} />}
      {!isEditing && note === null && <p className="text-sm text-muted">{texts.noNote}</p>}
      {!isEditing && note !== null && (
        <p className="text-sm wrap-anywhere whitespace-pre-wrap">
          <Data>{note}</Data>
        </p>
      )}
    </DrawerSection>
  );
};
