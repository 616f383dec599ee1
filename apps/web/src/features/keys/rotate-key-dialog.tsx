import type { ApiKey } from "@petstore/contract/client";
import { Rotation } from "@petstore/contract/schemas";
import { useQueryClient } from "@tanstack/react-query";
import { useId, useState } from "react";
import { ContractForm } from "../../components/contract-form";
import { SelectField } from "../../components/field";
import { FormActions } from "../../components/form-actions";
import { SecretDialog } from "../../components/secret-dialog";
import { ask } from "../../lib/service/api";
import { remember } from "../../lib/history/undo";
import { useWrite } from "../../lib/service/use-write";
import { t } from "../../texts";
import { isAnswerLost, toSecret } from "./key-secret";

const { now, hour, day, week } = t.keys.overlaps;
const overlaps = [
  { value: "0", label: now },
  { value: "3600", label: hour },
  { value: "86400", label: day },
  { value: "604800", label: week },
];

const toInput = ({ overlapSeconds }: Readonly<Record<string, unknown>>) => ({ overlapSeconds: Number(overlapSeconds) });

type RotateKeyDialogProps = { readonly apiKey: ApiKey; readonly onClose: () => void };

export const RotateKeyDialog = ({ apiKey: { id, name }, onClose }: RotateKeyDialogProps) => {
  const form = useId();
  const cache = useQueryClient();
  const [key, setKey] = useState<string>();
  const rotate = useWrite({
    send: async (body: Rotation) => {
      const call = { params: { keyId: id }, body };
      setKey((await ask((api, options) => api.apiKeys.rotateApiKey({ ...call, ...options }))).body.key);
    },
    onSuccess: () => remember({ title: t.undo.named(t.history.actions["api_key.rotate"], name) }),
    onError: () => void cache.invalidateQueries({ queryKey: ["keys"] }),
  });
  return (
    <SecretDialog
      title={t.keys.rotateTitle(name)}
      description={t.keys.rotateDetail}
      secret={key === undefined ? undefined : toSecret(key)}
      onClose={onClose}
      actions={<FormActions form={form} onCancel={onClose} label={t.keys.rotateSubmit} isBusy={rotate.isPending} />}
    >
      <ContractForm id={form} schema={Rotation} toInput={toInput} onSubmit={rotate.mutate} error={rotate.error}>
        <SelectField
          name="overlapSeconds"
          label={t.keys.overlapLabel}
          help={t.keys.overlapHelp}
          options={overlaps}
          defaultValue="86400"
        />
        {isAnswerLost(rotate.error) && <p className="text-sm text-muted">{t.keys.lost}</p>}
      </ContractForm>
    </SecretDialog>
  );
};
