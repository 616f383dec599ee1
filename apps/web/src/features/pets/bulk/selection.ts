/** Either some animals by number, or all animals that match the filters except a few. */
export type Selection =
  | { readonly mode: "some"; readonly ids: ReadonlySet<number> }
  | { readonly mode: "all"; readonly except: ReadonlySet<number> };

export const nothing: Selection = { mode: "some", ids: new Set() };

export const everything: Selection = { mode: "all", except: new Set() };

export const isSelected = (selection: Selection, id: number): boolean =>
  selection.mode === "some" ? selection.ids.has(id) : !selection.except.has(id);

/** @param total - How many animals match. */
export const countSelected = (selection: Selection, total: number): number =>
  selection.mode === "some" ? selection.ids.size : Math.max(0, total - selection.except.size);

/**
 * Returns how many of the selected animals are not on the page. A selection of all matching animals has none: the person
 * chose it without seeing them.
 */
export const countElsewhere = (selection: Selection, pageIds: readonly number[]): number =>
  selection.mode === "some" ? [...selection.ids].filter((id) => !pageIds.includes(id)).length : 0;

const added = (ids: ReadonlySet<number>, more: readonly number[]) => new Set([...ids, ...more]);

const removed = (ids: ReadonlySet<number>, fewer: readonly number[]) => {
  const rest = new Set(ids);
  for (const id of fewer) rest.delete(id);
  return rest;
};

export const withSelected = (selection: Selection, ids: readonly number[], isOn: boolean): Selection => {
  if (selection.mode === "all") {
    return { mode: "all", except: isOn ? removed(selection.except, ids) : added(selection.except, ids) };
  }
  return { mode: "some", ids: isOn ? added(selection.ids, ids) : removed(selection.ids, ids) };
};

/**
 * Returns the part of a list between two of its rows, including both. If the first row is not in the list, it returns
 * the second one alone.
 */
export const rangeOf = (ids: readonly number[], from: number | undefined, to: number): readonly number[] => {
  const start = from === undefined ? -1 : ids.indexOf(from);
  const end = ids.indexOf(to);
  return start === -1 || end === -1 ? [to] : ids.slice(Math.min(start, end), Math.max(start, end) + 1);
};

/**
 * Returns how many animals match if a whole page is selected and more match, so that the page can offer to select all
 * of them.
 */
export const selectableTotal = (
  selection: Selection,
  pageIds: readonly number[],
  total: number,
): number | undefined => {
  const isPageSelected = selection.mode === "some" && pageIds.every((id) => selection.ids.has(id));
  return isPageSelected && total > countSelected(selection, total) ? total : undefined;
};
