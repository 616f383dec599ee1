import { useId } from "react";
import { Button } from "../../components/button";
import { Dialog } from "../../components/dialog";
import { readUserAgent } from "../../lib/device-name";
import { t } from "../../texts";
import { PasskeyNameForm } from "./passkey-name-form";
import { useAddPasskey } from "./use-add-passkey";

/** What most people would call it. */
const suggestedName = (): string => {
  const { browser, system } = readUserAgent(navigator.userAgent);
  return browser !== undefined && system !== undefined ? t.sessions.device(browser, system) : (system ?? "");
};

type AddPasskeyDialogProps = { readonly onClose: () => void; readonly onAdded: (name: string) => void };

export const AddPasskeyDialog = ({ onClose, onAdded }: AddPasskeyDialogProps) => {
  const form = useId();
  const add = useAddPasskey(onAdded);
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t.passkeys.add}
      description={t.passkeys.addDetail}
      actions={
        <>
          <Button onClick={onClose}>{t.common.cancel}</Button>
          <Button type="submit" form={form} variant="primary" isBusy={add.isPending}>
            {t.common.add}
          </Button>
        </>
      }
    >
      <PasskeyNameForm id={form} name={suggestedName()} onSubmit={add.mutate} error={add.error} />
    </Dialog>
  );
};
