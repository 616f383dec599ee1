import type { View } from "@petstore/contract/client";
import { ask } from "../../../lib/api";
import { notifyFailure } from "../../../lib/notices";
import { announce } from "../../../lib/undo";
import { useWrite } from "../../../lib/use-write";
import { t } from "../../../texts";
import type { PetView } from "../search";
import { pinnedViews, pinOf } from "./pinned-views";

export type SavedView = View;

export type ViewToSave = { readonly name: string; readonly view: PetView; readonly shared: boolean };

/** A person's own view that one of this name would replace. */
export const replacedBy = (views: readonly SavedView[], name: string): SavedView | undefined =>
  views.find((view) => view.isOwn && view.name.toLowerCase() === name.trim().toLowerCase());

const put = ({ name, view: { id, columns, ...view }, shared }: ViewToSave, isNew = false) => {
  const query = { ...view, ...(id && { id: [...id] }), ...(columns && { columns: [...columns] }) };
  const headers = isNew ? { "if-none-match": "*" as const } : {};
  return ask((api, options) => api.views.putView({ params: { name }, body: { query, shared }, headers, ...options }));
};

const remove = ({ name }: SavedView) => ask((api, options) => api.views.deleteView({ params: { name }, ...options }));

export const usePutView = (onSaved?: () => void) =>
  useWrite({
    send: (view: ViewToSave) => put(view),
    onSuccess: (_, { name }) => {
      announce({ title: t.pets.views.saved(name) });
      onSaved?.();
    },
  });

export const useDeleteView = () =>
  useWrite({
    send: remove,
    onSuccess: (_, { name }) => announce({ title: t.pets.views.deleted(name) }),
    onError: (error) => notifyFailure(error),
  });

type NewName = { readonly view: SavedView; readonly name: string };

/** A name is a view's place, so it is saved under the new one and then deleted. A pin goes with it. */
export const useRenameView = (onRenamed: () => void) =>
  useWrite({
    send: async ({ view, name }: NewName) => {
      const isSamePlace = view.name.toLowerCase() === name.toLowerCase();
      const saved = await put({ name, view: view.query, shared: view.shared }, !isSamePlace);
      if (!isSamePlace) await remove(view);
      return saved;
    },
    onSuccess: (_, { view, name }) => {
      const [before, now] = [pinOf(view), pinOf({ ...view, name })];
      pinnedViews.set(pinnedViews.get().map((pin) => (pin === before ? now : pin)));
      announce({ title: t.pets.views.renamed(name) });
      onRenamed();
    },
  });
