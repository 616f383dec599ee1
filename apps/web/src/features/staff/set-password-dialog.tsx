import type { LiveApiKey, User } from "@petstore/contract/client";
import { PasswordReset } from "@petstore/contract/schemas";
import { useId, useState } from "react";
import type { z } from "zod";
import { Button } from "../../components/button";
import { ContractForm } from "../../components/contract-form";
import { LiveKeys } from "../../components/live-keys";
import { PasswordField } from "../../components/password-field";
import { SecretDialog } from "../../components/secret-dialog";
import { Switch } from "../../components/switch";
import { askAuth } from "../../lib/api";
import { randomPassword } from "../../lib/random-password";
import { useWrite } from "../../lib/use-write";
import { t } from "../../texts";

type Outcome = {
  readonly password: string;
  readonly apiKeys: readonly LiveApiKey[];
  readonly apiKeysRevoked: boolean;
};

type SetPasswordDialogProps = { readonly user: User; readonly onClose: () => void };

export const SetPasswordDialog = ({ user, onClose }: SetPasswordDialogProps) => {
  const form = useId();
  const [hasToRevoke, setHasToRevoke] = useState(true);
  const [outcome, setOutcome] = useState<Outcome>();
  const set = useWrite({
    send: (body: z.output<typeof PasswordReset>) =>
      askAuth((auth, options) => auth.users.setUserPassword({ body, ...options })),
    onSuccess: ({ body }, { newPassword }) => setOutcome({ ...body, password: newPassword }),
  });
  const secret = outcome && {
    title: t.staff.secretTitle(user.name),
    label: t.staff.secretLabel(user.email),
    value: outcome.password,
    detail: t.staff.secretDetail,
    more: outcome.apiKeys.length > 0 && (
      <LiveKeys
        label={outcome.apiKeysRevoked ? t.sessions.keysRevoked : t.sessions.keysWorking}
        keys={outcome.apiKeys}
      />
    ),
  };
  return (
    <SecretDialog
      title={t.staff.setPasswordTitle(user.name)}
      description={t.staff.passwordDetail}
      secret={secret}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t.common.cancel}</Button>
          <Button type="submit" form={form} variant="primary" isBusy={set.isPending}>
            {t.staff.setPassword}
          </Button>
        </>
      }
    >
      <ContractForm
        id={form}
        schema={PasswordReset}
        toInput={({ newPassword }) => ({ userId: user.id, newPassword, revokeApiKeys: hasToRevoke })}
        onSubmit={set.mutate}
        error={set.error}
      >
        <PasswordField name="newPassword" onGenerate={randomPassword} />
        <Switch label={t.staff.revokeKeys} help={t.staff.revokeKeysHelp} isOn={hasToRevoke} onChange={setHasToRevoke} />
      </ContractForm>
    </SecretDialog>
  );
};
