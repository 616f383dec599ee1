import type { View } from "@petstore/contract/client";
import { MAX_VIEW_NAME_LENGTH, ViewPath } from "@petstore/contract/schemas";
import { useState } from "react";
import { useHasRole } from "../../lib/session/roles";
import { useOwnClose } from "../../lib/page/use-own-close";
import { replacedBy, usePutView } from "../../lib/views/view-writes";
import type { ViewedList } from "../../lib/views/views";
import { savedViews } from "../../texts/saved-views";
import { ContractForm } from "../contract-form";
import { Dialog } from "../dialog";
import { TextField } from "../field";
import { FormActions } from "../form-actions";
import { Switch } from "../switch";

type SaveViewDialogProps = {
  readonly views: readonly View[];
  readonly list: Pick<ViewedList, "page" | "now">;
  readonly onClose: () => void;
};

const FORM = "save-view";

const SaveViewDialog = ({ views, list, onClose }: SaveViewDialogProps) => {
  const put = usePutView(useOwnClose(onClose));
  const canShare = useHasRole("manager");
  const [name, setName] = useState("");
  const [isShared, setIsShared] = useState(false);
  const replaced = replacedBy(views, name);
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={savedViews.saveTitle}
      description={savedViews.saveHelp}
      actions={
        <FormActions
          form={FORM}
          onCancel={onClose}
          label={replaced === undefined ? savedViews.saveButton : savedViews.replaceButton}
          isBusy={put.isPending}
        />
      }
    >
      <ContractForm
        id={FORM}
        schema={ViewPath}
        toInput={() => ({ name })}
        onSubmit={(path) => put.mutate({ page: list.page, name: path.name, query: list.now, isShared })}
        error={put.error}
      >
        <TextField
          name="name"
          label={savedViews.name}
          value={name}
          onValueChange={setName}
          autoFocus
          autoComplete="off"
          maxLength={MAX_VIEW_NAME_LENGTH}
          help={<span aria-live="polite">{replaced !== undefined && savedViews.replaces(replaced.name)}</span>}
        />
        {canShare ? (
          <Switch label={savedViews.share} help={savedViews.shareHelp} isOn={isShared} onChange={setIsShared} />
        ) : (
          <p className="text-sm text-muted">{savedViews.shareDenied}</p>
        )}
      </ContractForm>
    </Dialog>
  );
};

// React's lazy() takes a default export.
// oxlint-disable-next-line import/no-default-export
export default SaveViewDialog;
