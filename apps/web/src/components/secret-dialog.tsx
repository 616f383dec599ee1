import { useBlocker } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { t } from "../texts";
import { Button } from "./button";
import { ConfirmDialog, Dialog, type DialogProps } from "./dialog";
import { SecretField } from "./secret-field";

/** A secret that a form has created. It is shown once, and only the state of the dialog keeps it. */
export type Secret = {
  readonly title: string;
  readonly label: string;
  readonly value: string;
  /** A file name, if the secret can also be saved as a file. */
  readonly fileName?: string;
  /** Says what to do with it. */
  readonly detail: string;
  readonly more?: ReactNode;
};

type SecretDialogProps = {
  readonly title: string;
  readonly description?: string;
  /** The secret. As soon as it exists, it replaces the form. */
  readonly secret: Secret | undefined;
  readonly onClose: () => void;
  /** The size of the form, as for a {@link Dialog}. */
  readonly size?: DialogProps["size"];
  readonly finalFocus?: DialogProps["finalFocus"];
  /** The form; absent if the secret exists from the start. */
  readonly children?: ReactNode;
  readonly actions?: ReactNode;
};

/** A form that ends in a {@link Secret}. Leaving before it was copied asks once. */
export const SecretDialog = (props: SecretDialogProps) => {
  const { title, description, secret, onClose, size = "small", finalFocus, children, actions } = props;
  const [isCopied, setIsCopied] = useState(false);
  const [isAsking, setIsAsking] = useState(false);
  const isAtRisk = secret !== undefined && !isCopied;
  const blocker = useBlocker({
    shouldBlockFn: () => isAtRisk,
    enableBeforeUnload: () => isAtRisk,
    withResolver: true,
  });
  const close = () => (isAtRisk ? setIsAsking(true) : onClose());
  const isBlocked = blocker.status === "blocked";
  const stay = () => {
    setIsAsking(false);
    blocker.reset?.();
  };
  const leave = () => {
    onClose();
    blocker.proceed?.();
  };
  return (
    <Dialog
      isOpen
      onClose={close}
      size={secret === undefined ? size : "medium"}
      {...(finalFocus && { finalFocus })}
      title={secret?.title ?? title}
      {...(secret === undefined && description !== undefined && { description })}
      actions={secret === undefined ? actions : <Button onClick={close}>{t.common.done}</Button>}
    >
      {secret === undefined ? (
        children
      ) : (
        <div className="flex flex-col gap-4 text-sm">
          <p className="rounded-md bg-warning-soft px-3 py-2 text-on-warning-soft">{secret.detail}</p>
          <SecretField
            label={secret.label}
            value={secret.value}
            fileName={secret.fileName}
            onCopied={() => setIsCopied(true)}
          />
          {secret.more}
        </div>
      )}
      <ConfirmDialog
        isOpen={isAsking || isBlocked}
        onClose={stay}
        onConfirm={leave}
        title={t.common.notCopiedTitle}
        description={t.common.notCopied}
        confirmLabel={t.common.closeAnyway}
        isDanger
      />
    </Dialog>
  );
};
