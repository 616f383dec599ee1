import { type RefObject, useEffect, useRef } from "react";

/**
 * Moves the focus to the list when a row goes away together with the button that had it. The list must be focusable.
 */
export const useKeptFocus = <List extends HTMLElement>(count: number): RefObject<List | null> => {
  const list = useRef<List>(null);
  const before = useRef(count);
  useEffect(() => {
    const isLost = document.activeElement === document.body;
    if (count < before.current && isLost) list.current?.focus({ preventScroll: true });
    before.current = count;
  }, [count]);
  return list;
};
