import { Bookmark, BookmarkPlus, ChevronDown, Settings2 } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { pinOf, useViews, type ViewedList } from "../../lib/views/views";
import { savedViews as texts } from "../../texts/saved-views";
import { Button } from "../button";
import { DataLine } from "../data";
import { Menu } from "../menu";
import { MenuGroup, MenuItem, MenuSeparator } from "../menu-parts";

const SaveViewDialog = lazy(() => import("./save-view-dialog"));
const ManageViewsDialog = lazy(() => import("./manage-views-dialog"));

/** The menu with the saved views of a list. The button has the name of the view that the list shows. */
export const ViewsMenu = ({ list }: { readonly list: ViewedList }) => {
  const saved = useViews(list.page);
  const views = saved.data ?? [];
  const [dialog, setDialog] = useState<"save" | "manage">();
  const current = views.find(({ query }) => list.keyOf(query) === list.keyOf(list.now));
  const close = () => setDialog(undefined);
  const group = (label: string, isOwn: boolean) => {
    const members = views.filter((view) => view.isOwn === isOwn);
    return members.length === 0 ? null : (
      <MenuGroup label={label}>
        {members.map((view) => (
          <MenuItem key={pinOf(view)} onSelect={() => list.onShow(view.query)}>
            <DataLine className="min-w-0 flex-1">{view.name}</DataLine>
            {!isOwn && <span className="text-muted">{texts.by(view.owner.name)}</span>}
            {isOwn && view.isShared && <span className="text-muted">{texts.sharedMark}</span>}
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
            {current === undefined ? (
              <span className="max-lg:sr-only">{texts.menu}</span>
            ) : (
              <DataLine>{current.name}</DataLine>
            )}
            <ChevronDown aria-hidden size={14} className="text-muted" />
          </Button>
        )}
      >
        {/* The list is cut in the middle of an entry, which shows that there are more. */}
        <div className="max-h-75 w-64 overflow-y-auto">
          <MenuItem onSelect={() => list.onShow({})}>{texts.everything[list.page]}</MenuItem>
          {saved.data === undefined && saved.error !== null && (
            <p className="px-2 py-1 text-sm text-danger">{texts.missing}</p>
          )}
          {group(texts.mine, true)}
          {group(texts.shared, false)}
        </div>
        <MenuSeparator />
        <MenuItem icon={<BookmarkPlus aria-hidden size={16} />} onSelect={() => setDialog("save")}>
          {texts.save}
        </MenuItem>
        <MenuItem icon={<Settings2 aria-hidden size={16} />} onSelect={() => setDialog("manage")}>
          {texts.manage}
        </MenuItem>
      </Menu>
      <Suspense>
        {dialog === "save" && <SaveViewDialog views={views} list={list} onClose={close} />}
        {dialog === "manage" && <ManageViewsDialog views={views} list={list} onClose={close} />}
      </Suspense>
    </>
  );
};
