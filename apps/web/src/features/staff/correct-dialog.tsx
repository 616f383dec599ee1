import type { User } from "@petstore/contract/client";
import { UserChange } from "@petstore/contract/schemas";
import { useId } from "react";
import type { z } from "zod";
import { ContractForm } from "../../components/contract-form";
import { Dialog } from "../../components/dialog";
import { TextField } from "../../components/field";
import { FormActions } from "../../components/form-actions";
import { askAuth } from "../../lib/service/api";
import { useAccount } from "../../lib/session/roles";
import { session } from "../../lib/session/session";
import { announce } from "../../lib/history/undo";
import { useOwnClose } from "../../lib/page/use-own-close";
import { useWrite } from "../../lib/service/use-write";
import { t } from "../../texts";
import { atField } from "./new-account-dialog";

const texts = t.staff.correct;

/** Corrects the name and the email address that an account signs in with. */
export const CorrectDialog = ({ user, onClose }: { readonly user: User; readonly onClose: () => void }) => {
  const form = useId();
  const isOwn = useAccount().id === user.id;
  const close = useOwnClose(onClose);
  const correct = useWrite({
    send: async ({ userId, name = user.name, email = user.email }: z.output<typeof UserChange>) => {
      const body = { userId, name, email };
      return (await askAuth((auth, options) => auth.users.updateUser({ body, ...options }))).body.user;
    },
    onSuccess: (changed) => {
      announce({ title: texts.done(changed.name) });
      if (isOwn) session.setUser(changed);
      close();
    },
  });
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={isOwn ? texts.ownTitle : texts.dialogTitle(user.name)}
      description={isOwn ? texts.ownDetail : texts.detail}
      actions={<FormActions form={form} onCancel={onClose} label={t.common.save} isBusy={correct.isPending} />}
    >
      <ContractForm
        id={form}
        schema={UserChange}
        toInput={({ name, email }) => ({ userId: user.id, name, email })}
        onSubmit={correct.mutate}
        error={atField(correct.error)}
      >
        <TextField name="name" label={t.staff.fields.name} defaultValue={user.name} autoComplete="off" />
        <TextField
          name="email"
          label={t.staff.fields.email}
          type="email"
          defaultValue={user.email}
          autoComplete="off"
        />
      </ContractForm>
    </Dialog>
  );
};
