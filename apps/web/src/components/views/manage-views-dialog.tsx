import { Field } from "@base-ui/react/field";
import type { View } from "@petstore/contract/client";
import { MAX_VIEW_NAME_LENGTH, ViewPath } from "@petstore/contract/schemas";
import { Check, Pencil, Pin, RefreshCw, Trash2, Users, X } from "lucide-react";
import { useState } from "react";
import { ApiError } from "../../lib/service/api-error";
import { useHasRole } from "../../lib/session/roles";
import { useRowFocus } from "../../lib/page/row-focus";
import { useStore } from "../../lib/page/store";
import { useDeleteView, usePutView, useRenameView } from "../../lib/views/view-writes";
import { pinnedViews, pinOf, type ViewedList } from "../../lib/views/views";
import { t } from "../../texts";
import { savedViews as texts } from "../../texts/saved-views";
import { IconButton } from "../button";
import { ContractForm } from "../contract-form";
import { DataLine } from "../data";
import { Dialog } from "../dialog";
import { FieldProblem, marked } from "../field";
import { controlClass } from "../native-select";
import { EmptyState, InlineError } from "../states";

const RenameForm = ({ view, onClose }: { readonly view: View; readonly onClose: () => void }) => {
  const rename = useRenameView(onClose);
  const isTaken = rename.error instanceof ApiError && rename.error.code === "precondition_failed";
  return (
    <ContractForm
      schema={ViewPath}
      toInput={({ name }) => ({ name })}
      onSubmit={({ name }) => (name === view.name ? onClose() : rename.mutate({ view, name }))}
      error={isTaken ? null : rename.error}
    >
      <Field.Root name="name" className="flex flex-1 flex-col gap-1">
        <div className="flex items-center gap-1">
          <Field.Control
            autoFocus
            aria-label={texts.newName(view.name)}
            defaultValue={view.name}
            maxLength={MAX_VIEW_NAME_LENGTH}
            autoComplete="off"
            readOnly={rename.isPending}
            onChange={() => rename.isError && rename.reset()}
            {...marked(isTaken)}
            className={controlClass}
          />
          <IconButton type="submit" label={t.common.save} isBusy={rename.isPending}>
            <Check aria-hidden size={18} />
          </IconButton>
          <IconButton label={t.common.cancel} onClick={onClose}>
            <X aria-hidden size={18} />
          </IconButton>
        </div>
        {isTaken ? (
          <Field.Error match className="text-sm text-danger">
            {texts.taken}
          </Field.Error>
        ) : (
          <FieldProblem name="name" />
        )}
      </Field.Root>
    </ContractForm>
  );
};

const PinButton = ({ view }: { readonly view: View }) => {
  const pins = useStore(pinnedViews);
  const pin = pinOf(view);
  const isPinned = pins.includes(pin);
  return (
    <IconButton
      label={texts.pin(view.name)}
      aria-pressed={isPinned}
      className="aria-pressed:chosen"
      onClick={() => pinnedViews.set(isPinned ? pins.filter((one) => one !== pin) : [...pins, pin])}
    >
      <Pin aria-hidden size={16} />
    </IconButton>
  );
};

type ManageViewsDialogProps = {
  readonly views: readonly View[];
  readonly list: Pick<ViewedList, "now">;
  readonly onClose: () => void;
};

const ManageViewsDialog = ({ views, list, onClose }: ManageViewsDialogProps) => {
  const canShare = useHasRole("manager");
  const put = usePutView();
  const remove = useDeleteView();
  const rows = useRowFocus({ next: t.pets.keys.next, previous: t.pets.keys.previous });
  const [renamed, setRenamed] = useState<string>();
  const inOrder = [...views.filter(({ isOwn }) => isOwn), ...views.filter(({ isOwn }) => !isOwn)];
  return (
    <Dialog isOpen onClose={onClose} title={texts.manageTitle} size="medium">
      {put.error !== null && <InlineError error={put.error} />}
      {inOrder.length === 0 && <EmptyState title={texts.manageTitle} detail={texts.none} />}
      <ul ref={rows} tabIndex={-1} className="flex flex-col outline-none">
        {inOrder.map((view) => (
          <li
            key={pinOf(view)}
            data-row
            className="flex flex-wrap items-center justify-end gap-1 border-b border-line py-1 last:border-b-0"
          >
            {view.isOwn && view.name === renamed ? (
              <RenameForm view={view} onClose={() => setRenamed(undefined)} />
            ) : (
              <>
                <span className="min-w-0 flex-1 basis-40">
                  <DataLine className="block font-medium">{view.name}</DataLine>
                  {!view.isOwn && <span className="block text-sm text-muted">{texts.by(view.owner.name)}</span>}
                  {view.isOwn && view.isShared && <span className="text-sm text-muted">{texts.sharedMark}</span>}
                </span>
                <PinButton view={view} />
                {view.isOwn && canShare && (
                  <IconButton
                    label={texts.sharing(view.name)}
                    aria-pressed={view.isShared}
                    className="aria-pressed:chosen"
                    onClick={() => put.mutate({ ...view, isShared: !view.isShared })}
                  >
                    <Users aria-hidden size={16} />
                  </IconButton>
                )}
                {view.isOwn && (
                  <>
                    <IconButton label={texts.rename(view.name)} onClick={() => setRenamed(view.name)}>
                      <Pencil aria-hidden size={16} />
                    </IconButton>
                    <IconButton
                      label={texts.replace(view.name)}
                      onClick={() => put.mutate({ ...view, query: list.now })}
                    >
                      <RefreshCw aria-hidden size={16} />
                    </IconButton>
                    <IconButton label={texts.delete(view.name)} onClick={() => remove.mutate(view)}>
                      <Trash2 aria-hidden size={16} className="text-danger" />
                    </IconButton>
                  </>
                )}
              </>
            )}
          </li>
        ))}
      </ul>
      {!canShare && <p className="text-sm text-muted">{texts.shareDenied}</p>}
    </Dialog>
  );
};

// React's lazy() takes a default export.
// oxlint-disable-next-line import/no-default-export
export default ManageViewsDialog;
