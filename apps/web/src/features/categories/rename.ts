import { ask } from "../../lib/service/api";
import { undoOfAction } from "../../lib/history/action-undo";
import { announce } from "../../lib/history/undo";
import { t } from "../../texts";

/** Gives a category a name. @param key - The `Action-Key` of the request. */
export const sendName = async (categoryId: number, name: string, key: string): Promise<string> => {
  const call = { params: { categoryId }, headers: { "action-key": key }, body: { name } };
  await ask((api, options) => api.categories.updateCategory({ ...call, ...options }));
  return key;
};

type Rename = { readonly categoryId: number; readonly old: string | null; readonly name: string; readonly key: string };

/**
 * Announces that a category was renamed, and offers Undo. If somebody has renamed the category since, Undo keeps their
 * name.
 */
export const announceRename = ({ categoryId, old, name, key }: Rename): void => {
  const describe = () => t.undo.done.name(name, old ?? t.common.category(categoryId));
  announce({ title: t.categories.renamed(name), undo: undoOfAction({ key, size: 1, describe }) });
};
