import { ask } from "../../lib/service/api";
import { undoOfAction } from "../../lib/history/action-undo";
import { announce } from "../../lib/history/undo";
import { t } from "../../texts";

/** Gives a category a name. @param key - Its `Action-Key`. */
export const sendName = async (categoryId: number, name: string, key: string): Promise<string> => {
  const call = { params: { categoryId }, headers: { "action-key": key }, body: { name } };
  await ask((api, options) => api.categories.updateCategory({ ...call, ...options }));
  return key;
};

type Rename = { readonly categoryId: number; readonly old: string | null; readonly name: string; readonly key: string };

/** Says so, with Undo, which leaves another name that somebody has given since. */
export const announceRename = ({ categoryId, old, name, key }: Rename): void => {
  const describe = () => t.undo.done.name(name, old ?? t.categories.unnamed(categoryId));
  announce({ title: t.categories.renamed(name), undo: undoOfAction({ key, size: 1, describe }) });
};
