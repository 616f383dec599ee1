import type { View } from "@petstore/contract/client";
import { useQuery } from "@tanstack/react-query";
import { z } from "zod";
import { DataLine } from "../../../components/data";
import { createPreference } from "../../../lib/preferences";
import { useStore } from "../../../lib/store";
import { t } from "../../../texts";
import { viewsQuery } from "../queries";
import { orderKey, type PetSearch, type PetView } from "../search";

const Pins = z.array(z.string());

/** The views that this browser keeps above the list, in the order in which they were pinned. */
export const pinnedViews = createPreference<readonly string[]>(
  "pinned-views",
  (stored) => Pins.safeParse(stored).data ?? [],
);

/** Two accounts may have views of one name. */
export const pinOf = ({ owner, name }: Pick<View, "owner" | "name">): string => `${owner.id}/${name}`;

type PinnedViewsProps = { readonly search: PetSearch; readonly onShow: (view: PetView) => void };

export const PinnedViews = ({ search, onShow }: PinnedViewsProps) => {
  const pins = useStore(pinnedViews);
  const { data = [] } = useQuery({ ...viewsQuery, enabled: pins.length > 0 });
  const views = pins.flatMap((pin) => data.find((view) => pinOf(view) === pin) ?? []);
  if (views.length === 0) return null;
  const here = orderKey(search);
  return (
    <nav aria-label={t.pets.views.pinned} className="flex flex-wrap gap-1 print:hidden">
      {views.map((view) => (
        <button
          key={pinOf(view)}
          type="button"
          aria-current={orderKey(view.query) === here ? "true" : undefined}
          onClick={() => onShow(view.query)}
          className="flex min-h-9 max-w-60 min-w-0 items-center rounded-md px-3 text-sm font-medium text-muted hover:bg-sunken hover:text-text aria-current:chosen pointer-coarse:min-h-11"
        >
          <DataLine>{view.name}</DataLine>
        </button>
      ))}
    </nav>
  );
};
