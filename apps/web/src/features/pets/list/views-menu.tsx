import { useQuery } from "@tanstack/react-query";
import { Bookmark, BookmarkPlus, ChevronDown, Settings2 } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { Button } from "../../../components/button";
import { DataLine } from "../../../components/data";
import { Menu } from "../../../components/menu";
import { MenuGroup, MenuItem, MenuSeparator } from "../../../components/menu-parts";
import { t } from "../../../texts";
import { viewsQuery } from "../queries";
import { orderKey, type PetSearch, type PetView, viewOf } from "../search";

const SaveViewDialog = lazy(() => import("./save-view-dialog"));
const ManageViewsDialog = lazy(() => import("./manage-views-dialog"));

type ViewsMenuProps = {
  readonly search: PetSearch;
  readonly onShow: (view: PetView) => void;
};

/** The saved views; the one that the list shows names the button. */
export const ViewsMenu = ({ search, onShow }: ViewsMenuProps) => {
  const saved = useQuery(viewsQuery);
  const views = saved.data ?? [];
  const [dialog, setDialog] = useState<"save" | "manage">();
  const current = views.find(({ query }) => orderKey(query) === orderKey(search));
  const close = () => setDialog(undefined);
  const group = (label: string, isOwn: boolean) => {
    const members = views.filter((view) => view.isOwn === isOwn);
    return members.length === 0 ? null : (
      <MenuGroup label={label}>
        {members.map((view) => (
          <MenuItem key={`${view.owner.id}/${view.name}`} onSelect={() => onShow(view.query)}>
            <DataLine className="min-w-0 flex-1">{view.name}</DataLine>
            {!isOwn && <span className="text-muted">{t.pets.views.by(view.owner.name)}</span>}
            {isOwn && view.shared && <span className="text-muted">{t.pets.views.sharedMark}</span>}
          </MenuItem>
        ))}
      </MenuGroup>
    );
  };
  return (
    <>
      <Menu
        renderTrigger={(props) => (
          <Button {...props} icon={<Bookmark aria-hidden size={16} />} className="max-w-60">
            {current === undefined ? t.pets.views.menu : <DataLine>{current.name}</DataLine>}
            <ChevronDown aria-hidden size={14} className="text-muted" />
          </Button>
        )}
      >
        {/* Half of an entry shows that there are more. */}
        <div className="max-h-75 w-64 overflow-y-auto">
          <MenuItem onSelect={() => onShow({})}>{t.pets.views.all}</MenuItem>
          {saved.data === undefined && saved.error !== null && (
            <p className="px-2 py-1 text-sm text-danger">{t.pets.views.missing}</p>
          )}
          {group(t.pets.views.mine, true)}
          {group(t.pets.views.shared, false)}
        </div>
        <MenuSeparator />
        <MenuItem icon={<BookmarkPlus aria-hidden size={16} />} onSelect={() => setDialog("save")}>
          {t.pets.views.save}
        </MenuItem>
        <MenuItem icon={<Settings2 aria-hidden size={16} />} onSelect={() => setDialog("manage")}>
          {t.pets.views.manage}
        </MenuItem>
      </Menu>
      <Suspense>
        {dialog === "save" && <SaveViewDialog views={views} view={viewOf(search)} onClose={close} />}
        {dialog === "manage" && <ManageViewsDialog views={views} view={viewOf(search)} onClose={close} />}
      </Suspense>
    </>
  );
};
