import { useState } from "react";
import { ConfirmDialog } from "../../components/dialog";
import { ask } from "../../lib/service/api";
import { notifyFailure } from "../../lib/page/notices";
import { useUndoableWrite } from "../../lib/history/use-undoable-write";
import { t } from "../../texts";
import type { CategoryCounts } from "../../lib/pets/category-counts";
import { nameOf } from "./queries";

/** Asks before an empty category is deleted. @returns the dialog, and the function that opens it */
export const useDeleteCategory = () => {
  const [category, setCategory] = useState<CategoryCounts>();
  const [isAsking, setIsAsking] = useState(false);
  const write = useUndoableWrite({
    send: ({ categoryId }: CategoryCounts, { "action-key": key }) => {
      const call = { params: { categoryId }, headers: { "action-key": key } };
      return ask((api, options) => api.categories.deleteCategory({ ...call, ...options }));
    },
    said: (_, deleted) => t.categories.remove.done(nameOf(deleted)),
    undone: (_, deleted) => t.history.broughtBack(nameOf(deleted)),
    onError: (error, failed) => notifyFailure(error, () => write.mutate(failed)),
  });
  return {
    askToDelete: (next: CategoryCounts) => {
      setCategory(next);
      setIsAsking(true);
    },
    dialog: category !== undefined && (
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        onConfirm={() => {
          // The dialog closes before the request is sent, so the focus is back in the list when the row leaves it.
          setIsAsking(false);
          write.mutate(category);
        }}
        title={t.categories.remove.title(nameOf(category))}
        description={t.categories.remove.description}
        confirmLabel={t.common.delete}
        isDanger
      />
    ),
  };
};
