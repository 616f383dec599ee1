import type { Passkey } from "@petstore/contract/client";
import { Fingerprint, Pencil, Trash2 } from "lucide-react";
import { useId, useState } from "react";
import { IconButton } from "../../components/button";
import { Data, Moment } from "../../components/data";
import { Dialog } from "../../components/dialog";
import { QuestionDialog } from "../../components/question-dialog";
import { FormActions } from "../../components/form-actions";
import { askAuth } from "../../lib/service/api";
import { announce } from "../../lib/history/undo";
import { useQuestion } from "../../lib/session/use-question";
import { useWrite } from "../../lib/service/use-write";
import { t } from "../../texts";
import { lastFactorProblem } from "./last-factor";
import { PasskeyNameForm } from "./passkey-name-form";

type PasskeyProps = { readonly passkey: Passkey };

const RenameDialog = ({ passkey, onClose }: PasskeyProps & { readonly onClose: () => void }) => {
  const form = useId();
  const rename = useWrite({
    send: async (name: string) => {
      const body = { id: passkey.id, name };
      return (await askAuth((auth, options) => auth.passkeys.renamePasskey({ body, ...options }))).body;
    },
    onSuccess: ({ name }) => {
      onClose();
      announce({ title: t.passkeys.renamed(name) });
    },
  });
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t.passkeys.renameOf(passkey.name)}
      actions={<FormActions form={form} onCancel={onClose} label={t.common.save} isBusy={rename.isPending} />}
    >
      <PasskeyNameForm id={form} name={passkey.name} onSubmit={rename.mutate} error={rename.error} />
    </Dialog>
  );
};

const RemoveButton = ({ passkey }: PasskeyProps) => {
  const remove = useWrite({
    send: () => askAuth((auth, options) => auth.passkeys.deletePasskey({ body: { id: passkey.id }, ...options })),
    onSuccess: () => {
      question.close();
      announce({ title: t.passkeys.removed(passkey.name) });
    },
  });
  const question = useQuestion(remove);
  return (
    <>
      <IconButton label={t.passkeys.removeOf(passkey.name)} onClick={question.ask}>
        <Trash2 aria-hidden size={16} />
      </IconButton>
      <QuestionDialog
        question={question}
        write={remove}
        explain={lastFactorProblem}
        title={t.passkeys.removeTitle(passkey.name)}
        description={t.passkeys.removeDetail}
        confirmLabel={t.common.remove}
        isDanger
      />
    </>
  );
};

export const PasskeyRow = ({ passkey }: PasskeyProps) => {
  const [isRenaming, setIsRenaming] = useState(false);
  return (
    <li data-row className="flex items-center gap-3 border-b border-line py-2 text-sm last:border-b-0">
      <Fingerprint aria-hidden size={18} className="shrink-0 text-muted" />
      <div className="min-w-0 flex-1">
        <p className="font-medium wrap-anywhere">
          <Data>{passkey.name}</Data>
        </p>
        <p className="text-muted">
          {t.passkeys.addedAt} <Moment at={passkey.createdAt} />
          {" · "}
          {passkey.lastUsedAt === null ? (
            t.passkeys.neverUsed
          ) : (
            <>
              {t.passkeys.usedAt} <Moment at={passkey.lastUsedAt} />
            </>
          )}
        </p>
      </div>
      <div className="flex shrink-0">
        <IconButton label={t.passkeys.renameOf(passkey.name)} onClick={() => setIsRenaming(true)}>
          <Pencil aria-hidden size={16} />
        </IconButton>
        <RemoveButton passkey={passkey} />
      </div>
      {isRenaming && <RenameDialog passkey={passkey} onClose={() => setIsRenaming(false)} />}
    </li>
  );
};
