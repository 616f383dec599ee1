import { RefreshCw, Trash2, Users } from "lucide-react";
import { IconButton } from "../../../components/button";
import { DataLine } from "../../../components/data";
import { Dialog } from "../../../components/dialog";
import { EmptyState, InlineError } from "../../../components/states";
import { useHasRole } from "../../../lib/roles";
import { useRowFocus } from "../../../lib/row-focus";
import { t } from "../../../texts";
import type { PetOrder } from "../search";
import { type SavedView, useDeleteView, usePutView } from "./use-view-writes";

type ManageViewsDialogProps = {
  readonly views: readonly SavedView[];
  readonly order: PetOrder;
  readonly onClose: () => void;
};

const ManageViewsDialog = ({ views, order, onClose }: ManageViewsDialogProps) => {
  const canShare = useHasRole("manager");
  const put = usePutView();
  const remove = useDeleteView();
  const list = useRowFocus({ next: t.pets.keys.next, previous: t.pets.keys.previous });
  const own = views.filter(({ isOwn }) => isOwn);
  return (
    <Dialog isOpen onClose={onClose} title={t.pets.views.manageTitle} size="medium">
      {put.error !== null && <InlineError error={put.error} />}
      {own.length === 0 && <EmptyState title={t.pets.views.manageTitle} detail={t.pets.views.none} />}
      <ul ref={list} tabIndex={-1} className="flex flex-col outline-none">
        {own.map((view) => (
          <li key={view.name} data-row className="flex items-center gap-1 border-b border-line py-1 last:border-b-0">
            <span className="min-w-0 flex-1">
              <DataLine className="block font-medium">{view.name}</DataLine>
              {view.shared && <span className="text-sm text-muted">{t.pets.views.sharedMark}</span>}
            </span>
            {canShare && (
              <IconButton
                label={t.pets.views.sharing(view.name)}
                aria-pressed={view.shared}
                className="aria-pressed:chosen"
                onClick={() => put.mutate({ name: view.name, order: view.query, shared: !view.shared })}
              >
                <Users aria-hidden size={16} />
              </IconButton>
            )}
            <IconButton
              label={t.pets.views.replace(view.name)}
              onClick={() => put.mutate({ name: view.name, order, shared: view.shared })}
            >
              <RefreshCw aria-hidden size={16} />
            </IconButton>
            <IconButton label={t.pets.views.delete(view.name)} onClick={() => remove.mutate(view)}>
              <Trash2 aria-hidden size={16} className="text-danger" />
            </IconButton>
          </li>
        ))}
      </ul>
    </Dialog>
  );
};

// React's lazy() takes a default export.
// oxlint-disable-next-line import/no-default-export
export default ManageViewsDialog;
