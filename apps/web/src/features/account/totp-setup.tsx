import { useId } from "react";
import { Button } from "../../components/button";
import { FormActions } from "../../components/form-actions";
import { SecretDialog } from "../../components/secret-dialog";
import { InlineError } from "../../components/states";
import { announce } from "../../lib/history/undo";
import { t } from "../../texts";
import { toSecret } from "./recovery-codes";
import { useTotpSetup } from "./use-totp-setup";

type TotpSetupProps = { readonly isOn: boolean; readonly finalFocus: () => HTMLElement | null };

/** Shows the steps that turn on the codes from an app, from the button to the recovery codes. */
export const TotpSetup = ({ isOn, finalFocus }: TotpSetupProps) => {
  const form = useId();
  const { start, setup, enable, recoveryCodes, end } = useTotpSetup();
  const close = () => {
    if (recoveryCodes !== undefined) announce({ title: t.secondFactor.turnedOn });
    end();
  };
  return (
    <>
      {!isOn && (
        <div>
          <Button isBusy={start.isPending} onClick={() => start.mutate(undefined)}>
            {t.secondFactor.setUp}
          </Button>
        </div>
      )}
      {start.isError && <InlineError error={start.error} />}
      {setup !== undefined && (
        <SecretDialog
          title={t.secondFactor.setUpTitle}
          secret={recoveryCodes && toSecret(recoveryCodes)}
          onClose={close}
          size="medium"
          finalFocus={finalFocus}
          actions={<FormActions form={form} onCancel={close} label={t.secondFactor.turnOn} isBusy={enable.isPending} />}
        >
          <setup.Form id={form} setup={setup.secret} onSubmit={enable.mutate} error={enable.error} />
        </SecretDialog>
      )}
    </>
  );
};
