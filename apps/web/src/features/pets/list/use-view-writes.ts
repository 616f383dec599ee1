import type { View } from "@petstore/contract/client";
import { ask } from "../../../lib/api";
import { notifyFailure } from "../../../lib/notices";
import { announce } from "../../../lib/undo";
import { useWrite } from "../../../lib/use-write";
import { t } from "../../../texts";
import type { PetOrder } from "../search";

export type SavedView = View;

export type ViewToSave = { readonly name: string; readonly order: PetOrder; readonly shared: boolean };

/** A person's own view that one of this name would replace. */
export const replacedBy = (views: readonly SavedView[], name: string): SavedView | undefined =>
  views.find((view) => view.isOwn && view.name.toLowerCase() === name.trim().toLowerCase());

export const usePutView = (onSaved?: () => void) =>
  useWrite({
    send: ({ name, order: { id, ...order }, shared }: ViewToSave) =>
      ask((api, options) =>
        api.views.putView({
          params: { name },
          body: { query: { ...order, ...(id && { id: [...id] }) }, shared },
          ...options,
        }),
      ),
    onSuccess: (_, { name }) => {
      announce({ title: t.pets.views.saved(name) });
      onSaved?.();
    },
  });

export const useDeleteView = () =>
  useWrite({
    send: ({ name }: SavedView) => ask((api, options) => api.views.deleteView({ params: { name }, ...options })),
    onSuccess: (_, { name }) => announce({ title: t.pets.views.deleted(name) }),
    onError: (error) => notifyFailure(error),
  });
