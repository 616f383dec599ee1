import { ask } from "../../lib/service/api";
import { notify } from "../../lib/page/notices";
import { announce } from "../../lib/history/undo";
import { t } from "../../texts";

/** Gives a category a name. */
export const sendName = (categoryId: number, name: string) =>
  ask((api, options) => api.categories.updateCategory({ params: { categoryId }, body: { name }, ...options }));

/** Puts the old name back, unless somebody else has given another one since. */
const undoRename = async (categoryId: number, old: string, name: string): Promise<string | undefined> => {
  const { body } = await ask((api, options) => api.categories.getCategory({ params: { categoryId }, ...options }));
  if (body.name !== name) {
    const title = t.undo.renamedSince(name, body.name ?? t.categories.unnamed(categoryId));
    notify({ title, detail: t.undo.renamedSinceDetail });
    return undefined;
  }
  await sendName(categoryId, old);
  return t.undo.done.name(name, old);
};

/** Says so, with Undo if it had a name before. */
export const announceRename = (categoryId: number, old: string | null, name: string) =>
  announce({
    title: t.categories.renamed(name),
    ...(old === null
      ? { whyNot: t.undo.hadNoName }
      : { undo: { size: 1, run: () => undoRename(categoryId, old, name) } }),
  });
