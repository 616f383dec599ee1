import { useId } from "react";
import { Dialog } from "../../components/dialog";
import { FormActions } from "../../components/form-actions";
import { readUserAgent } from "../../lib/session/device-name";
import { t } from "../../texts";
import { PasskeyNameForm } from "./passkey-name-form";
import { useAddPasskey } from "./use-add-passkey";

/** The name that most people would give to the passkey. */
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
      actions={<FormActions form={form} onCancel={onClose} label={t.common.add} isBusy={add.isPending} />}
    >
      <PasskeyNameForm id={form} name={suggestedName()} onSubmit={add.mutate} error={add.error} />
    </Dialog>
  );
};
