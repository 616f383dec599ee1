import { MAX_VIEW_NAME_LENGTH, ViewPath } from "@petstore/contract/schemas";
import { useState } from "react";
import { ContractForm } from "../../../components/contract-form";
import { Dialog } from "../../../components/dialog";
import { TextField } from "../../../components/field";
import { FormActions } from "../../../components/form-actions";
import { Switch } from "../../../components/switch";
import { useHasRole } from "../../../lib/roles";
import { useOwnClose } from "../../../lib/use-own-close";
import { t } from "../../../texts";
import type { PetView } from "../search";
import { replacedBy, type SavedView, usePutView } from "./use-view-writes";

type SaveViewDialogProps = {
  readonly views: readonly SavedView[];
  readonly view: PetView;
  readonly onClose: () => void;
};

const FORM = "save-view";

const SaveViewDialog = ({ views, view, onClose }: SaveViewDialogProps) => {
  const put = usePutView(useOwnClose(onClose));
  const canShare = useHasRole("manager");
  const [name, setName] = useState("");
  const [isShared, setIsShared] = useState(false);
  const replaced = replacedBy(views, name);
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t.pets.views.saveTitle}
      description={t.pets.views.saveHelp}
      actions={
        <FormActions
          form={FORM}
          onCancel={onClose}
          label={replaced === undefined ? t.pets.views.saveButton : t.pets.views.replaceButton}
          isBusy={put.isPending}
        />
      }
    >
      <ContractForm
        id={FORM}
        schema={ViewPath}
        toInput={() => ({ name })}
        onSubmit={(path) => put.mutate({ name: path.name, view, shared: isShared })}
        error={put.error}
      >
        <TextField
          name="name"
          label={t.pets.views.name}
          value={name}
          onValueChange={setName}
          autoFocus
          autoComplete="off"
          maxLength={MAX_VIEW_NAME_LENGTH}
          help={<span aria-live="polite">{replaced !== undefined && t.pets.views.replaces(replaced.name)}</span>}
        />
        {canShare ? (
          <Switch label={t.pets.views.share} help={t.pets.views.shareHelp} isOn={isShared} onChange={setIsShared} />
        ) : (
          <p className="text-sm text-muted">{t.pets.views.shareDenied}</p>
        )}
      </ContractForm>
    </Dialog>
  );
};

// React's lazy() takes a default export.
// oxlint-disable-next-line import/no-default-export
export default SaveViewDialog;
