import type { View } from "@petstore/contract/client";
import { identityOf } from "@petstore/contract/schemas";
import { savedViews } from "../../texts/saved-views";
import { ask } from "../service/api";
import { notifyFailure } from "../page/notices";
import { announce } from "../history/undo";
import { useWrite } from "../service/use-write";
import { pinnedViews, pinOf, type ViewQuery } from "./views";

type ViewToSave = Pick<View, "page" | "name" | "isShared"> & { readonly query: ViewQuery };

/** Returns the person's own view that a view of this name would replace. */
export const replacedBy = (views: readonly View[], name: string): View | undefined =>
  views.find((view) => view.isOwn && identityOf(view.name) === identityOf(name));

const put = ({ page, name, query, isShared }: ViewToSave, isNew = false) => {
  const body = { page, query, isShared };
  const headers = isNew ? { "if-none-match": "*" as const } : {};
  return ask((api, options) => api.views.putView({ params: { name }, body, headers, ...options }));
};

const remove = ({ page, name }: View) =>
  ask((api, options) => api.views.deleteView({ params: { name }, query: { page }, ...options }));

export const usePutView = (onSaved?: () => void) =>
  useWrite({
    send: (view: ViewToSave) => put(view),
    onSuccess: (_, { name }) => {
      announce({ title: savedViews.saved(name) });
      onSaved?.();
    },
  });

export const useDeleteView = () =>
  useWrite({
    send: remove,
    onSuccess: (_, { name }) => announce({ title: savedViews.deleted(name) }),
    onError: (error) => notifyFailure(error),
  });

type NewName = { readonly view: View; readonly name: string };

/**
 * A view is identified by its name, so renaming saves it under the new name and then deletes the old one. Its pin moves
 * along.
 */
export const useRenameView = (onRenamed: () => void) =>
  useWrite({
    send: async ({ view, name }: NewName) => {
      const isSamePlace = identityOf(view.name) === identityOf(name);
      const saved = await put({ ...view, name }, !isSamePlace);
      if (!isSamePlace) await remove(view);
      return saved;
    },
    onSuccess: (_, { view, name }) => {
      const [before, now] = [pinOf(view), pinOf({ ...view, name })];
      pinnedViews.set(pinnedViews.get().map((pin) => (pin === before ? now : pin)));
      announce({ title: savedViews.renamed(name) });
      onRenamed();
    },
  });
