import type { User } from "@petstore/contract/client";
import { Ban } from "@petstore/contract/schemas";
import { useId } from "react";
import type { z } from "zod";
import { ContractForm } from "../../components/contract-form";
import { Dialog } from "../../components/dialog";
import { TextField } from "../../components/field";
import { FormActions } from "../../components/form-actions";
import { askAuth } from "../../lib/service/api";
import { announce } from "../../lib/history/undo";
import { useOwnClose } from "../../lib/page/use-own-close";
import { useWrite } from "../../lib/service/use-write";
import { t } from "../../texts";

type BanDialogProps = { readonly user: User; readonly onClose: () => void };

export const BanDialog = ({ user, onClose }: BanDialogProps) => {
  const form = useId();
  const close = useOwnClose(onClose);
  const ban = useWrite({
    send: ({ userId, banReason }: z.output<typeof Ban>) => {
      const body = { userId, ...(banReason !== undefined && { banReason }) };
      return askAuth((auth, options) => auth.users.banUser({ body, ...options }));
    },
    onSuccess: () => {
      announce({ title: t.staff.banned(user.name) });
      close();
    },
  });
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t.staff.banTitle(user.name)}
      description={t.staff.banDetail}
      actions={
        <FormActions form={form} onCancel={onClose} label={t.staff.ban} isBusy={ban.isPending} variant="danger" />
      }
    >
      <ContractForm
        id={form}
        schema={Ban}
        toInput={({ banReason }) => ({ userId: user.id, ...(banReason !== "" && { banReason }) })}
        onSubmit={ban.mutate}
        error={ban.error}
      >
        <TextField
          name="banReason"
          label={t.staff.banReason}
          help={t.staff.banReasonHelp}
          isOptional
          autoComplete="off"
        />
      </ContractForm>
    </Dialog>
  );
};
