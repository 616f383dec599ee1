import { Field } from "@base-ui/react/field";
import { MAX_VIEW_NAME_LENGTH, ViewPath } from "@petstore/contract/schemas";
import { Check, Pencil, Pin, RefreshCw, Trash2, Users, X } from "lucide-react";
import { useState } from "react";
import { IconButton } from "../../../components/button";
import { ContractForm } from "../../../components/contract-form";
import { DataLine } from "../../../components/data";
import { Dialog } from "../../../components/dialog";
import { controlClass, FieldProblem } from "../../../components/field";
import { EmptyState, InlineError } from "../../../components/states";
import { ApiError } from "../../../lib/api-error";
import { useHasRole } from "../../../lib/roles";
import { useRowFocus } from "../../../lib/row-focus";
import { useStore } from "../../../lib/store";
import { t } from "../../../texts";
import type { PetView } from "../search";
import { pinnedViews, pinOf } from "./pinned-views";
import { type SavedView, useDeleteView, usePutView, useRenameView } from "./use-view-writes";

const texts = t.pets.views;

const RenameForm = ({ view, onClose }: { readonly view: SavedView; readonly onClose: () => void }) => {
  const rename = useRenameView(onClose);
  const isTaken = rename.error instanceof ApiError && rename.error.code === "precondition_failed";
  return (
    <ContractForm
      schema={ViewPath}
      toInput={({ name }) => ({ name })}
      onSubmit={({ name }) => (name === view.name ? onClose() : rename.mutate({ view, name }))}
      error={isTaken ? null : rename.error}
    >
      <Field.Root name="name" invalid={isTaken || undefined} className="flex flex-1 flex-col gap-1">
        <div className="flex items-center gap-1">
          <Field.Control
            autoFocus
            aria-label={texts.newName(view.name)}
            defaultValue={view.name}
            maxLength={MAX_VIEW_NAME_LENGTH}
            autoComplete="off"
            readOnly={rename.isPending}
            // A field that is marked invalid keeps the form from being sent.
            onChange={() => rename.isError && rename.reset()}
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

const PinButton = ({ view }: { readonly view: SavedView }) => {
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
  readonly views: readonly SavedView[];
  /** The list as it is now. */
  readonly view: PetView;
  readonly onClose: () => void;
};

const ManageViewsDialog = ({ views, view: now, onClose }: ManageViewsDialogProps) => {
  const canShare = useHasRole("manager");
  const put = usePutView();
  const remove = useDeleteView();
  const list = useRowFocus({ next: t.pets.keys.next, previous: t.pets.keys.previous });
  const [renamed, setRenamed] = useState<string>();
  const inOrder = [...views.filter(({ isOwn }) => isOwn), ...views.filter(({ isOwn }) => !isOwn)];
  return (
    <Dialog isOpen onClose={onClose} title={texts.manageTitle} size="medium">
      {put.error !== null && <InlineError error={put.error} />}
      {inOrder.length === 0 && <EmptyState title={texts.manageTitle} detail={texts.none} />}
      <ul ref={list} tabIndex={-1} className="flex flex-col outline-none">
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
                  {view.isOwn && view.shared && <span className="text-sm text-muted">{texts.sharedMark}</span>}
                </span>
                <PinButton view={view} />
                {view.isOwn && canShare && (
                  <IconButton
                    label={texts.sharing(view.name)}
                    aria-pressed={view.shared}
                    className="aria-pressed:chosen"
                    onClick={() => put.mutate({ name: view.name, view: view.query, shared: !view.shared })}
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
                      onClick={() => put.mutate({ name: view.name, view: now, shared: view.shared })}
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
