import { useCallback, useLayoutEffect, useMemo, useRef, useState } from "react";
import { everything, isSelected, nothing, rangeOf, type Selection, withSelected } from "./selection";

export type SelectionActions = {
  readonly set: (ids: readonly number[], isOn: boolean) => void;
  /** @param isRange - Selects everything from the row that was chosen last. */
  readonly choose: (id: number, isOn: boolean, isRange: boolean) => void;
  readonly toggle: (id: number) => void;
  readonly selectAll: () => void;
  readonly clear: () => void;
};

/**
 * @param filters - The filters of the list. A selection ends when they change.
 * @param ids - The animals of the page, in its order.
 */
export const useSelection = (filters: string, ids: readonly number[]): readonly [Selection, SelectionActions] => {
  const [state, setState] = useState<{ readonly filters: string; readonly selection: Selection }>();
  const selection = state?.filters === filters ? state.selection : nothing;
  const page = useRef(ids);
  useLayoutEffect(() => {
    page.current = ids;
  }, [ids]);
  const last = useRef<number>(undefined);

  const change = useCallback(
    (next: (before: Selection) => Selection) =>
      setState((before) => ({
        filters,
        selection: next(before?.filters === filters ? before.selection : nothing),
      })),
    [filters],
  );
  const actions = useMemo(
    (): SelectionActions => ({
      set: (some, isOn) => change((before) => withSelected(before, some, isOn)),
      choose: (id, isOn, isRange) => {
        const some = isRange ? rangeOf(page.current, last.current, id) : [id];
        last.current = id;
        change((before) => withSelected(before, some, isOn));
      },
      toggle: (id) => {
        last.current = id;
        change((before) => withSelected(before, [id], !isSelected(before, id)));
      },
      selectAll: () => change(() => everything),
      clear: () => change(() => nothing),
    }),
    [change],
  );
  return [selection, actions];
};
