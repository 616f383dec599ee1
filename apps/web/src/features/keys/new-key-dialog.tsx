import type { ApiKey } from "@petstore/contract/client";
import { NewApiKey } from "@petstore/contract/schemas";
import { useQueryClient } from "@tanstack/react-query";
import { useId, useState } from "react";
import { ContractForm } from "../../components/contract-form";
import { SelectField, TextField } from "../../components/field";
import { FormActions } from "../../components/form-actions";
import { SecretDialog } from "../../components/secret-dialog";
import { ask } from "../../lib/service/api";
import { remember } from "../../lib/history/undo";
import { useWrite } from "../../lib/service/use-write";
import { t } from "../../texts";
import { isAnswerLost, toSecret } from "./key-secret";
import { toNewKey } from "./new-key";

const scopes = (["read", "write", "admin"] as const).map((value) => ({ value, label: t.keys.scopeDetails[value] }));
const expiries = [
  { value: "30", label: t.keys.days(30) },
  { value: "90", label: t.keys.days(90) },
  { value: "365", label: t.keys.year },
  { value: "never", label: t.keys.expiresNever },
];

type NewKey = { readonly name: string; readonly scope: ApiKey["scope"]; readonly expiresAt?: string | undefined };

export const NewKeyDialog = ({ onClose }: { readonly onClose: () => void }) => {
  const form = useId();
  const cache = useQueryClient();
  // The key is kept only in this state, because the result of a mutation would stay in the cache.
  const [key, setKey] = useState<string>();
  const create = useWrite({
    send: async ({ name, scope, expiresAt }: NewKey) => {
      const body = { name, scope, ...(expiresAt !== undefined && { expiresAt }) };
      setKey((await ask((api, options) => api.apiKeys.createApiKey({ body, ...options }))).body.key);
    },
    onSuccess: (_, { name }) => remember({ title: t.undo.named(t.history.actions["api_key.create"], name) }),
    onError: () => void cache.invalidateQueries({ queryKey: ["keys"] }),
  });
  return (
    <SecretDialog
      title={t.keys.new}
      description={t.keys.newDetail}
      secret={key === undefined ? undefined : toSecret(key)}
      onClose={onClose}
      actions={<FormActions form={form} onCancel={onClose} label={t.keys.create} isBusy={create.isPending} />}
    >
      <ContractForm id={form} schema={NewApiKey} toInput={toNewKey} onSubmit={create.mutate} error={create.error}>
        <TextField name="name" label={t.keys.fields.name} help={t.keys.nameHelp} autoComplete="off" />
        <SelectField name="scope" label={t.keys.fields.scope} options={scopes} defaultValue="read" />
        <SelectField
          name="expiresAt"
          label={t.keys.expiryLabel}
          help={t.keys.expiryHelp}
          options={expiries}
          defaultValue="90"
        />
        {isAnswerLost(create.error) && <p className="text-sm text-muted">{t.keys.lost}</p>}
      </ContractForm>
    </SecretDialog>
  );
};
