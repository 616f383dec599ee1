import type { NewWebhookEndpoint as NewFields, WebhookEndpoint } from "@petstore/contract/client";
import { NewWebhookEndpoint, WebhookReplay } from "@petstore/contract/schemas";
import { useId, useState } from "react";
import { Button } from "../../components/button";
import { ContractForm } from "../../components/contract-form";
import { ConfirmDialog, Dialog } from "../../components/dialog";
import { TextField } from "../../components/field";
import { FormActions } from "../../components/form-actions";
import { SecretDialog } from "../../components/secret-dialog";
import { InlineError } from "../../components/states";
import { ApiError, ask } from "../../lib/service/api";
import { remember } from "../../lib/history/undo";
import { useWrite } from "../../lib/service/use-write";
import { t } from "../../texts";
import { webhooks } from "../../texts/webhooks";
import { changeOf, useDeleteEndpoint, useReplayEndpoint, useUpdateEndpoint } from "./use-webhook-writes";
import { toFields, typed, useWebhookFields } from "./webhook-fields";
import { toSecret } from "./webhook-parts";

const texts = webhooks;

/**
 * Whether the secret may exist although the response was lost. Such a request cannot simply be repeated, because
 * requests that show a secret take no `Idempotency-Key`.
 */
const isAnswerLost = (error: unknown) => error instanceof ApiError && (error.status === 0 || error.status >= 500);

const Lost = ({ error }: { readonly error: unknown }) =>
  isAnswerLost(error) && <p className="text-sm text-muted">{texts.lost}</p>;

export const NewWebhookDialog = ({ onClose }: { readonly onClose: () => void }) => {
  const form = useId();
  const { fields, types } = useWebhookFields();
  // The secret is kept only in this state, because the result of a mutation would stay in the cache.
  const [secret, setSecret] = useState<string>();
  const create = useWrite({
    send: async (body: NewFields) =>
      setSecret((await ask((api, options) => api.webhooks.createWebhookEndpoint({ body, ...options }))).body.secret),
    onSuccess: (_, { url }) => remember({ title: texts.made(url) }),
  });
  return (
    <SecretDialog
      title={texts.new}
      description={texts.newDetail}
      size="medium"
      secret={secret === undefined ? undefined : toSecret(secret)}
      onClose={onClose}
      actions={<FormActions form={form} onCancel={onClose} label={texts.create} isBusy={create.isPending} />}
    >
      <ContractForm
        id={form}
        schema={NewWebhookEndpoint}
        toInput={(values) => toFields(values, types)}
        onSubmit={create.mutate}
        error={create.error}
      >
        {fields}
        <Lost error={create.error} />
      </ContractForm>
    </SecretDialog>
  );
};

type OneProps = { readonly endpoint: WebhookEndpoint; readonly onClose: () => void };

export const EditWebhookDialog = ({ endpoint, onClose }: OneProps) => {
  const form = useId();
  const { fields, types } = useWebhookFields(endpoint);
  const update = useUpdateEndpoint(onClose);
  const save = ({ url, description = null, types: chosen = [] }: NewFields) => {
    const change = changeOf(endpoint, { url, description, types: [...chosen] });
    if (Object.keys(change).length === 0) onClose();
    else update.mutate({ one: endpoint, change });
  };
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={texts.editTitle}
      size="medium"
      actions={<FormActions form={form} onCancel={onClose} label={t.common.save} isBusy={update.isPending} />}
    >
      <ContractForm
        id={form}
        schema={NewWebhookEndpoint}
        toInput={(values) => toFields(values, types)}
        onSubmit={save}
        error={update.error}
      >
        {fields}
      </ContractForm>
    </Dialog>
  );
};

export const RotateSecretDialog = ({ endpoint: { id, url }, onClose }: OneProps) => {
  const [secret, setSecret] = useState<string>();
  const rotate = useWrite({
    send: async () => {
      const call = { params: { endpointId: id }, body: {} };
      setSecret((await ask((api, options) => api.webhooks.rotateWebhookSecret({ ...call, ...options }))).body.secret);
    },
    onSuccess: () => remember({ title: texts.rotated(url) }),
  });
  return (
    <SecretDialog
      title={texts.rotateTitle}
      description={texts.rotateDetail}
      secret={secret === undefined ? undefined : toSecret(secret)}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t.common.cancel}</Button>
          <Button variant="primary" isBusy={rotate.isPending} onClick={() => rotate.mutate(undefined)}>
            {texts.rotateSubmit}
          </Button>
        </>
      }
    >
      <p className="text-sm wrap-anywhere" translate="no">
        {url}
      </p>
      {rotate.error !== null && <InlineError error={rotate.error} />}
      <Lost error={rotate.error} />
    </SecretDialog>
  );
};

export const ReplayDialog = ({ endpoint, onClose }: OneProps) => {
  const form = useId();
  const replay = useReplayEndpoint(onClose);
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={texts.replayTitle}
      description={texts.replayDetail}
      actions={
        <>
          <Button
            className="mr-auto"
            isBusy={replay.isPending}
            onClick={() => replay.mutate({ one: endpoint, after: "now" })}
          >
            {texts.replayNow}
          </Button>
          <FormActions form={form} onCancel={onClose} label={texts.replaySubmit} isBusy={replay.isPending} />
        </>
      }
    >
      <ContractForm
        id={form}
        schema={WebhookReplay}
        toInput={({ after }) => ({ after: typed(after) })}
        onSubmit={({ after }) => replay.mutate({ one: endpoint, after })}
        error={replay.error}
      >
        <TextField
          name="after"
          label={texts.replayAfter}
          help={texts.replayHelp}
          defaultValue={endpoint.cursor}
          autoComplete="off"
          spellCheck={false}
        />
      </ContractForm>
    </Dialog>
  );
};

export const DeleteWebhookDialog = ({
  endpoint,
  onClose,
  onDeleted,
}: OneProps & { readonly onDeleted: () => void }) => {
  const remove = useDeleteEndpoint(onDeleted);
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      onConfirm={() => remove.mutate(endpoint)}
      title={texts.deleteTitle}
      description={texts.deleteDetail}
      confirmLabel={t.common.delete}
      isDanger
      isBusy={remove.isPending}
    >
      <p className="text-sm wrap-anywhere" translate="no">
        {endpoint.url}
      </p>
      {remove.error !== null && <InlineError error={remove.error} />}
    </ConfirmDialog>
  );
};
