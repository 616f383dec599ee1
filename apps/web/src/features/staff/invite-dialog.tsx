import type { LiveApiKey, User } from "@petstore/contract/client";
import { NewInvitation } from "@petstore/contract/schemas";
import { useId, useState } from "react";
import type { z } from "zod";
import { ContractForm } from "../../components/contract-form";
import { FormActions } from "../../components/form-actions";
import { LiveKeys } from "../../components/live-keys";
import { type Secret, SecretDialog } from "../../components/secret-dialog";
import { Switch } from "../../components/switch";
import { askAuth } from "../../lib/service/api";
import { remember } from "../../lib/history/undo";
import { useWrite } from "../../lib/service/use-write";
import { t } from "../../texts";
import { toSecret } from "./invitation-secret";

type KeysProps = { readonly apiKeys: readonly LiveApiKey[]; readonly apiKeysRevoked: boolean };

const Keys = ({ apiKeys, apiKeysRevoked }: KeysProps) =>
  apiKeys.length > 0 && (
    <LiveKeys label={apiKeysRevoked ? t.sessions.keysRevoked : t.sessions.keysWorking} keys={apiKeys} />
  );

type InviteDialogProps = { readonly user: User; readonly onClose: () => void };

/** Creates a new invitation. For an account with a password, this resets the password. */
export const InviteDialog = ({ user, onClose }: InviteDialogProps) => {
  const form = useId();
  const [hasToRevoke, setHasToRevoke] = useState(true);
  const [hasToRemove, setHasToRemove] = useState(false);
  // The link is kept only in this state, because the result of a mutation would stay in the cache.
  const [secret, setSecret] = useState<Secret>();
  const invite = useWrite({
    send: async (body: z.output<typeof NewInvitation>) => {
      const { body: made } = await askAuth((auth, options) => auth.users.inviteUser({ body, ...options }));
      setSecret({ ...toSecret(made.user, made.invitation), more: <Keys {...made} /> });
    },
    onSuccess: () => remember({ title: t.undo.named(t.history.actions["account.invite"], user.name) }),
  });
  const text = user.invited
    ? { title: t.staff.inviteTitle(user.name), detail: t.staff.inviteDetail, submit: t.staff.invite }
    : { title: t.staff.resetTitle(user.name), detail: t.staff.resetDetail, submit: t.staff.reset };
  return (
    <SecretDialog
      title={text.title}
      description={text.detail}
      secret={secret}
      onClose={onClose}
      actions={<FormActions form={form} onCancel={onClose} label={text.submit} isBusy={invite.isPending} />}
    >
      <ContractForm
        id={form}
        schema={NewInvitation}
        toInput={() => ({ userId: user.id, revokeApiKeys: hasToRevoke, removeSecondFactor: hasToRemove })}
        onSubmit={invite.mutate}
        error={invite.error}
      >
        <Switch label={t.staff.revokeKeys} help={t.staff.revokeKeysHelp} isOn={hasToRevoke} onChange={setHasToRevoke} />
        {user.secondFactor && (
          <Switch
            label={t.staff.removeSecondFactor}
            help={t.staff.removeSecondFactorHelp}
            isOn={hasToRemove}
            onChange={setHasToRemove}
          />
        )}
      </ContractForm>
    </SecretDialog>
  );
};
