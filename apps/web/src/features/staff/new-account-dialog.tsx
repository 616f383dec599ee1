import { NewUser } from "@petstore/contract/schemas";
import { useId, useState } from "react";
import type { z } from "zod";
import { ContractForm } from "../../components/contract-form";
import { SelectField, TextField } from "../../components/field";
import { FormActions } from "../../components/form-actions";
import { type Secret, SecretDialog } from "../../components/secret-dialog";
import { ApiError, askAuth } from "../../lib/service/api";
import { remember } from "../../lib/history/undo";
import { useWrite } from "../../lib/service/use-write";
import { t } from "../../texts";
import { toSecret } from "./invitation-secret";
import { roleOptions } from "./staff-parts";

type Account = z.output<typeof NewUser>;

/** The server's sentence is about the email address, but does not name its field. */
export const atField = (error: unknown): unknown =>
  error instanceof ApiError && error.code === "email_taken"
    ? new ApiError(error.code, `body.email ${t.staff.emailTaken}`)
    : error;

export const NewAccountDialog = ({ onClose }: { readonly onClose: () => void }) => {
  const form = useId();
  // The link is kept only in this state, because the result of a mutation would stay in the cache.
  const [secret, setSecret] = useState<Secret>();
  const create = useWrite({
    send: async (body: Account) => {
      const { body: made } = await askAuth((auth, options) => auth.users.createUser({ body, ...options }));
      setSecret(toSecret(made.user, made.invitation));
    },
    onSuccess: (_, { name }) => remember({ title: t.undo.named(t.history.actions["account.create"], name) }),
  });
  return (
    <SecretDialog
      title={t.staff.new}
      description={t.staff.newDetail}
      secret={secret}
      onClose={onClose}
      actions={<FormActions form={form} onCancel={onClose} label={t.staff.create} isBusy={create.isPending} />}
    >
      <ContractForm
        id={form}
        schema={NewUser}
        toInput={(values) => values}
        onSubmit={create.mutate}
        error={atField(create.error)}
      >
        <TextField name="name" label={t.staff.fields.name} autoComplete="off" />
        <TextField name="email" label={t.staff.fields.email} type="email" autoComplete="off" />
        <SelectField name="role" label={t.staff.role} options={roleOptions} defaultValue="clerk" />
      </ContractForm>
    </SecretDialog>
  );
};
