import { type RefCallback, useCallback, useRef } from "react";
import { useShortcut } from "./shortcuts";

type Place = { readonly element: Element; readonly row: Element; readonly index: number };

const rowsOf = (list: HTMLElement) => [...list.querySelectorAll<HTMLElement>("[data-row]")];

const focusRow = (row: HTMLElement | undefined) =>
  (row?.querySelector<HTMLElement>("[data-row-main]") ?? row?.querySelector<HTMLElement>("a, button, input"))?.focus();

const isFocusLost = () => document.activeElement === null || document.activeElement === document.body;

/** Remembers the row that has the focus, and moves the focus on when the row or its button goes away. */
const keepFocus = (list: HTMLElement): (() => void) => {
  let last: Place | undefined;
  const remember = ({ target }: FocusEvent) => {
    const row = target instanceof Element ? target.closest("[data-row]") : null;
    last =
      row === null
        ? undefined
        : { element: target as Element, row, index: rowsOf(list).findIndex((one) => one === row) };
  };
  const observer = new MutationObserver(() => {
    if (last === undefined || last.element.isConnected || !isFocusLost()) return;
    const rows = rowsOf(list);
    focusRow(rows.find((row) => row === last?.row) ?? rows[Math.min(last.index, rows.length - 1)]);
    if (rows.length === 0) list.focus();
  });
  list.addEventListener("focusin", remember);
  observer.observe(list, { childList: true, subtree: true });
  return () => {
    list.removeEventListener("focusin", remember);
    observer.disconnect();
  };
};

/**
 * Lets `j` and `k` move the focus between the rows of a list, which have `data-row`. The focus goes to the row's
 * control with `data-row-main`, or else to its first. The list takes the focus itself when its last row goes away, so
 * it needs `tabIndex={-1}`.
 * @returns the `ref` of the list
 */
export const useRowFocus = (labels: { readonly next: string; readonly previous: string }): RefCallback<HTMLElement> => {
  const list = useRef<HTMLElement>(null);

  const move = (step: 1 | -1) => {
    if (list.current === null) return;
    const rows = rowsOf(list.current);
    const at = rows.findIndex((row) => row.contains(document.activeElement));
    focusRow(at === -1 ? rows[0] : rows[at + step]);
  };
  useShortcut("j", labels.next, () => move(1));
  useShortcut("k", labels.previous, () => move(-1));

  return useCallback((element: HTMLElement | null) => {
    list.current = element;
    return element === null ? undefined : keepFocus(element);
  }, []);
};
