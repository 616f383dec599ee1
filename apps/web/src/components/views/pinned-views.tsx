import { useStore } from "../../lib/page/store";
import { pinnedViews, pinOf, useViews, type ViewedList } from "../../lib/views/views";
import { savedViews } from "../../texts/saved-views";
import { DataLine } from "../data";

export const PinnedViews = ({ list }: { readonly list: ViewedList }) => {
  const pins = useStore(pinnedViews);
  const { data = [] } = useViews(list.page, pins.length > 0);
  const views = pins.flatMap((pin) => data.find((view) => pinOf(view) === pin) ?? []);
  if (views.length === 0) return null;
  const here = list.keyOf(list.now);
  return (
    <nav aria-label={savedViews.pinned} className="flex flex-wrap gap-1 print:hidden">
      {views.map((view) => (
        <button
          key={pinOf(view)}
          type="button"
          aria-current={list.keyOf(view.query) === here ? "true" : undefined}
          onClick={() => list.onShow(view.query)}
          className="flex min-h-9 max-w-60 min-w-0 items-center rounded-md px-3 text-sm font-medium text-muted hover:bg-sunken hover:text-text aria-current:chosen pointer-coarse:min-h-11"
        >
          <DataLine>{view.name}</DataLine>
        </button>
      ))}
    </nav>
  );
};
